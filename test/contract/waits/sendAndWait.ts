import { byId, input, ok, PHONE, rowsOf } from '../row';
import { resumeUrlHasToken } from '../../support/engine/workflow';

/** Replaces the link in `actualRequest`, which differs each time. */
const LINK = '<link>';
const one = { wholeInput: true };
const sms = { sms_id: 9001, status: 'NEW', parts: 2 };
const email = rowsOf(
	['messagingServiceEmail', 'message', 'sendAndWait'],
	ok({ email_id: 70 }),
	one,
);
const letter = { senderEmail: 'shop@example.com', email: 'ann@example.com', subject: 'A refund' };
const letterForm = {
	...{ sender_email: 'shop@example.com', email: 'ann@example.com', subject: 'A refund' },
	track_click: '0',
};

/** The button in each email. */
const BUTTON = `<p dir="ltr"><a href="${LINK}" style="display:inline-block;padding:12px 24px;border-radius:8px;background-color:#17663a;color:#ffffff;font-weight:bold;text-decoration:none">Respond</a></p>
<p dir="ltr">If the button does not work, open this link:<br>
<a href="${LINK}" style="word-break:break-all">${LINK}</a></p>`;

/** A button has no room for a signed link. */
const viberForm: Record<string, string> = resumeUrlHasToken
	? { message: 'Which day?', type_message: 'BUTTON', button: 'Choose', button_link: LINK }
	: { message: `Which day?\n${LINK}` };

/** Rows of Send and Wait, with one input item each. */
export const waitContract = [
	rowsOf(['messagingServiceSms', 'message', 'sendAndWait'], sms, one)(
		'with the link in the text',
		{
			...{ sender: byId('1363'), phone: '={{ $json.phone }}', message: 'Refund 40 EUR?' },
			options: { showCost: true, pageTitle: 'Refund', pageMessage: 'The vase is broken.' },
		},
		{
			query: {
				...{ alphaname_id: '1363', phone: PHONE, show_cost: '1' },
				message: `Refund 40 EUR?\n${LINK}`,
			},
		},
		{ items: input({ phone: PHONE }), output: [{ phone: PHONE, ...sms }] },
	),
	rowsOf(['messagingServiceViber', 'message', 'sendAndWait'], ok({ message_id: 5 }), one)(
		'with the link behind a button, or in the text if this n8n has no short one',
		{
			...{ sender: byId('77'), phone: PHONE, message: 'Which day?' },
			...{ responseType: 'choice', choices: 'Monday\nTuesday' },
			options: { buttonText: 'Choose', ...(resumeUrlHasToken ? { linkStyle: 'short' } : {}) },
		},
		{ form: { vibername_id: '77', phone: PHONE, ...viberForm } },
	),
	email(
		'with a button below a text, which becomes HTML',
		{
			...{ ...letter, message: 'Why?', responseType: 'freeText' },
			options: { senderName: 'Shop' },
		},
		{
			form: {
				...{ ...letterForm, sender_name: 'Shop' },
				message: `<p dir="auto">Why?</p>\n${BUTTON}`,
			},
		},
	),
	email(
		'with the button first in HTML',
		{ ...letter, message: '<body><p>Why?</p></body>', options: { messageFormat: 'html' } },
		{ form: { ...letterForm, message: `${BUTTON}\n<body><p>Why?</p></body>` } },
	),
];
