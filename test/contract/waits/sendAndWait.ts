import { byId, type ContractRow, input, PHONE, rows } from '../row';
import { hasToken } from '../../support/engine/workflow';

/** Replaces the link in `actualRequest`, which differs each time. */
const LINK = '<link>';
const sms = { sms_id: 9001, status: 'NEW', parts: 2 };
const viber = { message_id: 5 };
const email = { email_id: 70 };
const letter = { senderEmail: 'shop@example.com', email: 'ann@example.com', subject: 'A refund' };
const letterForm = {
	sender_email: 'shop@example.com',
	email: 'ann@example.com',
	subject: 'A refund',
	track_click: '0',
};

/** In each email. */
const BUTTON = `<p dir="ltr"><a href="${LINK}" style="display:inline-block;padding:12px 24px;border-radius:8px;background-color:#17663a;color:#ffffff;font-weight:bold;text-decoration:none">Respond</a></p>
<p dir="ltr">If the button does not work, open this link:<br>
<a href="${LINK}" style="word-break:break-all">${LINK}</a></p>`;

/** A message that n8n waits for a response to. One input item is one wait. */
export const waitContract: ContractRow[] = [
	...rows('messagingServiceSms', 'message', 'sendAndWait', {
		title: 'with the link in the text',
		parameters: {
			sender: byId('1363'),
			phone: '={{ $json.phone }}',
			message: 'Refund 40 EUR?',
			options: { showCost: true, pageTitle: 'Refund', pageMessage: 'The vase is broken.' },
		},
		items: input({ phone: PHONE }),
		sends: [
			{
				query: {
					alphaname_id: '1363',
					phone: PHONE,
					message: `Refund 40 EUR?\n${LINK}`,
					show_cost: '1',
				},
				answer: sms,
			},
		],
		output: [{ phone: PHONE, ...sms }],
		wholeInput: true,
	}),
	...rows('messagingServiceViber', 'message', 'sendAndWait', {
		title: 'with the link behind a button, or in the text if this n8n has no short one',
		parameters: {
			sender: byId('77'),
			phone: PHONE,
			message: 'Which day?',
			responseType: 'choice',
			choices: 'Monday\nTuesday',
			// A button has no room for a signed link.
			options: { buttonText: 'Choose', ...(hasToken ? { linkStyle: 'short' } : {}) },
		},
		sends: [
			{
				form: {
					vibername_id: '77',
					phone: PHONE,
					...(hasToken
						? {
								message: 'Which day?',
								type_message: 'BUTTON',
								button: 'Choose',
								button_link: LINK,
							}
						: { message: `Which day?\n${LINK}` }),
				},
				answer: { status: 'OK', result: viber },
			},
		],
		output: [viber],
		wholeInput: true,
	}),
	...rows(
		'messagingServiceEmail',
		'message',
		'sendAndWait',
		{
			title: 'with a button below a text, which becomes HTML',
			parameters: {
				...letter,
				message: 'Why?',
				responseType: 'freeText',
				options: { senderName: 'Shop' },
			},
			sends: [
				{
					form: {
						...letterForm,
						message: `<p dir="auto">Why?</p>\n${BUTTON}`,
						sender_name: 'Shop',
					},
					answer: { status: 'OK', result: email },
				},
			],
			output: [email],
			wholeInput: true,
		},
		{
			title: 'with the button first in HTML',
			parameters: {
				...letter,
				message: '<body><p>Why?</p></body>',
				options: { messageFormat: 'html' },
			},
			sends: [
				{
					form: { ...letterForm, message: `${BUTTON}\n<body><p>Why?</p></body>` },
					answer: { status: 'OK', result: email },
				},
			],
			output: [email],
			wholeInput: true,
		},
	),
];
