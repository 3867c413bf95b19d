import type { IDataObject, INodeParameters, NodeOperationError } from 'n8n-workflow';
import { byId } from '../contract/row';
import { type RunSetting, runNode } from '../support/engine/runNode';
import { type SentRequest, Service } from '../support/engine/service';
import { type Made, sendPrepared, sendSms } from '../support/operations';

let service: Service;
/** When each message came, by its phone. */
let times: Record<string, number>;
/** What the service answers when it is asked for the template. */
let template: () => { status?: number; body: IDataObject };

const text = () => ({ body: { status: 'OK', result: { id: 5, message: 'Hello {name}' } } });

beforeEach(() => {
	times = {};
	template = text;
	service = new Service(({ path, query }: SentRequest) => {
		if (path.endsWith('getTemplateMessageById')) return template();
		times[String(new Map(query).get('phone'))] = Date.now();
		return { body: { sms_id: 1, status: 'NEW', parts: 1 } };
	});
});
afterEach(() => service.close());

const phones = ['380501000001', '380501000002', '380501000003', '380501000004', '380501000005'];
const itemsOf = (all: string[]) => all.map((phone) => ({ json: { phone, text: 'Hello' } }));
const oneBad = [...phones.slice(0, 3), 'call me', phones[4]];
const good = (all: string[]) => all.filter((phone) => phone !== 'call me');

type Make = (more?: INodeParameters, setting?: Partial<RunSetting>) => RunSetting;
const makeOf =
	({ node, parameters }: Made): Make =>
	(more, setting) => ({
		node,
		parameters: { ...parameters, ...more },
		items: itemsOf(phones),
		...setting,
	});
const sms = makeOf(sendSms());
/** Of these nothing has to be asked for first. */
const prepared = makeOf(sendPrepared());
const fromTemplate = (name = 'you'): INodeParameters => ({
	messageSource: 'template',
	templateId: byId('5'),
	placeholders: { values: [{ name: 'name', value: name }] },
});
const inBatches = (batchSize: number, batchInterval: number): INodeParameters => ({
	requestOptions: { batching: { batch: { batchSize, batchInterval } } },
});

const kinds: Array<[how: string, parameters: INodeParameters, make: Make]> = [
	['at once', {}, sms],
	["with n8n's own batching", inBatches(2, 20), sms],
	['with a text that is asked for', fromTemplate(), sms],
	['prepared, at once', {}, prepared],
	["prepared, with n8n's own batching", inBatches(2, 20), prepared],
];

describe.each(kinds)('items that come %s', (_, parameters, make) => {
	test('are all sent, each once', async () => {
		const { error, items } = await runNode(make(parameters));
		if (error) throw error;
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			phones.map((__, item) => ({ item })),
		);
		expect(Object.keys(times).sort()).toEqual(phones);
	});

	test('are not sent when one of them is bad', async () => {
		const { error } = await runNode(make(parameters, { items: itemsOf(oneBad) }));
		expect(error?.message).toMatch(/^'Phone'/);
		expect((error as Error & { context: IDataObject }).context.itemIndex).toBe(3);
		expect(times).toEqual({});
	});

	test('are sent without the bad one under Continue', async () => {
		const setting = { items: itemsOf(oneBad), onError: 'continueRegularOutput' } as const;
		const { items } = await runNode(make(parameters, setting));
		expect(items.map(({ json }) => typeof json.error)).toEqual(
			oneBad.map((phone) => (phone === 'call me' ? 'string' : 'undefined')),
		);
		expect(Object.keys(times).sort()).toEqual(good(oneBad));
	});
});

test.each([
	[[1], ''],
	[[1, 3], '1 more item has an error (item 3). Nothing was sent.'],
	[[1, 3, 4], '2 more items have errors (items 3-4). Nothing was sent.'],
])('of the bad items %j the first one fails the step, and names the others', async (bad, rest) => {
	const all = phones.map((phone, item) => (bad.includes(item) ? 'call me' : phone));
	const { error } = await runNode(sms({}, { items: itemsOf(all) }));
	const { context, description } = error as NodeOperationError;
	expect(context.itemIndex).toBe(1);
	const [, more = ''] = (description ?? '').split(/(?=\d more items? ha)/);
	expect(more).toBe(rest);
});

test("n8n's own batching: so many at a time, so far apart", async () => {
	const { error } = await runNode(sms(inBatches(2, 400)));
	if (error) throw error;
	const [one, two, three, four, five] = phones.map((phone) => times[phone]);
	expect([two - one, four - three].every((gap) => Math.abs(gap) < 250)).toBe(true);
	expect(three - one).toBeGreaterThanOrEqual(250);
	expect(five - one).toBeGreaterThanOrEqual(550);
});

