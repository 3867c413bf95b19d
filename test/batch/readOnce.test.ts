import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { Service } from '../support/engine/service';
import { runNode } from '../support/engine/runNode';
import { descriptionOf } from '../run/sending/observed';
import { byId } from '../contract/row';
import { emailBatch, itemsOf, phones, smsBatch, viberBatch } from './settings';

let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: { status: 'OK', uuid: 'u-1', result: { uuid: 'u-1' } } }));
});
afterEach(() => service.close());

const people = itemsOf([
	{ phone: '380501234567', email: 'anna@example.com', name: 'Anna', other: 'A', id: 1363 },
	{ phone: '380501234568', email: 'ivan@example.com', name: 'Ivan', other: 'B', id: 1364 },
]);
const PERSONAL = 'To send each recipient their own value, set Message Type to Personal.';
const SHARED = 'Use one value for all items, or send items with different values in separate runs.';
const OTHER = '={{ $json.other }}';

type Batch = typeof smsBatch;
const rows: Array<[label: string, batch: Batch, parameters: IDataObject, advice: string]> = [
	['Message', smsBatch, { message: '=Dear {{ $json.name }}' }, PERSONAL],
	['Message', smsBatch, { message: '=Dear {{ $json.name.toUpperCase() }}' }, PERSONAL],
	['Message', viberBatch, { message: '=Dear {{ $json.name }}' }, PERSONAL],
	['Message', emailBatch, { message: '=Dear {{ $json.name }}' }, PERSONAL],
	['Subject', emailBatch, { subject: '=Invoice of {{ $json.name }}' }, PERSONAL],
	['Mailing Name', smsBatch, { mailingName: OTHER }, SHARED],
	['Sender', smsBatch, { sender: byId('={{ $json.id }}') }, SHARED],
	['Callback URL', smsBatch, { callbackUrl: '=https://a.example/{{ $json.other }}' }, SHARED],
	['Sender Email', emailBatch, { senderEmail: '={{ $json.email }}' }, SHARED],
	[
		'Schedule Time',
		smsBatch,
		{ options: { scheduleTime: '=2090-01-01T10:{{ $itemIndex }}0' } },
		SHARED,
	],
	[
		'Recipients per Request',
		smsBatch,
		{ options: { recipientsPerRequest: '={{ $itemIndex + 5 }}' } },
		SHARED,
	],
	['Send Between', smsBatch, { options: { sendBetween: '=0{{ $itemIndex }}:00-24:00' } }, SHARED],
	['Dry Run', smsBatch, { options: { dryRun: '={{ $itemIndex === 1 }}' } }, SHARED],
	['Message Type', smsBatch, { messageType: "={{ ['bulk','personal'][$itemIndex] }}" }, SHARED],
	[
		'Specify Mailings',
		smsBatch,
		{ specifyMailings: "={{ ['items','json'][$itemIndex] }}" },
		SHARED,
	],
];

describe.each(rows)('%s that differs from item to item', (label, batch, parameters, advice) => {
	test(`is an error, and nothing is sent: ${JSON.stringify(parameters)}`, async () => {
		const { error } = await runNode(batch(parameters, { items: people }));
		expect(error?.message).toBe(`'${label}' differs in item 1 from item 0`);
		expect(descriptionOf({ error })).toContain(advice);
		expect(service.requests).toEqual([]);
	});

	test(`is an error of every item under Continue: ${JSON.stringify(parameters)}`, async () => {
		const onError = 'continueRegularOutput';
		const { items } = await runNode(batch(parameters, { items: people, onError }));
		expect(items.map(({ json }) => String(json.error))).toEqual(
			Array(2).fill(expect.stringContaining(`'${label}' differs in item 1 from item 0`)),
		);
		expect(service.requests).toEqual([]);
	});
});

test('names the first item that differs', async () => {
	const items = [people[0], people[0], people[1]].map(({ json }, n) => ({
		json: { ...json, phone: `38050123456${n}` },
	}));
	const { error } = await runNode(smsBatch({ message: '=Dear {{ $json.name }}' }, { items }));
	expect(error?.message).toBe(`'Message' differs in item 2 from item 0`);
});

