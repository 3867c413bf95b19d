import { byId, input, PHONE, rows, type Behaviour } from './row';

const node = 'messagingServiceVerification';
const sent = { sms_id: 9001, status: 'NEW', parts: 1 };

const codeOf = (title: string, code: string, message: string, json = {}): Behaviour => ({
	title,
	parameters: { phone: PHONE, generateCode: false, code },
	items: input(json),
	sends: [{ query: { phone: PHONE, message }, answer: sent }],
	output: [sent],
});

const codes = [
	codeOf('as text, zeros in front kept', '0042', '0042'),
	codeOf('as a number', '={{ $json.code }}', '123456', { code: 123456 }),
	codeOf('of 16 digits', '1234567890123456', '1234567890123456'),
];

const inText = (title: string, code: string, text: string, message: string): Behaviour => ({
	title,
	parameters: { sender: byId('1363'), phone: PHONE, message: text, generateCode: false, code },
	sends: [{ query: { alphaname_id: '1363', phone: PHONE, message }, answer: sent }],
	output: [sent],
});

export const verificationContract = [
	...rows(node, 'code', 'sendTelegram', ...codes),
	...rows(node, 'code', 'sendWhatsApp', ...codes),
	...rows(
		node,
		'code',
		'sendSms',
		inText('in a text', '482915', 'Your code is {code}.', 'Your code is 482915.'),
		inText('in all its places', '0042', '{code}: {code} {$&} {Code}', '0042: 0042 {$&} {Code}'),
	),
];
