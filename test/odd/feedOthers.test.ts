import { nodeNames } from '../contract/interfaceTable';
import { describeOdd } from './describeOdd';

const others = ['messagingServiceSms', 'messagingServiceVerification', 'messagingServiceContacts'];
describeOdd(nodeNames.filter((name) => !others.includes(name)));