test('a value that is missing in one item differs too', async () => {
	const items = [people[0], { json: { phone: '380501234568' } }];
	const { error } = await runNode(smsBatch({ message: '={{ $json.name }}' }, { items }));
	expect(error?.message).toBe(`'Message' differs in item 1 from item 0`);
});

test('a callback URL that differs is in no output', async () => {
	const callbackUrl = '=https://a.example/done?key=secret-{{ $json.name }}';
	const onError = 'continueRegularOutput';
	const { items } = await runNode(smsBatch({ callbackUrl }, { items: people, onError }));
	expect(JSON.stringify(items)).not.toContain('secret-');
});

/** What may be an expression and still comes to one value for all items. */
const fine: Array<[what: string, batch: Batch, parameters: INodeParameters]> = [
	['a text of the first item', smsBatch, { message: '={{ $("Input").first().json.name }}' }],
	['the same text', smsBatch, { message: '=Hi {{ $json.phone.slice(0, 3) }}' }],
	['a personal text', smsBatch, { messageType: 'personal', message: '=Hi {{ $json.name }}' }],
	['a name with the time', smsBatch, { name: '=Sale {{ $now.toISO() }}' }],
	['a random name', smsBatch, { name: '=Sale {{ Math.random() }}' }],
	[
		'a text with the time and what is the same in all items',
		smsBatch,
		{ message: '={{ $json.phone.slice(0, 3) }} at {{ $now.toISO() }}' },
	],
	[
		'a schedule from now on',
		smsBatch,
		{ options: { scheduleTime: "={{ $now.plus(2, 'hours') }}" } },
	],
	[
		'a schedule from now on, by a field of the items',
		emailBatch,
		{ options: { scheduleTime: "={{ $now.plus($json.phone.length, 'hours') }}" } },
	],
	['its own key for each', smsBatch, { options: { sendOnceKey: '={{ $json.phone }}' } }],
];

test.each(fine)('%s is sent', async (_, batch, parameters) => {
	const items = itemsOf(
		phones(300).map((phone, n) => ({ phone, email: `a${n}@example.com`, name: `N${n}` })),
	);
	const { error } = await runNode(batch(parameters, { items }));
	expect(error).toBeUndefined();
	expect(service.requests).toHaveLength(1);
});

test('values that are sent in the same form do not differ', async () => {
	const items = itemsOf(
		['2090-01-01T10:00', '2090-01-01 10:00:00.5'].map((at, n) => ({ ...people[n].json, at })),
	);
	const options = { scheduleTime: '={{ $json.at }}' };
	const { error } = await runNode(smsBatch({ options }, { items }));
	expect(error).toBeUndefined();
	expect(service.requests).toHaveLength(1);
});

test('in JSON the callback is one for all items, and the mailings are of each', async () => {
	const mailingsJson = `={{ [{ alphaname_id: "1", name: "A", message_type: "bulk", text: "Hi",
		delivery_list: [$json.phone] }] }}`;
	const json = { specifyMailings: 'json', mailingsJson };
	const differing = { ...json, callbackUrl: '=https://a.example/{{ $json.other }}' };
	const { error } = await runNode(smsBatch(differing, { items: people }));
	expect(error?.message).toBe(`'Callback URL' differs in item 1 from item 0`);
	expect(service.requests).toEqual([]);
	const same = await runNode(smsBatch(json, { items: people }));
	expect(same.error).toBeUndefined();
	expect(service.requests).toHaveLength(1);
});

test('values that only insert keys are compared in every item, others in the last one too', async () => {
	const all = phones(2_000).map((phone, n) => ({ phone, late: n === 1_001 ? 'x' : '' }));
	const items = itemsOf(all);
	const fast = await runNode(smsBatch({ message: '=Hi{{ $json.late }}' }, { items }));
	expect(fast.error?.message).toBe(`'Message' differs in item 1001 from item 0`);
	const last = itemsOf(all.map((one, n) => ({ ...one, late: n === 1_999 ? 'x' : '' })));
	const slow = { message: '=Hi{{ $json.late.trim() }}' };
	const { error } = await runNode(smsBatch(slow, { items: last }));
	expect(error?.message).toBe(`'Message' differs in item 1999 from item 0`);
});
