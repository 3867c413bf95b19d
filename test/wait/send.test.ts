import { ExecuteContext } from 'n8n-core';
import {
	type IDataObject,
	type INodeParameters,
	NodeHelpers,
	WAIT_INDEFINITELY,
} from 'n8n-workflow';
import { OTHER_PHONE, PHONE } from '../contract/row';
import { token } from '../support/engine/credentials';
import { loadNode } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { newNode } from '../support/newNode';
import { type Answer, Service, type SentRequest } from '../support/engine/service';
import { callers, fromAgent } from '../support/engine/callTool';
import { sentLinks, startWaiting } from '../support/waiting';
import { VALUE } from '../run/sending/kinds';
import { throwing } from '../run/sending/observed';
import { valuesOf } from '../../nodes/shared/describe/field';
import { limitWaitTime } from '../../nodes/shared/wait/limitFields';
import { limit } from '../support/limitWaitTime';
import { ask, asking, sent } from './asking';

const phonesOf = (requests: SentRequest[]) =>
	requests.map(({ query }) => query.find(([name]) => name === 'phone')?.[1]);
const everyPhone = [PHONE, OTHER_PHONE, '380501112233'];
const toAll = { phone: everyPhone.join(', ') };

/** Runs the step against a service with these answers, in their order. */
async function send(setting: ReturnType<typeof asking>, answers: Answer[]) {
	const service: Service = new Service(
		() => answers[service.requests.length - 1] ?? answers.at(-1),
	);
	try {
		const run = await runNode(setting);
		return { ...run, requests: service.requests, links: sentLinks(service) };
	} finally {
		service.close();
	}
}
const accepted = { body: sent };
const rejected = { status: 400, body: { error: 'Bad sender' } };
const lost = { status: 500, body: 'oops' };
const details = (error?: Error) =>
	`${error?.message} ${(error as { description?: string } | undefined)?.description}`;

const fields = valuesOf(limitWaitTime);
const dateField = fields.find(({ name }) => name === 'maxDateAndTime');
const [example] = /\d{4}-\S+\d/.exec(dateField?.description ?? '') ?? [''];

describe('an execution', () => {
	test('waits after the message was sent', async () => {
		const { result } = await ask();
		expect(result.execution?.status).toBe('waiting');
		expect(result.items.map(({ json }) => json)).toEqual([
			{ ...sent, phone: PHONE, is_sent: true },
		]);
	});

	test.each<[string, IDataObject, number]>([
		['an hour, where n8n fills in its defaults', {}, 3_600_000],
		['minutes', { resumeAmount: 5, resumeUnit: 'minutes' }, 5 * 60_000],
		['half an hour', { limitType: 'afterTimeInterval', resumeAmount: 0.5 }, 30 * 60_000],
		['days', { resumeAmount: 2, resumeUnit: 'days' }, 48 * 3_600_000],
		[
			'days from an expression',
			{ resumeAmount: '={{ 2 }}', resumeUnit: '={{ "days" }}' },
			48 * 3_600_000,
		],
		['ten years', { resumeAmount: 3_650, resumeUnit: 'days' }, 3_650 * 24 * 3_600_000],
		['few seconds', { resumeAmount: 0.1, resumeUnit: 'minutes' }, 6_000],
		[
			"the example of the field's description",
			{ limitType: 'atSpecifiedTime', maxDateAndTime: example },
			Date.parse(`${example}Z`) - Date.now(),
		],
		[
			'a time',
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now.plus(3, "hours") }}' },
			3 * 3_600_000,
		],
	])('waits for %s', async (_, values, wanted) => {
		const { result } = await ask(limit(values as INodeParameters));
		const { waitTill } = result.execution?.data ?? {};
		const milliseconds = Number(new Date(waitTill ?? 0)) - Date.now();
		expect(Math.abs(milliseconds - wanted)).toBeLessThan(60_000);
	});

	test.each([{}, { options: { limitWaitTime: {} } }])(
		'waits without a limit: %j',
		async (parameters) => {
			const { result } = await ask(parameters);
			expect(new Date(result.execution?.data.waitTill ?? 0)).toEqual(WAIT_INDEFINITELY);
		},
	);

	test.each<[string, IDataObject, IDataObject]>([
		['approval', {}, { approved: false }],
		['text', { responseType: 'freeText' }, { text: null }],
		['choice', { responseType: 'choice', choices: 'A\nB' }, { choice: null }],
	])('returns no %s at the time limit', async (_, parameters, none) => {
		const items = [
			{
				json: {
					...{ order: 7, approved: true, chatInput: 'Yes', data: { approved: true } },
					...{ error: 'x', sms_id: 1 },
				},
			},
		];
		const { afterTimeLimit } = await ask(parameters as never, { items });
		expect(afterTimeLimit()?.json).toEqual({
			order: 7,
			...sent,
			phone: PHONE,
			is_sent: true,
			data: { ...none, timedOut: true, respondedAt: null },
		});
		expect(Object.keys(afterTimeLimit()?.json ?? {}).slice(0, 2)).toEqual(['data', 'phone']);
		expect(Object.keys(afterTimeLimit()?.json ?? {}).at(-1)).toBe('order');
	});
});

