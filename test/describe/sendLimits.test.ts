import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { toolCallers } from '../support/engine/callTool';
import { origin, token } from '../support/engine/credentials';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { descriptionOf, itemOfError, jsonsOf } from '../run/sending/observed';

const service = useService(({ path }) => {
	const result = { id: 5, name: 'A', message: 'Hello {name}', message_id: 1, email_id: '1' };
	const record = { sms_id: 1, message_id: 1, parts: 1, uuid: 'u', status: 'OK' };
	return {
		body: { ...record, ...(path.includes('v2') && { result: { ...result, uuid: 'u' } }) },
	};
});

const sender = byId(1363);
const sms = { resource: 'message', operation: 'send', sender, phone: PHONE, message: 'Hello' };
const viber = { ...sms, contentType: 'text' };
const phone = '={{ $json.phone }}';
const batch = {
	...{ resource: 'batch', operation: 'send', sender, batchSender: sender },
	...{ mailingName: 'Sale', phone, message: 'Hello' },
};
const account = (more: IDataObject) => ({ baseUrl: origin, token, ...more });
const peopleOf = (count: number, text = 'Hello') =>
	Array.from({ length: count }, (_, n) => ({ json: { phone: String(380501000000 + n), text } }));

/** 71 Cyrillic letters: two parts. */
const LONG = 'ї'.repeat(71);
const PARTS = /SMS parts/;
const mailing = { resource: 'mailing', operation: 'create', sender };
/** Returns each kind of step that sends a text as SMS. */
const textsOf = (
	message: string,
): Array<[string, node: string, INodeParameters, options: INodeParameters]> => [
	['an SMS', 'Sms', { ...sms, message }, {}],
	['a prepared SMS', 'Sms', { ...sms, operation: 'prepare', message }, {}],
	['an SMS mailing', 'Sms', { ...mailing, listId: byId(1), mailingName: 'A', message }, {}],
	['an SMS that waits', 'Sms', { ...sms, operation: 'sendAndWait', message }, {}],
	['a Viber message with Forward to SMS', 'Viber', { ...viber, message }, { forwardToSms: true }],
	['a batch', 'Sms', { ...batch, phone: PHONE, message }, {}],
];

const run = async (
	node: string,
	parameters: INodeParameters,
	options: INodeParameters,
	more: Partial<RunSetting> = {},
) =>
	await runNode({
		node: `messagingService${node}` as NodeName,
		parameters: { ...parameters, options },
		...more,
	});
/** Returns the error of a step that sends nothing. */
const rejected = async (...args: Parameters<typeof run>) => {
	const result = await run(...args);
	expect(service.requests).toEqual([]);
	return `${result.error?.message}\n${descriptionOf(result)}`;
};
const goOn = { onError: 'continueRegularOutput' } as const;

describe('Max Parts per Message', () => {
	test.each(textsOf(LONG))(
		'rejects %s that has more parts, before anything is sent',
		async (_, node, parameters, options) => {
			const shown = await rejected(node, parameters, { ...options, maxParts: 1 });
			expect(shown).toMatch(
				/has [24] SMS parts in UCS-2 because of "ї" U\+0457 at position 1. The limit is 1 \('Max Parts per Message' in this step\)/,
			);
			expect(shown).toContain('replace characters that are not in GSM-7.');
			if (['create', 'sendAndWait'].includes(String(parameters.operation))) return;
			const allowed = await run(node, parameters, { ...options, maxParts: 2 });
			expect([allowed.error, service.requests.length]).toEqual([undefined, 1]);
		},
	);

	test('names a character that cannot be seen by its code point', async () => {
		const message = `Hello\u200b${'a'.repeat(80)}`;
		const shown = await rejected('Sms', { ...sms, message }, { maxParts: 1 });
		expect(shown).toContain('because of U+200B at position 6.');
	});

	test.each([
		[{ maxParts: 1 }, { maxParts: '3' }, 'in this step'],
		[{ maxParts: 3 }, { maxParts: '1' }, 'in the credential'],
		[{}, { maxParts: 1 }, 'in the credential'],
		[{ maxParts: 1 }, { maxParts: 1 }, 'in this step'],
	])('applies the stricter limit of %j and the credential %j', async (options, limits, where) => {
		const credentials = account(limits);
		const shown = await rejected('Sms', { ...sms, message: LONG }, options, { credentials });
		expect(shown).toContain(`The limit is 1 ('Max Parts per Message' ${where})`);
	});

	test('rejects an expression that is empty', async () => {
		const shown = await rejected('Sms', sms, { maxParts: '={{ $json.none }}' });
		expect(shown).toMatch(/^'Max Parts per Message' is empty/);
	});

	test('lists a recipient with a longer message as rejected in the dry run of a batch', async () => {
		const items = [...peopleOf(1), { json: { phone: PHONE, text: LONG } }];
		const parameters = { ...batch, message: '={{ $json.text }}' };
		const options = { maxParts: 1, dryRun: true };
		const [json] = jsonsOf(await run('Sms', parameters, options, { items, ...goOn }));
		const rejects = [{ index: 1, reason: expect.stringMatching(PARTS) }];
		expect(json).toMatchObject({ recipients: 1, rejects });
	});

	test.each(toolCallers)('limits a message that is sent by %s', async (_, call) => {
		const message = "={{ $fromAI('message') }}";
		const parameters = { ...sms, message, options: { maxParts: 1 } };
		const records = await call({ node: 'messagingServiceSms', parameters }, { message: LONG })
			// n8n Agents throw an error instead of returning an error item.
			.catch(({ message: error }: Error) => [{ error }]);
		expect(JSON.stringify(records)).toMatch(PARTS);
		expect(service.requests).toEqual([]);
	});
});

