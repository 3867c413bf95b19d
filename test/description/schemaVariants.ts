import type { IDataObject } from 'n8n-workflow';
import { aMoment, byId, seeded, type Step } from '../e2e/operations/step';

const split = { options: { oneItemPerRecipient: true } };
const people = [{ phone: '37120000051' }, { phone: '37120000052' }];
const addresses = [{ email: 'gone@shop.example' }, { email: 'here@shop.example' }];
const letter = { senderEmail: 'shop@shop.example', subject: 'News', message: 'Hello' };
const batch = {
	sender: byId(seeded.alphaname),
	batchSender: byId(seeded.alphaname),
	mailingName: 'Split',
	message: 'Hello',
	phone: '={{ $json.phone }}',
};

const step = (does: string, parameters: Step['with'], more: Partial<Step> = {}): Step => ({
	does,
	with: parameters,
	...more,
});
/** A Send and Wait to two recipients. */
const toTwo = (parameters: object) => step('message:sendAndWait', () => ({ ...parameters }));
const status = (options = {}) =>
	step('batch:getStatus', ({ uuid }) => ({ uuid, ...options }), { before: aMoment });

/** Returns a batch that waits for final statuses. */
const awaited = (parameters: object, items: IDataObject[] = people) =>
	step('batch:send', () => ({ ...parameters, options: { waitForFinalStatus: 5 } }), { items });
/** Returns a step with a schedule, which adds the time to its output. */
const scheduled = (does: string, parameters: object, items?: IDataObject[]) =>
	step(does, () => ({ ...parameters, options: { scheduleTime: '2099-03-01T10:30' } }), { items });
const noImage = { contentType: 'image', imageUrl: 'http://shop.localhost/a.png' };

const codes: Array<[does: string, text?: object]> = [
	['code:sendTelegram'],
	['code:sendWhatsApp'],
	['code:sendSms', { sender: byId(seeded.alphaname), message: '{code}' }],
];

const splitBatch = (parameters: object, items: IDataObject[]) =>
	step('batch:send', () => ({ ...parameters, ...split }), { items, keep: { uuid: 'uuid' } });
const mailing = { listId: byId(seeded.list), contentType: 'text', message: 'Later' };
const emailOfItem = { ...letter, email: '={{ $json.email }}' };
const question = { phone: '37120000051, 37120000052', message: 'Yes?' };
const smsSender = byId(seeded.alphaname);
const viberSender = byId(seeded.vibername);

/** Steps with other options or input than an operation's first step, and so other outputs. */
export const variants: Record<string, Step[]> = {
	messagingServiceSms: [
		toTwo({ ...question, sender: smsSender, options: { showCost: true } }),
		step('message:send', () => ({ ...batch, options: { showCost: true } }), { items: people }),
		splitBatch(batch, people),
		status(split),
		awaited(batch),
		scheduled('message:prepare', { message: 'Later' }),
		scheduled('batch:send', batch, people),
	],
	messagingServiceViber: [
		toTwo({ ...question, sender: viberSender }),
		splitBatch(batch, people),
		status(split),
		// The service reports that the image does not exist.
		step('batch:send', () => ({ ...batch, ...noImage }), {
			...{ items: people, keep: { uuid: 'uuid' } },
		}),
		status(),
		status(split),
		awaited(batch),
		awaited({ ...batch, ...noImage }),
		scheduled('mailing:create', { ...mailing, sender: viberSender }),
		scheduled('batch:send', batch, people),
	],
	messagingServiceEmail: [
		toTwo({ ...letter, email: 'ann@shop.example, bob@shop.example' }),
		step('address:unsubscribe', () => ({ email: addresses[0].email })),
		splitBatch(emailOfItem, addresses),
		status(),
		status(split),
		awaited(emailOfItem, addresses),
		scheduled('message:send', { ...letter, email: addresses[0].email }),
		scheduled('mailing:send', { ...letter, listId: byId(seeded.list) }),
		scheduled('batch:send', emailOfItem, addresses),
	],
	messagingServiceVerification: codes.flatMap(([does, text]) =>
		['token', 'code'].map((returnCodeAs) =>
			step(does, () => ({
				...{ phone: '37120000031', generateCode: true, returnCodeAs },
				...text,
			})),
		),
	),
	messagingServiceContacts: [],
	messagingServiceTemplates: [],
};

const UNDOCUMENTED = 'the API documents no body, and the sandbox has another one';
const SENTENCE = 'a response that is only a sentence: see test/run/uncertain.test.ts';
const IMPORT = 'the node rejects such a contact before the sandbox does';
const EXISTING = 'only if the service has the text: see test/response/shapes.test.ts';
const SMS_ERRORS = 'the API shows a rejected mailing for Viber alone';

/** Properties of schemas that the sandbox never returns, with reasons. */
const RESPONSE = 'only in the output after another response or the time limit: see test/wait';
const FIELDS = ['text', 'choice', 'timedOut'];

export const neverReturned: Record<string, string> = {
	...Object.fromEntries(
		['Sms', 'Viber', 'Email'].flatMap((name) =>
			FIELDS.map((field) => [
				`messagingService${name} message:sendAndWait data.${field}`,
				RESPONSE,
			]),
		),
	),
	'messagingServiceSms mailing:confirm success': UNDOCUMENTED,
	'messagingServiceSms mailing:confirm message': SENTENCE,
	'messagingServiceSms mailing:create message': SENTENCE,
	'messagingServiceSms message:prepare already_existed': EXISTING,
	'messagingServiceSms message:prepare error_text': EXISTING,
	'messagingServiceSms batch:getStatus errors': SMS_ERRORS,
	'messagingServiceSms batch:send errors': SMS_ERRORS,
	'messagingServiceContacts contact:import log': IMPORT,
	'messagingServiceContacts contact:import log.index': IMPORT,
	'messagingServiceContacts contact:import log.error_message': IMPORT,
};
