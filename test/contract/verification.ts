import { byId, input, PHONE, rowsOf } from './row';

const node = 'messagingServiceVerification';
const sent = { sms_id: 9001, status: 'NEW', parts: 1 };

const codes = ['sendTelegram', 'sendWhatsApp'].flatMap((operation) => {
	const row = rowsOf([node, 'code', operation], sent);
	return [
		['as text, zeros in front kept', '0042', '0042'],
		['as a number', '={{ $json.code }}', '123456'],
		['of 16 digits', '1234567890123456', '1234567890123456'],
	].map(([title, code, message]) =>
		row(
			title,
			{ phone: PHONE, generateCode: false, code },
			{ query: { phone: PHONE, message } },
			{ items: input({ code: 123456 }) },
		),
	);
});

const sendSms = rowsOf([node, 'code', 'sendSms'], sent);
const inTexts = [
	['in a text', '482915', 'Your code is {code}.', 'Your code is 482915.'],
	['in all its places', '0042', '{code}: {code} {$&} {Code}', '0042: 0042 {$&} {Code}'],
].map(([title, code, text, message]) =>
	sendSms(
		title,
		{ sender: byId('1363'), phone: PHONE, message: text, generateCode: false, code },
		{ query: { alphaname_id: '1363', phone: PHONE, message } },
	),
);

export const verificationContract = [...codes, ...inTexts];
