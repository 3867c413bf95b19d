import { nodeNames } from '../../contract/interfaceTable';
import { describeOdd } from '../describeOdd';

const others = [
	...['messagingServiceSms', 'messagingServiceVerification', 'messagingServiceContacts'],
	'messagingServiceViber',
];
describeOdd(nodeNames.filter((name) => !others.includes(name)));