describe('several recipients', () => {
	test('get a link of their own each, and a phone that is there twice gets one', async () => {
		const { links, requests, items } = await send(
			asking({ phone: `${toAll.phone};+${PHONE}` }),
			[accepted],
		);
		expect(phonesOf(requests)).toEqual(everyPhone);
		expect(new Set(links).size).toBe(3);
		expect(items[0].json.messages).toHaveLength(3);
	});

	test.each([
		['anna@example.com, anna@EXAMPLE.com, Anna@example.com', ['anna@example.com']],
		[
			'anna@ex\u00e4mple.com, anna@exa\u0308mple.com, anna@xn--exmple-cua.com',
			['anna@ex\u00e4mple.com'],
		],
		[
			'zo\u00eb@example.com, zoe\u0308@example.com, zoe@example.com',
			['zo\u00eb@example.com', 'zoe@example.com'],
		],
		['"attacker@evil.example, Anna" <anna@example.com>', ['anna@example.com']],
		['"<z@z.example>, Anna" <anna@example.com>', ['anna@example.com']],
		[
			'"a@evil.example\n Anna" <anna@example.com>; bob@example.com',
			['anna@example.com', 'bob@example.com'],
		],
		[
			'"Doe, Anna" <anna@example.com>, bob@example.com',
			['anna@example.com', 'bob@example.com'],
		],
		[
			'Anna (Doe, CEO) <anna@example.com>, bob@example.com',
			['anna@example.com', 'bob@example.com'],
		],
		[
			'“Doe, Anna” <anna@example.com>\nbob@example.com',
			['anna@example.com', 'bob@example.com'],
		],
		["'anna@example.com', 'bob@example.com'", ['anna@example.com', 'bob@example.com']],
	])('get one email for each mailbox, however it is written: %s', async (email, expected) => {
		const { requests, items } = await send(
			{
				node: 'messagingServiceEmail',
				parameters: {
					...{ resource: 'message', operation: 'sendAndWait', subject: 'Refund' },
					...{ senderEmail: 'shop@example.com', message: 'Refund 40 EUR?' },
					email,
				},
			},
			[{ body: { status: 'OK', result: { email_id: 1 } } }],
		);
		const addresses = requests.map(({ form, parts }) =>
			(form ?? parts?.map(({ name, value }) => [name, value]))?.find(
				([name]) => name === 'email',
			),
		);
		expect(addresses.map((pair) => pair?.[1])).toEqual(expected);
		expect(items[0].json.messages ?? [items[0].json]).toHaveLength(expected.length);
	});

	test('are named by their place if one is wrong, and nobody gets the message', async () => {
		const { error, requests } = await send(asking({ phone: `${PHONE}, 12` }), [accepted]);
		expect(error?.message).toContain('(recipient 2)');
		expect(requests).toEqual([]);
	});

	test.each<[what: string, answers: Answer[], said: string]>([
		[
			'the second fails',
			[accepted, rejected],
			'Sent: recipient 1 (sms_id 9001). Failed: recipient 2. Not sent: recipient 3.',
		],
		[
			'the first fails',
			[rejected],
			'Failed: recipient 1. Not sent: recipients 2-3. Nothing was sent.',
		],
		[
			'the last fails',
			[accepted, accepted, rejected],
			'Sent: recipient 1 (sms_id 9001), recipient 2 (sms_id 9001). Failed: recipient 3.',
		],
		[
			'the outcome of the second is unknown',
			[accepted, lost],
			'Sent: recipient 1 (sms_id 9001). May have been sent: recipient 2. Not sent: recipient 3.',
		],
	])('are distinguished if %s, and no link leads anywhere', async (_, answers, said) => {
		const { error, requests, execution } = await send(
			asking(toAll, answers.at(-1) === lost ? { retryOnFail: true, maxTries: 3 } : {}),
			answers,
		);
		if (answers.at(-1) === rejected) expect(details(error)).toContain('Bad sender');
		const ending =
			' The workflow does not wait for a response, so the links that were sent lead nowhere.';
		expect(details(error)).toContain(said + (answers[0] === rejected ? '' : ending));
		for (const phone of everyPhone) expect(details(error)).not.toContain(phone);
		expect(phonesOf(requests)).toEqual(everyPhone.slice(0, answers.length));
		expect(execution?.status).toBe('error');
		expect(execution?.data.waitTill).toBeUndefined();
	});

	test('are not said to have got nothing if the rate limit stops the second', async () => {
		const limited = { status: 429, headers: { 'retry-after': '999' }, body: 'Slow down' };
		const { error } = await send(asking(toAll), [accepted, limited]);
		expect(details(error)).toContain('Sent: recipient 1 (sms_id 9001).');
		expect(details(error)).not.toContain('Nothing was sent');
	});

	const limited = { status: 429, headers: { 'retry-after': '999' }, body: 'Slow down' };
	test.each<[what: string, Answer[], told: string, kind: string, is_sent: boolean | null]>([
		[
			'the second is rejected',
			[accepted, rejected],
			'Bad sender. Sent: recipient 1 (sms_id 9001). Failed: recipient 2.',
			...(['unknown', null] as const),
		],
		[
			'the last is rejected',
			[accepted, accepted, rejected],
			'recipient 2 (sms_id 9001). Failed: recipient 3.',
			...(['unknown', null] as const),
		],
		[
			'the second is rate limited',
			[accepted, limited],
			'Sent: recipient 1 (sms_id 9001). Failed: recipient 2.',
			...(['unknown', null] as const),
		],
		[
			'the outcome of the second is unknown',
			[accepted, lost],
			'Sent: recipient 1 (sms_id 9001). May have been sent: recipient 2.',
			...(['unknown', null] as const),
		],
		[
			'the outcome of the first is unknown',
			[lost],
			'The message may have been sent. May have been sent: recipient 1. Not sent: recipients 2-3.',
			...(['unknown', null] as const),
		],
		[
			'the first is rejected',
			[rejected],
			'Nothing was sent. Failed: recipient 1. Not sent: recipients 2-3.',
			...(['rejected', false] as const),
		],
		[
			'the first is rate limited',
			[limited],
			'Nothing was sent. Failed: recipient 1. Not sent: recipients 2-3.',
			...(['rate_limited', false] as const),
		],
	])(
		'are one error item, which says who got the message, also by error_kind and is_sent, if %s: nothing waits',
		async (_, answers, told, error_kind, is_sent) => {
			for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
				const { items, errorItems, requests, execution } = await send(
					asking(toAll, { onError }),
					answers,
				);
				expect(requests).toHaveLength(answers.length);
				expect([...items, ...errorItems].map(({ json }) => json)).toEqual([
					expect.objectContaining({
						error: expect.stringContaining(told) as string,
						error_kind,
						is_sent,
					}),
				]);
				expect(execution?.status).toBe('success');
			}
		},
	);

	test('are each sent to once under Retry On Fail, with the link that they have', async () => {
		const { links, requests, execution } = await send(
			asking(toAll, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }),
			[accepted, rejected, accepted],
		);
		expect(phonesOf(requests)).toEqual([PHONE, OTHER_PHONE, OTHER_PHONE, everyPhone[2]]);
		expect(links[1]).toBe(links[2]);
		expect(execution?.status).toBe('waiting');
	});
});