describe('without Max Parts per Message', () => {
	const HUGE = 'a'.repeat(153 * 10 + 1);
	test.each(textsOf(HUGE))('%s has at most 10 parts', async (_, node, parameters, options) => {
		const shown = await rejected(node, parameters, options);
		expect(shown).toMatch(
			/has 1[12] SMS parts in GSM-7\. The limit is 10 \('Max Parts per Message' is not set\)/,
		);
		expect(shown).toContain("set 'Max Parts per Message'");
	});

	test('the limit of the step or of the credential allows more than 10', async () => {
		const long = { ...sms, message: HUGE };
		const credentials = account({ maxParts: 11 });
		const found = [await run('Sms', long, { maxParts: 11 })];
		found.push(await run('Sms', long, {}, { credentials }));
		expect(found.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(service.requests).toHaveLength(2);
	});

	test.each([{}, { maxParts: 1 }, { maxParts: 1, forwardToSms: false }])(
		'a Viber message that is not forwarded has no limit of parts with %j',
		async (options) => {
			expect(
				(await run('Viber', { ...viber, message: HUGE }, options)).error,
			).toBeUndefined();
		},
	);
});

const MANY = "'Max Recipients per Run' is 2 in this step, but this run has 3 recipients";

describe('Max Recipients per Run', () => {
	const single = { ...sms, phone };
	const prepared = { ...single, operation: 'sendPrepared', messageId: byId(1) };
	const code = { resource: 'code', operation: 'sendTelegram', phone, code: '1234' };
	const email = {
		...{ operation: 'send', senderEmail: 'a@example.com', email: `${phone}@example.com` },
		...{ subject: 'A', message: 'A' },
	};
	test.each<[string, node: string, INodeParameters, requests: number]>([
		['SMS', 'Sms', single, 3],
		['prepared SMS', 'Sms', prepared, 3],
		['Viber messages', 'Viber', { ...single, contentType: 'text' }, 3],
		['codes', 'Verification', code, 3],
		['emails', 'Email', { resource: 'message', ...email }, 3],
		['an SMS batch', 'Sms', batch, 1],
		['a Viber batch', 'Viber', { ...batch, contentType: 'text' }, 1],
		['an email batch', 'Email', { resource: 'batch', ...email }, 1],
	])(
		'ends a run of %s with more recipients before anything is sent',
		async (_, node, parameters, requests) => {
			const items = peopleOf(3);
			const shown = await rejected(node, parameters, { maxRecipients: 2 }, { items });
			expect(shown).toMatch(new RegExp(`^${MANY}\n.*Nothing was sent\\.`));
			const allowed = await run(node, parameters, { maxRecipients: 3 }, { items });
			expect([allowed.error, service.requests.length]).toEqual([undefined, requests]);
		},
	);

	test.each([
		['SMS', single],
		['a batch', batch],
	])('with Continue makes every item of %s an error', async (_, parameters) => {
		const more = { items: peopleOf(3), ...goOn };
		const output = jsonsOf(await run('Sms', parameters, { maxRecipients: 2 }, more));
		expect(output.map(({ error }) => error)).toEqual(Array(3).fill(MANY));
		expect(service.requests).toEqual([]);
	});

	test('counts a recipient of a batch once, however many texts are for it', async () => {
		const items = [...peopleOf(2), ...peopleOf(2)];
		const found = await run('Sms', batch, { maxRecipients: 2 }, { items });
		expect([found.error, service.requests.length]).toEqual([undefined, 1]);
	});

	test('in the credential limits a step that allows more', async () => {
		const more = { items: peopleOf(3), credentials: account({ maxRecipients: 2 }) };
		const shown = await rejected('Sms', single, { maxRecipients: 100 }, more);
		expect(shown).toContain("'Max Recipients per Run' is 2 in the credential");
	});

	test('does not count again a recipient that an earlier try of Retry On Fail has sent to', async () => {
		const failed = { status: 400, body: { error: 'No' } };
		service.answer((_, index) => (index === 1 ? failed : { body: { sms_id: 1 } }));
		const more = { items: peopleOf(3), retryOnFail: true, maxTries: 3 };
		const { error } = await run('Sms', single, { maxRecipients: 3 }, more);
		expect([error, service.requests.length]).toEqual([undefined, 4]);
	});
});

test.each([
	['maxParts', 'many'],
	['maxRecipients', 0],
	['maxParts', 1.5],
])('a credential with %s of %p is an error that names the field', async (name, value) => {
	const shown = await rejected('Sms', sms, {}, { credentials: account({ [name]: value }) });
	expect(shown).toMatch(/in the credential is "\w+\.?\d*", which is not a whole number/);
});

describe('Max Recipients per Run for mailings to contact lists', () => {
	const create = { ...mailing, listId: byId(7), message: '={{ $json.text }}' };
	const confirm = { resource: 'mailing', operation: 'confirm', mailingId: '={{ $json.id }}' };
	const mailings = [
		...[
			{ id: 5, count_phones: 60 },
			{ id: '6', count_phones: '41' },
		],
		...[{ id: 7, count_phones: 0 }, { id: 8, count_phones: '' }, { id: 9 }],
	];
	const items = (...ids: unknown[]) =>
		ids.map((id) => ({ json: { id, text: `Text ${String(id)}` } as IDataObject }));
	const requestsTo = (name: string) => service.requests.filter(({ path }) => path.includes(name));
	const confirmed = () =>
		requestsTo('confirm').map(({ form }) => new Map(form).get('message_id'));
	const listing = () =>
		service.answer(({ path }) => ({
			body: path.includes('getSMS')
				? { status: 'success', data: mailings }
				: { status: 'OK', success: true },
		}));
	/** Creates a mailing whose text is its number of subscribers. */
	const creating = () =>
		service.answer(({ form }, index) => {
			const [, count] = new Map(form).get('message')?.split(' ') ?? [];
			const result = { message_id: 70 + index, count_subscribers: JSON.parse(count) };
			return { body: { status: 'OK', result } };
		});
	const confirming = async (options: IDataObject, more: Partial<RunSetting>) =>
		await run('Sms', confirm, options as INodeParameters, more);
	const creatingWith = async (maxRecipients: unknown, more: Partial<RunSetting>) =>
		await run('Viber', create, { maxRecipients, maxInFlight: 1 } as INodeParameters, more);

	test('confirms SMS mailings that have together no more phones than the limit', async () => {
		listing();
		const { error } = await confirming({ maxRecipients: 101 }, { items: items(5, 6, 7) });
		expect(error).toBeUndefined();
		expect(confirmed()).toEqual(['5', '6', '7']);
		expect(requestsTo('getSMS')).toHaveLength(1);
	});

	test.each([
		[{ maxRecipients: 100 }, {}, 'in this step'],
		[{}, { maxRecipients: '100' }, 'in the credential'],
	])('does not confirm mailings with more phones: step %j, credential %j', async (...row) => {
		const [options, limits, where] = row;
		listing();
		const more = { items: items(5, 6), credentials: account(limits) };
		const found = await confirming(options, more);
		expect(found.error?.message).toBe(
			`'Max Recipients per Run' is 100 ${where}, but this run has 101 recipients`,
		);
		expect(descriptionOf(found)).toContain(
			'Confirm fewer or smaller mailings. Nothing was sent.',
		);
		expect(confirmed()).toEqual([]);
	});

	test.each([8, 9, 10])('does not confirm mailing %d, whose phones are not known', async (id) => {
		listing();
		const more = { items: items(id, 5), ...goOn };
		const [json] = jsonsOf(await confirming({ maxRecipients: 100 }, more));
		expect(json).toMatchObject({
			error: expect.stringContaining('does not say how many recipients the mailing has'),
			...{ error_kind: 'invalid', is_sent: false },
		});
		expect(confirmed()).toEqual(['5']);
		const stopped = await confirming({ maxRecipients: 100 }, { items: items(id) });
		expect(descriptionOf(stopped)).toContain(
			'To confirm the mailing anyway, remove the limit.',
		);
	});

	test('does not read the list of mailings if there is no limit', async () => {
		listing();
		await confirming({}, { items: items(5) });
		expect(service.requests).toHaveLength(1);
	});

	test('the dry run of a mailing shows its number of phones only if there is a limit', async () => {
		listing();
		const shown = async (options: IDataObject) =>
			jsonsOf(await confirming({ ...options, dryRun: true }, { items: items(5, 7) })).map(
				(json) => ['recipients' in json, json.recipients],
			);
		expect(await shown({ maxRecipients: 101 })).toEqual([
			[true, 60],
			[true, 0],
		]);
		const absent = [false, undefined];
		expect(await shown({})).toEqual([absent, absent]);
		expect(confirmed()).toEqual([]);
	});

	test('creates a Viber mailing with exactly as many subscribers as the limit', async () => {
		creating();
		const [json] = jsonsOf(await creatingWith(100, { items: items(100) }));
		expect(json).toMatchObject({ message_id: 70, count_subscribers: 100 });
	});

	const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	test('a Viber mailing with too many subscribers is an error with its ID, and no try creates a second one', async () => {
		creating();
		const found = await creatingWith(100, { items: items(101), ...retried });
		expect(found.error?.message).toBe(
			"'Max Recipients per Run' is 100 in this step, but this run has 101 recipients",
		);
		expect(descriptionOf(found)).toContain(
			'Mailing 70 was created. The mailing is not sent unless you confirm it.',
		);
		expect(service.requests).toHaveLength(1);
	});

	test('the error of a Viber mailing that is too large for the rest of the limit names its item', async () => {
		creating();
		const { error } = await creatingWith(100, { items: items(60, 41) });
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with %s, the item of a mailing that is too large has its message_id, and the others are returned',
		async (onError) => {
			creating();
			const more = { items: items(101, 60, 41, 40), ...retried, onError };
			const found = await creatingWith(100, more);
			const output = [...found.items, ...found.errorItems].map(({ json }) => json);
			const error = expect.stringContaining('this run has 101 recipients') as string;
			const failed = { error, error_kind: 'invalid' };
			output.sort((a, b) => Number(a.message_id) - Number(b.message_id));
			expect(output).toMatchObject([
				{ ...failed, message_id: 70, count_subscribers: 101 },
				{ message_id: 71, count_subscribers: 60 },
				{ ...failed, message_id: 72, count_subscribers: 41 },
				{ message_id: 73, count_subscribers: 40 },
			]);
			expect(service.requests).toHaveLength(4);
		},
	);

	test.each(['null', '"many"', '-1', '1.5', '{}'])(
		'a Viber mailing whose number of subscribers is %s is an error with its ID',
		async (count) => {
			creating();
			const found = await creatingWith(100, { items: items(count) });
			expect(found.error?.message).toContain('is 100 in this step, but the service does not');
			expect(descriptionOf(found)).toMatch(/^Mailing 70 was created/);
		},
	);

	test('a later try counts the subscribers of the mailings that an earlier one created', async () => {
		service.answer((_, index) => {
			const created = { message_id: 70 + index, count_subscribers: index === 0 ? 60 : 41 };
			return index === 1
				? { body: { error: 'Try again' } }
				: { body: { status: 'OK', result: created } };
		});
		const found = await creatingWith(100, { items: items(1, 2), ...retried });
		expect(found.error?.message).toContain('this run has 101 recipients');
		expect(service.requests).toHaveLength(3);
	});

	test('the error of mailings that are too large together names the item that exceeds the limit', async () => {
		creating();
		const found = await creatingWith(100, { items: items(60, 41) });
		expect(found.error?.message).toContain('this run has 101 recipients');
		expect(itemOfError(found)).toBe(1);
	});

	test('the error of a mailing shows at most 100 characters of its ID', async () => {
		const result = { message_id: '7'.repeat(101), count_subscribers: 101 };
		service.answer(() => ({ body: { status: 'OK', result } }));
		const description = descriptionOf(await creatingWith(100, { items: items(1) }));
		expect(description).toContain(`Mailing ${'7'.repeat(100)} was created`);
	});

	test('an invalid limit is an error before a mailing is created', async () => {
		creating();
		const { error } = await creatingWith('few', { items: items(1) });
		expect(error?.message).toContain('Max Recipients per Run');
		expect(service.requests).toEqual([]);
	});
});
