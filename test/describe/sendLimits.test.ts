import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { callers } from '../support/engine/callTool';
import { origin, token } from '../support/engine/credentials';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { type Answer, type SentRequest, Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	service = new Service(({ path }) => {
		const result = { id: 5, name: 'A', message: 'Hello {name}', message_id: 1, email_id: '1' };
		const record = { sms_id: 1, message_id: 1, parts: 1, uuid: 'u', status: 'OK' };
		return {
			body: { ...record, ...(path.includes('v2') && { result: { ...result, uuid: 'u' } }) },
		};
	});
});
afterEach(() => service.close());

const sender = byId(1363);
const sms = { resource: 'message', operation: 'send', sender, phone: PHONE, message: 'Hello' };
const viber = { ...sms, contentType: 'text' };
const batch = {
	resource: 'batch',
	operation: 'send',
	sender,
	batchSender: sender,
	mailingName: 'Sale',
	phone: '={{ $json.phone }}',
	message: 'Hello',
};
const account = (more: IDataObject) => ({ baseUrl: origin, token, ...more });
const peopleOf = (count: number, text = 'Hello') =>
	Array.from({ length: count }, (_, n) => ({ json: { phone: String(380501000000 + n), text } }));

/** 71 Cyrillic letters: two parts. */
const LONG = 'ї'.repeat(71);
const PARTS = /SMS parts/;
const mailingToList = {
	...{ resource: 'mailing', operation: 'create', sender, listId: byId(1), mailingName: 'A' },
};
/** Each way in which a text is sent as SMS. */
const textsOf = (
	message: string,
): Array<[string, node: string, INodeParameters, options: INodeParameters]> => [
	['an SMS', 'Sms', { ...sms, message }, {}],
	['a prepared SMS', 'Sms', { ...sms, operation: 'prepare', message }, {}],
	['an SMS mailing', 'Sms', { ...mailingToList, message }, {}],
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
const shown = (error?: Error) =>
	`${error?.message}\n${(error as { description?: string })?.description}`;
const errorsOf = ({ items }: { items: Array<{ json: IDataObject }> }) =>
	items.map(({ json: { error } }) => error);

describe('Max Parts per Message', () => {
	test.each(textsOf(LONG))(
		'rejects %s that has more parts, before anything is sent',
		async (_, node, parameters, options) => {
			const { error } = await run(node, parameters, { ...options, maxParts: 1 });
			expect(shown(error)).toMatch(
				/has [24] SMS parts in UCS-2 because of "ї" U\+0457 at position 1. The limit is 1 \('Max Parts per Message' in this step\)/,
			);
			expect(shown(error)).toContain('replace characters that are not in GSM-7.');
			expect(service.requests).toEqual([]);
			if (!['create', 'sendAndWait'].includes(String(parameters.operation))) {
				expect(
					(await run(node, parameters, { ...options, maxParts: 2 })).error,
				).toBeUndefined();
				expect(service.requests).toHaveLength(1);
			}
		},
	);

	test('accepts a long Viber message that is not forwarded as an SMS', async () => {
		const parameters = { ...viber, message: LONG };
		expect((await run('Viber', parameters, { maxParts: 1 })).error).toBeUndefined();
		const off = { maxParts: 1, forwardToSms: false };
		expect((await run('Viber', parameters, off)).error).toBeUndefined();
	});

	test('names a character that cannot be seen by its code point', async () => {
		const message = `Hello\u200b${'a'.repeat(80)}`;
		const { error } = await run('Sms', { ...sms, message }, { maxParts: 1 });
		expect(error?.message).toContain('because of U+200B at position 6.');
	});

	test.each([
		[{ maxParts: 1 }, { maxParts: '3' }, 'in this step'],
		[{ maxParts: 3 }, { maxParts: '1' }, 'in the credential'],
		[{}, { maxParts: 1 }, 'in the credential'],
	])(
		'applies the stricter limit of a step with %j and a credential with %j',
		async (options, limits, place) => {
			const credentials = account(limits);
			const { error } = await run('Sms', { ...sms, message: LONG }, options, { credentials });
			expect(error?.message).toContain(`The limit is 1 ('Max Parts per Message' ${place})`);
			expect(service.requests).toEqual([]);
		},
	);

	test('that an expression leaves empty is an error', async () => {
		const { error } = await run('Sms', sms, { maxParts: '={{ $json.none }}' });
		expect(error?.message).toBe("'Max Parts per Message' is empty");
		expect(service.requests).toEqual([]);
	});

	test('is in the dry run of a batch: the recipient is a reject', async () => {
		const items = [...peopleOf(1), { json: { phone: PHONE, text: LONG } }];
		const parameters = { ...batch, message: '={{ $json.text }}' };
		const goesOn = { items, onError: 'continueRegularOutput' } as const;
		const found = await run('Sms', parameters, { maxParts: 1, dryRun: true }, goesOn);
		expect(found.items[0].json).toMatchObject({
			recipients: 1,
			rejects: [{ index: 1, reason: expect.stringMatching(PARTS) }],
		});
	});

	test.each(callers)('holds for %s', async (_, call) => {
		const parameters = {
			...sms,
			message: "={{ $fromAI('message') }}",
			options: { maxParts: 1 },
		};
		const setting = { node: 'messagingServiceSms' as const, parameters };
		const response = await call(setting, { message: LONG }).catch((error: Error) => [
			{ error: error.message },
		]);
		expect(JSON.stringify(response)).toMatch(PARTS);
		expect(service.requests).toEqual([]);
	});
});

describe('Max Recipients per Run', () => {
	const single = { ...sms, phone: '={{ $json.phone }}' };
	const kinds: Array<[string, string, INodeParameters, number]> = [
		['SMS', 'Sms', single, 3],
		['prepared SMS', 'Sms', { ...single, operation: 'sendPrepared', messageId: byId(1) }, 3],
		['Viber messages', 'Viber', { ...single, contentType: 'text' }, 3],
		[
			'codes',
			'Verification',
			{
				resource: 'code',
				operation: 'sendTelegram',
				phone: '={{ $json.phone }}',
				code: '1234',
			},
			3,
		],
		[
			'emails',
			'Email',
			{
				resource: 'message',
				operation: 'send',
				senderEmail: 'a@example.com',
				email: '={{ $json.phone }}@example.com',
				subject: 'A',
				message: 'A',
			},
			3,
		],
		['an SMS batch', 'Sms', batch, 1],
		['a Viber batch', 'Viber', { ...batch, contentType: 'text' }, 1],
		[
			'an email batch',
			'Email',
			{
				resource: 'batch',
				operation: 'send',
				senderEmail: 'a@example.com',
				email: '={{ $json.phone }}@example.com',
				subject: 'A',
				message: 'A',
			},
			1,
		],
	];

	test.each(kinds)(
		'ends a run of %s with more recipients before anything is sent',
		async (_, node, parameters, requests) => {
			const items = peopleOf(3);
			const { error } = await run(node, parameters, { maxRecipients: 2 }, { items });
			expect(error?.message).toBe(
				"'Max Recipients per Run' is 2 in this step, but this run has 3 recipients",
			);
			expect(shown(error)).toContain('Nothing was sent.');
			expect(service.requests).toEqual([]);
			const allowed = await run(node, parameters, { maxRecipients: 3 }, { items });
			expect(allowed.error).toBeUndefined();
			expect(service.requests).toHaveLength(requests);
		},
	);

	test('sends nothing with Continue either: every item is an error', async () => {
		const more = { items: peopleOf(3), onError: 'continueRegularOutput' as const };
		for (const parameters of [single, batch]) {
			const found = await run('Sms', parameters, { maxRecipients: 2 }, more);
			expect(errorsOf(found)).toEqual(Array(3).fill(expect.stringMatching(/3 recipients/)));
		}
		expect(service.requests).toEqual([]);
	});

	test('counts a recipient of a batch once, whatever it is sent', async () => {
		const items = [...peopleOf(2), ...peopleOf(2)];
		const found = await run('Sms', batch, { maxRecipients: 2 }, { items });
		expect(found.error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
	});

	test('in the credential holds for a step that allows more', async () => {
		const more = { items: peopleOf(3), credentials: account({ maxRecipients: 2 }) };
		const { error } = await run('Sms', single, { maxRecipients: 100 }, more);
		expect(error?.message).toContain("'Max Recipients per Run' is 2 in the credential");
		expect(service.requests).toEqual([]);
	});

	test('counts what an earlier try of Retry On Fail has sent', async () => {
		let calls = 0;
		service.close();
		service = new Service(() =>
			++calls === 2 ? { status: 400, body: { error: 'No' } } : { body: { sms_id: 1 } },
		);
		const more = { items: peopleOf(3), retryOnFail: true, maxTries: 3 };
		const { error } = await run('Sms', single, { maxRecipients: 3 }, more);
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(4);
	});
});

test.each([
	['maxParts', 'many'],
	['maxRecipients', 0],
	['maxParts', 1.5],
])('a credential with %s of %p is an error that names the field', async (name, value) => {
	const { error } = await run('Sms', sms, {}, { credentials: account({ [name]: value }) });
	expect(error?.message).toMatch(/in the credential is "\w+\.?\d*", which is not a whole number/);
	expect(service.requests).toEqual([]);
});

describe('without a limit of parts', () => {
	const HUGE = 'a'.repeat(153 * 10 + 1);
	test.each(textsOf(HUGE))('%s has at most 10', async (_, node, parameters, options) => {
		const { error } = await run(node, parameters, options);
		expect(shown(error)).toMatch(
			/has 1[12] SMS parts in GSM-7\. The limit is 10 \('Max Parts per Message' is not set\)/,
		);
		expect(shown(error)).toContain("set 'Max Parts per Message'");
		expect(service.requests).toEqual([]);
	});

	test('Max Parts per Message of the step or the credential allows more', async () => {
		const long = { ...sms, message: HUGE };
		expect((await run('Sms', long, { maxParts: 11 })).error).toBeUndefined();
		const credentials = account({ maxParts: 11 });
		expect((await run('Sms', long, {}, { credentials })).error).toBeUndefined();
		expect(service.requests).toHaveLength(2);
	});

	test('a Viber message that is not forwarded has no limit', async () => {
		expect((await run('Viber', { ...viber, message: HUGE }, {})).error).toBeUndefined();
	});
});

describe('Max Recipients per Run for mailings to contact lists', () => {
	const create = {
		...{ resource: 'mailing', operation: 'create', sender, listId: byId(7) },
		message: '={{ $json.text }}',
	};
	const confirm = { resource: 'mailing', operation: 'confirm', mailingId: '={{ $json.id }}' };
	const mailings = [
		{ id: 5, count_phones: 60 },
		{ id: '6', count_phones: '41' },
		{ id: 7, count_phones: 0 },
		{ id: 8, count_phones: '' },
		{ id: 9 },
	];
	const items = (...ids: number[]) => ids.map((id) => ({ json: { id, text: `Text ${id}` } }));
	const confirmed = () =>
		service.requests
			.filter(({ path }) => path.includes('confirm'))
			.map(({ form }) => new Map(form).get('message_id'));
	const serve = (answer: (request: SentRequest, index: number) => Answer) => {
		service.close();
		service = new Service(answer);
	};
	const listing = () =>
		serve(({ path }) => ({
			body: path.includes('getSMS')
				? { status: 'success', data: mailings }
				: { status: 'OK', success: true },
		}));
	/** A mailing of as many subscribers as its text says. */
	const creating = () =>
		serve(({ form }, index) => {
			const [, count] = new Map(form).get('message')?.split(' ') ?? [];
			return {
				body: {
					status: 'OK',
					result: { message_id: 70 + index, count_subscribers: JSON.parse(count) },
				},
			};
		});

	test('confirms SMS mailings that have no more phones together', async () => {
		listing();
		const max = { maxRecipients: 101 };
		expect((await run('Sms', confirm, max, { items: items(5, 6, 7) })).error).toBeUndefined();
		expect(confirmed()).toEqual(['5', '6', '7']);
		expect(service.requests.filter(({ path }) => path.includes('getSMS'))).toHaveLength(1);
	});

	test.each([
		[{ maxRecipients: 100 }, {}, 'in this step'],
		[{}, { maxRecipients: '100' }, 'in the credential'],
	])(
		'confirms none of more phones, with %j and a credential with %j',
		async (options, limits, place) => {
			listing();
			const more = { items: items(5, 6), credentials: account(limits) };
			const { error } = await run('Sms', confirm, options, more);
			expect(error?.message).toBe(
				`'Max Recipients per Run' is 100 ${place}, but this run has 101 recipients`,
			);
			expect(shown(error)).toContain('Confirm fewer or smaller mailings. Nothing was sent.');
			expect(confirmed()).toEqual([]);
		},
	);

	test.each([8, 9, 10])('does not confirm mailing %d, whose phones are not known', async (id) => {
		listing();
		const more = { items: items(id, 5), onError: 'continueRegularOutput' as const };
		const { items: output } = await run('Sms', confirm, { maxRecipients: 100 }, more);
		expect(output[0].json).toMatchObject({
			error: expect.stringContaining('does not say how many recipients the mailing has'),
			...{ error_kind: 'invalid', is_sent: false },
		});
		expect(confirmed()).toEqual(['5']);
	});

	test('asks for no list of mailings without a limit', async () => {
		listing();
		await run('Sms', confirm, {}, { items: items(5) });
		expect(service.requests).toHaveLength(1);
	});

	test('creates a Viber mailing of as many subscribers', async () => {
		creating();
		const found = await run('Viber', create, { maxRecipients: 100 }, { items: items(100) });
		expect(found.items[0].json).toMatchObject({ message_id: 70, count_subscribers: 100 });
	});

	const retried = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	test('a Viber mailing of more is an error that names it, and no try makes a second one', async () => {
		creating();
		const more = { items: items(101), ...retried };
		const { error } = await run('Viber', create, { maxRecipients: 100 }, more);
		expect(error?.message).toBe(
			"'Max Recipients per Run' is 100 in this step, but this run has 101 recipients",
		);
		expect(shown(error)).toContain(
			'Mailing 70 was created. It is not sent unless you confirm it.',
		);
		expect(service.requests).toHaveLength(1);
	});

	test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'with %s, its item has the message_id, and the mailings that fit are returned',
		async (onError) => {
			creating();
			const options = { maxRecipients: 100, maxInFlight: 1 };
			const more = { items: items(101, 60, 41, 40), ...retried, onError };
			const found = await run('Viber', create, options, more);
			const output = [...found.items, ...found.errorItems].map(({ json }) => json);
			const failed = {
				error: expect.stringContaining('Max Recipients'),
				error_kind: 'invalid',
			};
			expect(output).toHaveLength(4);
			expect(output).toEqual(
				expect.arrayContaining([
					expect.objectContaining({ ...failed, message_id: 70, count_subscribers: 101 }),
					expect.objectContaining({ message_id: 71, count_subscribers: 60 }),
					expect.objectContaining({ ...failed, message_id: 72, count_subscribers: 41 }),
					expect.objectContaining({ message_id: 73, count_subscribers: 40 }),
				]),
			);
			expect(service.requests).toHaveLength(4);
		},
	);

	test.each(['null', '"many"', '-1', '1.5', '{}'])(
		'a Viber mailing of %s subscribers is an error that names it',
		async (count) => {
			creating();
			const more = { items: [{ json: { text: `Text ${count}` } }] };
			const { error } = await run('Viber', create, { maxRecipients: 100 }, more);
			expect(shown(error)).toMatch(/does not say how many.*\nMailing 70 was created/);
		},
	);

	test('a limit that is none is an error before a mailing is created', async () => {
		creating();
		const { error } = await run('Viber', create, { maxRecipients: 'few' }, { items: items(1) });
		expect(error?.message).toContain('Max Recipients per Run');
		expect(service.requests).toEqual([]);
	});
});
