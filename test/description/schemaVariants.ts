import { aMoment, byId, seeded, type Step } from '../e2e/operations/step';

const split = { options: { oneItemPerRecipient: true } };
const people = [{ phone: '37120000051' }, { phone: '37120000052' }];
const addresses = [{ email: 'gone@shop.example' }, { email: 'here@shop.example' }];
const letter = { senderEmail: 'shop@shop.example', subject: 'News', message: 'Hello' };
const batch = {
	sender: byId(seeded.alphaname),
	name: 'Split',
	message: 'Hello',
	phone: '={{ $json.phone }}',
};

const step = (does: string, parameters: Step['with'], more: Partial<Step> = {}): Step => ({
	does,
	api: '',
	gives: [],
	with: parameters,
	...more,
});
const status = (options = {}) =>
	step('batch:getStatus', ({ uuid }) => ({ uuid, ...options }), { before: aMoment });

/** What an operation returns with other options, and for other input, than in its first step. */
export const variants: Record<string, Step[]> = {
	messagingServiceSms: [
		step(
			'batch:send',
			() => ({ ...batch, callbackUrl: 'http://127.0.0.1:9/no-one-listens', ...split }),
			{ items: people, keep: { uuid: 'uuid' } },
		),
		status(split),
	],
	messagingServiceViber: [
		step('batch:send', () => ({ ...batch, ...split }), {
			items: people,
			keep: { uuid: 'uuid' },
		}),
		status(split),
		// The service finds out by itself that there is no such image.
		step(
			'batch:send',
			() => ({ ...batch, contentType: 'image', imageUrl: 'http://shop.localhost/a.png' }),
			{ items: people, keep: { uuid: 'uuid' } },
		),
		status(),
		status(split),
	],
	messagingServiceEmail: [
		step('address:unsubscribe', () => ({ email: addresses[0].email })),
		step('batch:send', () => ({ ...letter, email: '={{ $json.email }}', ...split }), {
			items: addresses,
			keep: { uuid: 'uuid' },
		}),
		status(),
		status(split),
	],
	messagingServiceVerification: ['code:sendTelegram', 'code:sendWhatsApp'].flatMap((does) =>
		['token', 'code'].map((returnCodeAs) =>
			step(does, () => ({ phone: '37120000031', generateCode: true, returnCodeAs })),
		),
	),
	messagingServiceContacts: [],
	messagingServiceTemplates: [],
};

const UNDOCUMENTED = 'the API documents no body, and the sandbox has another one';
const IMPORT = 'the node rejects such a contact before the sandbox does';
const SMS_ERRORS = 'the API shows a rejected mailing for Viber alone';

/** Properties of schemas that the sandbox never returns, and why. */
export const neverReturned: Record<string, string> = {
	'messagingServiceSms mailing:confirm success': UNDOCUMENTED,
	'messagingServiceSms batch:getStatus errors': SMS_ERRORS,
	'messagingServiceSms batch:getStatus rejected': SMS_ERRORS,
	'messagingServiceContacts contact:import log': IMPORT,
	'messagingServiceContacts contact:import log.index': IMPORT,
	'messagingServiceContacts contact:import log.error_message': IMPORT,
};
