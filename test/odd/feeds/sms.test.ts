import { describeOdd } from '../describeOdd';

describeOdd(['messagingServiceSms', 'messagingServiceVerification', 'messagingServiceContacts']);
