import { input, PHONE, rows } from './row';
import type { Behaviour } from './row';

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

export const verificationContract = [
	...rows(node, 'code', 'sendTelegram', ...codes),
	...rows(node, 'code', 'sendWhatsApp', ...codes),
];
