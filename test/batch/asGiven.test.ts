import type { IDataObject } from 'n8n-workflow';
import { byId } from '../contract/row';
import { type RunResult, runNode, type RunSetting } from '../support/engine/runNode';
import { Service, type SentRequest } from '../support/engine/service';
import { emailBatch, itemsOf, smsBatch, viberBatch } from './settings';

let service: Service;
beforeEach(() => {
	service = new Service(({ path }) => ({
		body: /Email/.test(path)
			? { status: 'OK', result: { uuid: 'u' } }
			: { uuid: 'u', success: 'OK' },
	}));
});
afterEach(() => service.close());

/** What a batch sends, or the error. */
async function send(setting: RunSetting): Promise<{ sent?: SentRequest } & RunResult> {
	const result = await runNode(setting);
	expect(service.requests.length).toBe(result.error ? 0 : 1);
	return { ...result, sent: service.requests[0] };
}
const fieldsOf = ({ query, form }: SentRequest): IDataObject =>
	Object.fromEntries([...query, ...(form ?? [])]);

const items = itemsOf([{ phone: '380501234567' }]);
const senders: Array<[given: unknown, sent: string]> = [
	['Shop', 'Shop'],
	['Крамниця 24', 'Крамниця 24'],
	['00123', '00123'],
	[1363, '1363'],
	[' 1363\n', '1363'],
];

describe.each([
	['SMS', smsBatch],
	['Viber', viberBatch],
])('a batch of %s', (_, batch) => {
	test.each(senders)('is sent with the sender %j', async (given, wire) => {
		const sender = byId(`={{ ${JSON.stringify(given)} }}`);
		const { sent, error } = await send(batch({ sender, batchSender: sender }, { items }));
		if (!sent) throw error;
		expect(fieldsOf(sent)['messages[0][alphaname_id]']).toBe(wire);
	});

	test.each(senders)('from JSON is sent with the sender %j', async (given, wire) => {
		const content =
			batch === smsBatch ? { text: 'Hi' } : { content: { type: 'text', text: 'Hi' } };
		const mailing = { alphaname_id: given, name: 'A', message_type: 'bulk', ...content };
		const mailingsJson = JSON.stringify([{ ...mailing, delivery_list: ['380501234567'] }]);
		const { sent, error } = await send(batch({ specifyMailings: 'json', mailingsJson }));
		if (!sent) throw error;
		expect(fieldsOf(sent)['messages[0][alphaname_id]']).toBe(wire);
	});
});

test('a sender ID in JSON that JavaScript would round is sent with all digits', async () => {
	const mailingsJson = `[{"alphaname_id": 9007199254740993, "name": "A", "message_type": "bulk",
		"text": "Hi", "delivery_list": ["380501234567"]}]`;
	const { sent, error } = await send(smsBatch({ specifyMailings: 'json', mailingsJson }));
	if (!sent) throw error;
	expect(fieldsOf(sent)['messages[0][alphaname_id]']).toBe('9007199254740993');
});

const personal = {
	sender_email: 'shop@example.com',
	message_type: 'personal',
	delivery_list: [{ email: 'ann@example.com', subject: 'For you', message: '<p>Ann</p>' }],
};

test.each<[string, IDataObject, IDataObject]>([
	[
		'a subject and a message',
		{ subject: 'Sale', message: '<p>All</p>' },
		{ subject: 'Sale', message: '<p>All</p>' },
	],
	['a subject', { subject: 'Sale' }, { subject: 'Sale' }],
	['neither', {}, {}],
])('a personal email mailing from JSON may have %s for all', async (_, top, wire) => {
	const mailingsJson = JSON.stringify([{ ...personal, ...top }]);
	const { sent, error } = await send(emailBatch({ specifyMailings: 'json', mailingsJson }));
	if (!sent) throw error;
	expect(fieldsOf(sent)).toEqual({
		token: expect.any(String),
		sender_email: 'shop@example.com',
		message_type: 'personal',
		'delivery_list[0][email]': 'ann@example.com',
		'delivery_list[0][subject]': 'For you',
		'delivery_list[0][message]': '<p>Ann</p>',
		...wire,
	});
});

test('what is wrong in JSON is an error with the path and what to enter', async () => {
	const mailingsJson = JSON.stringify([
		{
			alphaname_id: 'Shop',
			name: 'A',
			message_type: 'bulk',
			text: 'Hi',
			schedule_time: '6:30 PM',
			delivery_list: ['380501234567'],
		},
	]);
	const { error } = await send(smsBatch({ specifyMailings: 'json', mailingsJson }));
	expect(error?.message).toBe(
		'\'Mailings (JSON)\' is wrong at [0].schedule_time: it is "6:30 PM", which is not a date and time',
	);
	expect(error).toHaveProperty(
		'description',
		expect.stringMatching(/^Select a date and time, or enter one such as 2030-12-24T18:30/),
	);
});
