import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { origin, token } from '../support/engine/credentials';
import { Service } from '../support/engine/service';
import { runNode } from '../support/engine/runNode';
import { descriptionOf } from '../run/sending/observed';
import { byId } from '../contract/row';
import { emailBatch, itemsOf, phones, smsBatch } from './settings';

const accepted = { status: 'OK', uuid: 'u-1', result: { uuid: 'u-1' } };
let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: accepted }));
});
afterEach(() => service.close());

const people = itemsOf([
	{ phone: '380501234567', email: 'anna@example.com', name: 'Anna', other: 'A', id: 1363 },
	{ phone: '380501234568', email: 'ivan@example.com', name: 'Ivan', other: 'B', id: 1364 },
]);
const SHARED = 'Use one value for all items, or send items with different values in separate runs.';
const OTHER = '={{ $json.other }}';

type Batch = typeof smsBatch;
const options = (given: IDataObject) => ({ options: given }) as INodeParameters;
const rows: Array<[label: string, batch: Batch, parameters: IDataObject]> = [
	['Mailing Name', smsBatch, { mailingName: OTHER }],
	['Sender', smsBatch, { sender: byId('={{ $json.id }}') }],
	['Callback URL', smsBatch, { callbackUrl: '=https://a.example/{{ $json.other }}' }],
	['Sender Email', emailBatch, { senderEmail: '={{ $json.email }}' }],
	['Schedule Time', smsBatch, options({ scheduleTime: '=2090-01-01T10:{{ $itemIndex }}0' })],
	[
		'Recipients per Request',
		smsBatch,
		options({ recipientsPerRequest: '={{ $itemIndex + 5 }}' }),
	],
	['Send Between', smsBatch, options({ sendBetween: '=0{{ $itemIndex }}:00-24:00' })],
	['Dry Run', smsBatch, options({ dryRun: '={{ $itemIndex === 1 }}' })],
];

describe.each(rows)('%s that differs from item to item', (label, batch, parameters) => {
	test(`is an error, and nothing is sent: ${JSON.stringify(parameters)}`, async () => {
		const { error } = await runNode(batch(parameters, { items: people }));
		expect(error?.message).toBe(`'${label}' differs between item 0 and item 1`);
		expect(descriptionOf({ error })).toContain(SHARED);
		expect(service.requests).toEqual([]);
	});
});

test('with Continue, a field that differs from item to item is an error of every item', async () => {
	const onError = 'continueRegularOutput';
	const { items } = await runNode(smsBatch({ mailingName: OTHER }, { items: people, onError }));
	expect(items.map(({ json }) => String(json.error))).toEqual(
		Array(2).fill(expect.stringContaining("'Mailing Name' differs between item 0 and item 1")),
	);
	expect(service.requests).toEqual([]);
});

test('the error of a field that differs names the first such item, wherever it is', async () => {
	const other = phones(200).map((phone, n) => ({ phone, name: n === 157 ? 'B' : 'A' }));
	const names = [
		'={{ $json.name }}',
		'={{ $json.name.toLowerCase() }}',
		'={{ $json.same }}{{ $json.name }}',
	];
	for (const mailingName of names) {
		const { error } = await runNode(smsBatch({ mailingName }, { items: itemsOf(other) }));
		expect(error?.message).toBe(`'Mailing Name' differs between item 0 and item 157`);
	}
	expect(service.requests).toEqual([]);
});

describe('the error of a field that is read once', () => {
	const shown = async (
		setting: (onError: 'stopWorkflow' | 'continueRegularOutput') => ReturnType<Batch>,
	) => {
		const stopped = await runNode(setting('stopWorkflow'));
		const { items } = await runNode(setting('continueRegularOutput'));
		expect(items.map(({ json }) => json.error_kind)).toEqual(['invalid', 'invalid']);
		return `${stopped.error?.message} ${descriptionOf(stopped)} ${JSON.stringify(items)}`;
	};

	test.each([
		['differs', '=https://a.example/done?key=secret-{{ $json.name }}'],
		['is no web address', '=ftp://a.example/done?key=secret-{{ $json.name }}'],
		['is too long', `=https://a.example/done?key=secret-${'x'.repeat(1_000)}`],
	])('does not show the value of a callback URL that %s', async (_, callbackUrl) => {
		const text = await shown((onError) =>
			smsBatch({ callbackUrl }, { items: people, onError }),
		);
		expect(text.match(/'Callback URL'/g)).toHaveLength(3);
		expect(text).not.toContain('secret-');
	});

	test('shows the value of a sender email, which is not secret', async () => {
		const senderEmail = '=secret-{{ $json.name }}';
		const text = await shown((onError) =>
			emailBatch({ senderEmail }, { items: people, onError }),
		);
		expect(text.match(/secret-Anna/g)).toHaveLength(3);
	});
});

