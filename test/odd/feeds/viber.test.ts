import { describeOdd } from '../describeOdd';

describeOdd(['messagingServiceViber']);