test('an execution that n8n cannot put to wait says who got the message', async () => {
	jest.spyOn(ExecuteContext.prototype, 'putExecutionToWait').mockRejectedValue(
		new Error('Disk full'),
	);
	const { error, requests } = await send(asking(), [accepted]);
	jest.restoreAllMocks();
	expect(requests).toHaveLength(1);
	expect(details(error)).toMatch(/^Disk full .*Sent: recipient 1 \(sms_id 9001\)/);
	expect(details(error)).not.toContain('Nothing was sent');
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'an execution that n8n cannot put to wait hands no answer on: %s',
	async (onError) => {
		jest.spyOn(ExecuteContext.prototype, 'putExecutionToWait').mockRejectedValue(
			new Error('Disk full'),
		);
		const { items, errorItems } = await send(asking({}, { onError }), [accepted]);
		jest.restoreAllMocks();
		const output = [...items, ...errorItems];
		expect(output).toHaveLength(1);
		expect(output[0].json.error).toMatch(/Disk full.*Sent: recipient 1 \(sms_id 9001\)/s);
		expect(output[0].json.data).toBeUndefined();
	},
);

test('an input item whose JSON is null is asked about', async () => {
	const { error, requests } = await send(asking({}, { items: [{ json: null as never }] }), [
		accepted,
	]);
	expect([error, requests.length]).toEqual([undefined, 1]);
});

test('a later try whose expression throws says which recipients have the message', async () => {
	const timeout = VALUE.replace('$json.value', '20000');
	const { error } = await send(
		asking(
			{ phone: `${PHONE}, ${OTHER_PHONE}`, requestOptions: { timeout } },
			{
				...{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
				items: throwing([{ json: {} }], { 0: (attempt) => attempt > 1 }),
			},
		),
		[accepted, rejected],
	);
	expect(details(error)).toContain(
		'Sent by an earlier try: recipient 1 (sms_id 9001). Nothing else was sent. The workflow does not wait for a response',
	);
});

const frozen = Object.freeze({ data: {}, source: null });

describe('nothing waits', () => {
	test.each<[string, INodeParameters]>([
		['Amount', { resumeAmount: 0.01, resumeUnit: 'minutes' }],
		['Amount', { resumeAmount: '={{ 0.5 / 3600 }}', resumeUnit: 'hours' }],
		['Amount', { resumeAmount: '={{ 0.00005 }}', resumeUnit: 'days' }],
		[
			'Max Date and Time',
			{ limitType: 'atSpecifiedTime', maxDateAndTime: "={{ $now.plus(4, 'seconds') }}" },
		],
	])(
		'for a time in which nobody can respond (%s, %j): nothing is sent',
		async (label, values) => {
			const { error, requests } = await send(asking(limit(values)), [accepted]);
			expect(error?.message).toBe(`'${label}' is less than 5 seconds from now`);
			expect(error).toMatchObject({ description: expect.stringContaining('longer time') });
			expect(requests).toEqual([]);
		},
	);

	test.each(['soon', '={{ true }}', 0])(
		'for an amount that is no number above 0 (%j): nothing is sent',
		async (resumeAmount) => {
			const { error, requests } = await send(asking(limit({ resumeAmount })), [accepted]);
			expect(error?.message).toMatch(/^'Amount' is .*, which is not a number above 0$/);
			expect(requests).toEqual([]);
		},
	);

	test('for a time limit that has passed by a minute: nothing is sent', async () => {
		const maxDateAndTime = '={{ $now.minus(1, "minute") }}';
		const { error, requests } = await send(
			asking(limit({ limitType: 'atSpecifiedTime', maxDateAndTime })),
			[accepted],
		);
		expect(error?.message).toMatch(/^'Max Date and Time' is .* which is in the past/);
		expect(requests).toEqual([]);
	});

	test('after an unknown outcome, and no other try sends again', async () => {
		const setting = asking({}, { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 });
		const { error, requests, execution } = await send(setting, [lost]);
		expect(requests).toHaveLength(1);
		expect(details(error)).toMatch(/may have been sent/);
		expect(execution?.status).toBe('error');
	});

	test('unless the option resends it: then the same link is sent again', async () => {
		const setting = asking(
			{ options: { resendUnknown: true } },
			{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		);
		const { links, execution } = await send(setting, [lost, accepted]);
		expect(links).toHaveLength(2);
		expect(execution?.status).toBe('waiting');
	});

	test.each([undefined, 'continueRegularOutput'] as const)(
		'for several input items: nothing is sent, with %s',
		async (onError) => {
			const { error, items, requests } = await send(
				asking({}, { items: [{ json: {} }, { json: {} }], onError }),
				[accepted],
			);
			expect(requests).toEqual([]);
			const told = error ? details(error) : JSON.stringify(items.map(({ json }) => json));
			expect(told).toMatch(/2 input items/);
			if (!error) return;
			expect(told).toMatch(/n8n's note.* first input item,.*Loop Over Items.*Execute Once/);
			// The error is about no item in particular.
			expect((error as { context?: object }).context).not.toHaveProperty('itemIndex', 0);
		},
	);

	test.each<[what: string, change: (stored: object) => object]>([
		['a copy of', (stored) => ({ ...stored })],
		['a frozen copy of', () => frozen],
	])('if a newer n8n returns %s what it stores: nothing is sent', async (_, change) => {
		const spy = jest.spyOn(ExecuteContext.prototype, 'getExecuteData');
		spy.mockImplementation(function (this: { executeData: object }) {
			return change(this.executeData) as never;
		} as never);
		const { error, requests } = await send(asking(), [accepted]);
		jest.restoreAllMocks();
		expect(error?.message).toContain('cannot wait in this version of n8n');
		expect(requests).toEqual([]);
	});

	test('if an MCP server or an older agent calls the step as a tool: nothing is sent', async () => {
		const service = new Service(() => accepted);
		for (const [, call] of callers.filter(([, one]) => one !== fromAgent)) {
			const answer = await call(asking(), {}).catch((error: Error) => error.message);
			expect(String(answer)).toMatch(/cannot wait in a tool of this kind.*Human Review/s);
		}
		expect(service.requests).toEqual([]);
		service.close();
	});
});

describe('with Continue, a step that failed', () => {
	const data = { approved: true, respondedAt: '2030-01-01T00:00:00.000Z', responder: PHONE };
	const before = { json: { order: 7, approved: true, data } };

	test.each<[string, number, object, Answer, (boolean | null)?]>([
		['was rejected', 1, {}, { status: 400, body: { error: 'Bad sender' } }],
		['may have been sent', 1, {}, { status: 500, body: 'Oops' }, null],
		['has a wrong phone', 1, { phone: 'x' }, { body: sent }],
		[
			'has a time limit in the past',
			1,
			limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00' }),
			{ body: sent },
		],
		['has two items', 2, {}, { body: sent }],
	])(
		'and %s has no approval of an earlier step',
		async (_, count, parameters, answer, wasSent = false) => {
			const service = new Service(() => answer);
			const items = Array.from({ length: count }, () => before);
			const more = { items, onError: 'continueRegularOutput' as const };
			const result = await runNode(asking(parameters as never, more));
			service.close();
			expect(result.items.map(({ json }) => json)).toEqual(
				items.map(() => ({
					phone: expect.any(String),
					order: 7,
					error: expect.any(String),
					error_kind: expect.any(String),
					is_sent: wasSent,
				})),
			);
		},
	);
});

test('no error repeats the link, also if the service does', async () => {
	const service: Service = new Service(({ query }) => ({
		status: 400,
		body: { error: `Rejected: ${query.find(([name]) => name === 'message')?.[1]}` },
	}));
	const { error } = await runNode(asking());
	const [link] = sentLinks(service);
	service.close();
	const told = JSON.stringify([error, details(error)]);
	expect(told).toContain('Rejected');
	for (const secret of [...new URL(link).searchParams.values(), token]) {
		expect(told).not.toContain(secret);
	}
});

describe('the page of an email', () => {
	const letter = { senderEmail: 'shop@example.com', email: 'ann@example.com', subject: 'Refund' };
	const pageOf = async (parameters: IDataObject) => {
		const waiting = await startWaiting(
			{
				node: 'messagingServiceEmail',
				parameters: {
					resource: 'message',
					operation: 'sendAndWait',
					...letter,
					...parameters,
				} as INodeParameters,
			},
			{ status: 'OK', result: { email_id: '7' } },
		);
		try {
			return await (await fetch(waiting.links[0])).text();
		} finally {
			await waiting.close();
		}
	};

	test.each([
		['of a text shows it', 'Pay 40 EUR\nto <Ann>?', 'Pay 40 EUR\nto &#60;Ann&#62;?'],
		[
			'of a text with tags shows them',
			'<script>alert(1)</script>',
			'&#60;script&#62;alert(1)&#60;/script&#62;',
		],
	])('%s', async (_, message, text) => {
		expect(await pageOf({ message })).toContain(
			`<p class="text" lang="" dir="auto">${text}</p>`,
		);
	});

	test('shows Page Message in place of it', async () => {
		const options = { messageFormat: 'html', pageMessage: 'Details' };
		const page = await pageOf({ message: '<p>Pay?</p>', options });
		expect(page).toContain('>Details</p>');
		expect(page).not.toContain('Pay?');
	});

	test('of HTML has only the title', async () => {
		const page = await pageOf({ message: '<p>Pay?</p>', options: { messageFormat: 'html' } });
		expect(page).toContain('>Refund</h1>');
		expect(page).not.toContain('class="text"');
	});
});

test.each([
	['messagingServiceSms', 9],
	['messagingServiceViber', 9],
	['messagingServiceEmail', 10],
] as const)('the form of %s shows %i things at first', async (name, count) => {
	const { description } = await loadNode(name);
	const parameters = { resource: 'message', operation: 'sendAndWait' };
	const node = newNode('Ask', name, parameters);
	const { properties } = description;
	const filled = NodeHelpers.getNodeParameters(
		properties,
		parameters,
		true,
		false,
		node,
		description,
	);
	const shown = properties.filter(
		(one) =>
			one.name !== 'requestOptions' &&
			NodeHelpers.displayParameter(filled ?? {}, one, node, description),
	);
	expect(shown.map(({ displayName }) => displayName)).toHaveLength(count);
});