/** Expressions that return the same value for all items. */
const fine: Array<[what: string, batch: Batch, parameters: INodeParameters]> = [
	['a text of the first item', smsBatch, { message: '={{ $("Input").first().json.name }}' }],
	['the same text', smsBatch, { message: '=Hi {{ $json.phone.slice(0, 3) }}' }],
	['a personal text', smsBatch, { message: '=Hi {{ $json.name }}' }],
	['a name with the time', smsBatch, { mailingName: '=Sale {{ $now.toISO() }}' }],
	['a random name', smsBatch, { mailingName: '=Sale {{ Math.random() }}' }],
	['a schedule from now on', smsBatch, options({ scheduleTime: "={{ $now.plus(2, 'hours') }}" })],
	['its own key for each', smsBatch, options({ sendOnceKey: '={{ $json.phone }}' })],
];

test.each(fine)('a batch sends %s in one request', async (_, batch, parameters) => {
	const items = itemsOf(
		phones(300).map((phone, n) => ({ phone, email: `a${n}@example.com`, name: `N${n}` })),
	);
	const { error } = await runNode(batch(parameters, { items }));
	expect(error).toBeUndefined();
	expect(service.requests).toHaveLength(1);
});

test('two spellings of a field that are sent as the same value do not count as different', async () => {
	const items = itemsOf(
		['2090-01-01T10:00', '2090-01-01 10:00:00.5'].map((at, n) => ({ ...people[n].json, at })),
	);
	const options = { scheduleTime: '={{ $json.at }}' };
	const { error } = await runNode(smsBatch({ options }, { items }));
	expect(error).toBeUndefined();
	expect(service.requests).toHaveLength(1);
});

test('a batch is bulk if all have the same text, and personal if one differs', async () => {
	const sent = async (texts: string[]) => {
		const items = itemsOf(phones(texts.length).map((phone, n) => ({ phone, text: texts[n] })));
		const options = { recipientsPerRequest: 2, oneItemPerRecipient: true };
		const parameters = { message: '={{ $json.text }}', options };
		const before = service.requests.length;
		const { error, items: output } = await runNode(smsBatch(parameters, { items }));
		if (error) throw error;
		const types = new Set(output.map(({ json }) => json.message_type));
		return { types: [...types], requests: service.requests.slice(before) };
	};
	const same = await sent(['Hi', 'Hi', 'Hi']);
	expect(same.types).toEqual(['bulk']);
	const last = await sent(['Hi', 'Hi', 'Dear Ann']);
	expect(last.types).toEqual(['personal']);
	// Also for requests whose recipients all get the same content.
	expect(last.requests.map(({ query }) => Object.fromEntries(query))).toEqual([
		expect.objectContaining({
			'messages[0][message_type]': 'personal',
			'messages[0][delivery_list][0][text]': 'Hi',
			'messages[0][delivery_list][1][text]': 'Hi',
		}),
		expect.objectContaining({ 'messages[0][delivery_list][0][text]': 'Dear Ann' }),
	]);
});

test('a later try of a personal batch is personal, even if its last recipients get the same text', async () => {
	service.close();
	service = new Service((_, index) =>
		index === 1 ? { status: 400, body: {} } : { body: accepted },
	);
	const items = itemsOf(phones(2).map((phone, n) => ({ phone, text: `Text ${n}` })));
	const parameters = { message: '={{ $json.text }}', options: { recipientsPerRequest: 1 } };
	const retrying = { items, retryOnFail: true, waitBetweenTries: 0 };
	await runNode(smsBatch(parameters, retrying));
	const types = service.requests.map(({ query }) =>
		new Map(query).get('messages[0][message_type]'),
	);
	expect(types).toEqual(['personal', 'personal', 'personal']);
});

test.each([false, true])(
	'a batch is bulk if all remaining recipients get the same text, with Dry Run %s',
	async (dryRun) => {
		const [left, ...others] = phones(3);
		const items = itemsOf([left, ...others].map((phone) => ({ phone, first: phone === left })));
		const parameters = { message: '={{ $json.first ? "Hi" : "Hello" }}', options: { dryRun } };
		const credentials = { baseUrl: origin, token, onlySendTo: others.join() };
		const { items: output } = await runNode(smsBatch(parameters, { items, credentials }));
		expect(output.some(({ json }) => json.message_type === 'bulk')).toBe(true);
	},
);