describe('a text that is asked for', () => {
	const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const asked = () => service.requests.filter(({ path }) => path.includes('Template')).length;

	test('is asked for once', async () => {
		const { error } = await runNode(sms(fromTemplate()));
		if (error) throw error;
		expect(asked()).toBe(1);
	});

	test('is that of the item, where items choose different ones', async () => {
		const texts = new Map([
			['5', 'Hello {name}'],
			['6', 'Bye {name}'],
		]);
		service.close();
		service = new Service(({ path, query, form }: SentRequest) => {
			const id = new Map([...query, ...(form ?? [])]).get('template_id') ?? '';
			if (!path.endsWith('getTemplateMessageById'))
				return { body: { sms_id: 1, status: 'NEW' } };
			return { body: { status: 'OK', result: { id, message: texts.get(id) } } };
		});
		const items = ['5', '6', '5'].map((id, n) => ({ json: { id, phone: phones[n] } }));
		const templateId = { ...byId('5'), value: '={{ $json.id }}' };
		const { error } = await runNode(sms({ ...fromTemplate(), templateId }, { items }));
		if (error) throw error;
		const sent = service.requests.filter(({ path }) => path.endsWith('sendQuickSMS'));
		const heard = sent.map(({ query }) => [
			new Map(query).get('phone'),
			new Map(query).get('message'),
		]);
		expect(heard.sort()).toEqual([
			[phones[0], 'Hello you'],
			[phones[1], 'Bye you'],
			[phones[2], 'Hello you'],
		]);
		expect(asked()).toBe(2);
	});

	test('that the service refuses fails the step: nothing is sent', async () => {
		template = () => ({ status: 404, body: { message: 'No such template' } });
		const { error } = await runNode(sms(fromTemplate()));
		expect(error?.message).toBe("No such template ('Template' 5)");
		expect(times).toEqual({});
	});

	test('is asked for again by Retry On Fail', async () => {
		template = () => {
			template = text;
			return { status: 404, body: { message: 'No such template' } };
		};
		const { error } = await runNode(sms(fromTemplate(), retry));
		if (error) throw error;
		expect([asked(), Object.keys(times).length]).toEqual([2, phones.length]);
	});

	test('is asked for again by Retry On Fail that continues', async () => {
		template = () => {
			template = text;
			return { status: 404, body: { message: 'No such template' } };
		};
		const onError = 'continueRegularOutput';
		const { items } = await runNode(sms(fromTemplate(), { ...retry, onError }));
		expect(items.filter(({ json }) => json.error)).toEqual([]);
		expect([asked(), Object.keys(times).length]).toEqual([2, phones.length]);
	});

	test('with a name that has no value fails the step: the field is named', async () => {
		const { error } = await runNode(sms(fromTemplate('')));
		expect(error?.message).toMatch(/^'Placeholders' have no value for \{name\}/);
		expect(times).toEqual({});
	});
});

describe('a kind of message that an expression chooses', () => {
	test.each([
		['text', 'Hello'],
		['template', 'Hello you'],
	])('%s', async (messageSource, message) => {
		const chosen = { ...fromTemplate(), messageSource: `={{ "${messageSource}" }}` };
		const { error } = await runNode(sms(chosen, { items: itemsOf([phones[0]]) }));
		if (error) throw error;
		const sent = service.requests.filter(({ path }) => path.endsWith('sendQuickSMS'));
		expect(sent.map(({ query }) => new Map(query).get('message'))).toEqual([message]);
	});
});

describe('everything that is wrong with an item', () => {
	const wrong = {
		phone: 'call me',
		message: '={{ "" }}',
		options: { sendBetween: 'at night', maxParts: 'many', showCost: '={{ "maybe" }}' },
	};
	const labels = [
		"'Phone' ",
		"'Message' ",
		"'Max Parts per Message' ",
		"'Send Between' ",
		"'Show Cost' ",
	];
	const named = (text: unknown) => labels.filter((label) => String(text).includes(label));

	test('is one error, with what to do about each field', async () => {
		const { error } = await runNode(sms(wrong, { items: itemsOf(['1', '2']) }));
		expect(named(error?.message)).toEqual(labels);
		const { description } = error as NodeOperationError;
		expect(description).toMatch(/^'Phone': .*'Message': Fill in this field\..*'Show Cost': /);
		expect(description?.match(/Nothing was sent\./g)).toHaveLength(1);
		expect(times).toEqual({});
	});

	test('is one error of its item under Continue, and the others are sent', async () => {
		const from = { phone: '={{ $json.phone }}', message: '={{ $json.phone ? "Hello" : "" }}' };
		const setting = {
			items: itemsOf([phones[0], '']),
			onError: 'continueRegularOutput',
		} as const;
		const { items } = await runNode(sms(from, setting));
		expect(items.map(({ json }) => json.error)).toEqual([
			undefined,
			"'Phone' is empty. 'Message' is empty",
		]);
	});

	test('is said once if several fields depend on it', async () => {
		const parameters = {
			resource: 'message',
			operation: 'send',
			contentType: '={{ "video" }}',
		};
		const { error } = await runNode({
			node: 'messagingServiceViber',
			parameters: { ...parameters, sender: byId('21'), phone: 'call me', buttonLink: 'x' },
		});
		expect(error?.message.match(/'Content Type'/g)).toHaveLength(1);
		expect(error?.message).toMatch(/'Phone' is not/);
	});

	test.each<[string, RunSetting['node'], INodeParameters, string[]]>([
		[
			'a batch',
			'messagingServiceSms',
			{ resource: 'batch', operation: 'send', options: { scheduleTime: 'soon' } },
			["'Phone' ", "'Message' ", "'Schedule Time' "],
		],
		[
			'a wait',
			'messagingServiceSms',
			{ resource: 'message', operation: 'sendAndWait', options: { pageLanguage: 'xx' } },
			["'Phone' ", "'Message' ", "'Page Language' "],
		],
		[
			'a code',
			'messagingServiceVerification',
			{ resource: 'code', operation: 'check', token: '={{ null }}' },
			["'Token' ", "'Phone' ", "'Code' "],
		],
	])('is one error of %s', async (_, node, parameters, all) => {
		const given = { phone: '={{ "call me" }}', message: '={{ null }}', code: '={{ "" }}' };
		const { error } = await runNode({
			node,
			parameters: { sender: byId('1363'), mailingName: 'March', ...given, ...parameters },
		});
		expect(all.filter((label) => !error?.message.includes(label))).toEqual([]);
		expect(times).toEqual({});
	});
});
