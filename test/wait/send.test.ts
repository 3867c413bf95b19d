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
import { toolCallers, callByAgent } from '../support/engine/callTool';
import { sentLinks, startWaiting } from '../support/waiting';
import { VALUE } from '../run/sending/kinds';
import { throwing } from '../run/sending/observed';
import { fieldsInGroup } from '../../nodes/shared/describe/field';
import { limitWaitTime } from '../../nodes/shared/wait/limitFields';
import { limitWait } from '../support/limitWait';
import { ask, asking, sent } from './asking';

const phonesOf = (requests: SentRequest[]) =>
	requests.map(({ query }) => query.find(([name]) => name === 'phone')?.[1]);
const everyPhone = [PHONE, OTHER_PHONE, '380501112233'];
const toAll = { phone: everyPhone.join(', ') };

/** Runs the step against a service with these responses, in their order. */
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
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const details = (error?: Error) =>
	`${error?.message} ${(error as { description?: string } | undefined)?.description}`;

const limited = { status: 429, headers: { 'retry-after': '999' }, body: 'Slow down' };

const dateField = fieldsInGroup(limitWaitTime).find(({ name }) => name === 'maxDateAndTime');
const [example = ''] = /\d{4}-\S+\d/.exec(dateField?.description ?? '') ?? [];
const until = (maxDateAndTime: string) => ({ limitType: 'atSpecifiedTime', maxDateAndTime });
const MINUTE = 60_000;

describe('an execution that sends and waits', () => {
	test('waits after the message was sent', async () => {
		const { result } = await ask();
		expect(result.execution?.status).toBe('waiting');
		expect(result.items.map(({ json }) => json)).toEqual([
			{ ...sent, phone: PHONE, is_sent: true },
		]);
	});

	test.each<[IDataObject, minutes: number]>([
		// n8n's default is an hour.
		[{}, 60],
		[{ resumeAmount: 5, resumeUnit: 'minutes' }, 5],
		[{ limitType: 'afterTimeInterval', resumeAmount: 0.5 }, 30],
		[{ resumeAmount: '={{ 2 }}', resumeUnit: '={{ "days" }}' }, 2 * 1440],
		[{ resumeAmount: 3_650, resumeUnit: 'days' }, 3_650 * 1440],
		[{ resumeAmount: 0.1, resumeUnit: 'minutes' }, 0.1],
		[until('={{ $now.plus(3, "hours") }}'), 180],
	])('waits with the time limit %j for %d minutes', async (values, minutes) => {
		const { result } = await ask(limitWait(values as INodeParameters));
		const { waitTill } = result.execution?.data ?? {};
		const waits = Number(new Date(waitTill ?? 0)) - Date.now();
		expect(Math.abs(waits - minutes * MINUTE)).toBeLessThan(MINUTE);
	});

	test('waits for 5 seconds, which is the shortest time limit', async () => {
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		const amount = { resumeAmount: '={{ 5 / 60 }}', resumeUnit: 'minutes' };
		const { result } = await ask(limitWait(amount));
		clock.mockRestore();
		expect(result.execution?.data.waitTill).toEqual(new Date(now + 5_000));
	});

	test('waits until the specified time', async () => {
		const { result } = await ask(limitWait(until(example) as INodeParameters));
		expect(result.execution?.data.waitTill).toEqual(new Date(`${example}Z`));
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
		const earlier = { approved: true, chatInput: 'Yes', data: { approved: true } };
		const items = [{ json: { order: 7, ...earlier, error: 'x', sms_id: 1 } }];
		const { outputAfterTimeLimit } = await ask(parameters as never, { items });
		const json = outputAfterTimeLimit()?.json ?? {};
		expect(json).toEqual({
			...{ order: 7, ...sent, phone: PHONE, is_sent: true },
			data: { ...none, timedOut: true, respondedAt: null },
		});
		expect(Object.keys(json).slice(0, 2)).toEqual(['data', 'phone']);
		expect(Object.keys(json).at(-1)).toBe('order');
	});
});

describe('several recipients of a wait', () => {
	test('get one link each, even if a phone is entered twice', async () => {
		const { links, requests, items } = await send(
			asking({ phone: `${toAll.phone};+${PHONE}` }),
			[accepted],
		);
		expect(phonesOf(requests)).toEqual(everyPhone);
		expect(new Set(links).size).toBe(3);
		expect(items[0].json.messages).toHaveLength(3);
	});

	test.each([
		['anna@example.com, anna@EXAMPLE.com, Anna@example.com', 'anna@example.com'],
		['anna@exämple.com, anna@exa\u0308mple.com, anna@xn--exmple-cua.com', 'anna@exämple.com'],
		['zoë@example.com, zoe\u0308@example.com, zoe@a.com', 'zoë@example.com zoe@a.com'],
		['"attacker@evil.example, Anna" <anna@example.com>', 'anna@example.com'],
		['"<z@z.example>, Anna" <anna@example.com>', 'anna@example.com'],
		['"a@evil.example\n Anna" <anna@a.com>; bob@a.com', 'anna@a.com bob@a.com'],
		['"Doe, Anna" <anna@example.com>, bob@a.com', 'anna@example.com bob@a.com'],
		['Anna (Doe, CEO) <anna@example.com>, bob@a.com', 'anna@example.com bob@a.com'],
		['“Doe, Anna” <anna@example.com>\nbob@a.com', 'anna@example.com bob@a.com'],
		["'anna@example.com', 'bob@a.com'", 'anna@example.com bob@a.com'],
	])('get one email for each mailbox, however it is written: %s', async (email, expected) => {
		const parameters = {
			...{ resource: 'message', operation: 'sendAndWait', subject: 'Refund' },
			...{ senderEmail: 'shop@example.com', message: 'Refund 40 EUR?', email },
		};
		const { requests, items } = await send({ node: 'messagingServiceEmail', parameters }, [
			{ body: { status: 'OK', result: { email_id: 1 } } },
		]);
		const addresses = requests.map(({ form, parts }) => {
			const fields = form ?? parts?.map(({ name, value }) => [name, value]);
			return fields?.find(([name]) => name === 'email')?.[1];
		});
		expect(addresses).toEqual(expected.split(' '));
		expect(items[0].json.messages ?? [items[0].json]).toHaveLength(addresses.length);
	});

	test('get an email whose built-in texts are in Page Language', async () => {
		const parameters = {
			...{ resource: 'message', operation: 'sendAndWait', subject: 'Refund' },
			...{ senderEmail: 'shop@example.com', email: 'anna@example.com', message: 'May we?' },
			options: { pageLanguage: 'de' },
		};
		const { requests } = await send({ node: 'messagingServiceEmail', parameters }, [
			{ body: { status: 'OK', result: { email_id: 1 } } },
		]);
		const { form, parts } = requests[0];
		expect(JSON.stringify(form ?? parts)).toContain('Falls die Schaltfläche nicht');
	});

	test('get nothing if one is invalid, and the error names its position', async () => {
		const { error, requests } = await send(asking({ phone: `${PHONE}, 12` }), [accepted]);
		expect(error?.message).toContain('(recipient 2)');
		expect(requests).toEqual([]);
	});

	const FIRST = 'Sent: recipient 1 (sms_id 9001)';
	const NONE = 'Failed: recipient 1. Not sent: recipients 2-3.';
	const LOST = 'May have been sent: recipient';
	type Failed = [string, answers: Answer[], report: string, kind: string, is_sent: false | null];
	const second = [accepted, rejected];
	const last = [accepted, accepted, rejected];
	test.each<Failed>([
		['the first fails', [rejected], NONE, 'rejected', false],
		['the first is rate limited', [limited], NONE, 'rate_limited', false],
		['the second fails', second, `${FIRST}. Failed: recipient 2.`, 'unknown', null],
		['the second is rate limited', [accepted, limited], `${FIRST}. Failed`, 'unknown', null],
		[
			'the last fails',
			last,
			'recipient 2 (sms_id 9001). Failed: recipient 3.',
			'unknown',
			null,
		],
		['the first may be sent', [lost], `${LOST} 1. Not sent: recipients 2-3`, 'unknown', null],
		['the second may be sent', [accepted, lost], `${FIRST}. ${LOST} 2.`, 'unknown', null],
	])(
		'are listed by outcome in the error if %s, and the execution does not wait',
		async (_, answers, report, error_kind, is_sent) => {
			const { error, requests, execution } = await send(asking(toAll), answers);
			const told = details(error);
			expect(told).toContain(report);
			expect(told.includes('Nothing was sent.')).toBe(is_sent === false);
			const nowhere = ', so the links that were sent do not work.';
			expect(told.includes(nowhere)).toBe(is_sent === null);
			for (const phone of everyPhone) expect(told).not.toContain(phone);
			expect(phonesOf(requests)).toEqual(everyPhone.slice(0, answers.length));
			expect(execution?.status).toBe('error');
			expect(execution?.data.waitTill).toBeUndefined();
			for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
				const run = await send(asking(toAll, { onError }), answers);
				expect(run.requests).toHaveLength(answers.length);
				expect(run.execution?.status).toBe('success');
				const [json, ...others] = [...run.items, ...run.errorItems].map(
					(item) => item.json,
				);
				expect(json).toMatchObject({ error_kind, is_sent });
				expect([json.error, others]).toEqual([expect.stringContaining(report), []]);
			}
		},
	);

	test('are each sent to once with Retry On Fail, and keep their link', async () => {
		const { links, requests, execution } = await send(asking(toAll, retrying), [
			...[accepted, rejected, accepted],
		]);
		expect(phonesOf(requests)).toEqual([PHONE, OTHER_PHONE, OTHER_PHONE, everyPhone[2]]);
		expect(links[1]).toBe(links[2]);
		expect(execution?.status).toBe('waiting');
	});
});

test.each([undefined, 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'an execution that n8n cannot put to wait says who got the message, and returns no response: %s',
	async (onError) => {
		jest.spyOn(ExecuteContext.prototype, 'putExecutionToWait').mockRejectedValue(
			new Error('Disk full'),
		);
		const { error, items, errorItems, requests } = await send(asking({}, { onError }), [
			accepted,
		]);
		jest.restoreAllMocks();
		const output = [...items, ...errorItems].map(({ json }) => json);
		expect([requests.length, output.length]).toEqual([1, onError ? 1 : 0]);
		const told = onError ? String(output[0].error) : details(error);
		expect(told).toMatch(/^Disk full.*Sent: recipient 1 \(sms_id 9001\)/s);
		expect(told).not.toContain('Nothing was sent');
		expect(output[0]?.data).toBeUndefined();
	},
);

test('a question is sent for an input item whose JSON is null', async () => {
	const { error, requests } = await send(asking({}, { items: [{ json: null as never }] }), [
		accepted,
	]);
	expect([error, requests.length]).toEqual([undefined, 1]);
});

test('a later try of a wait whose expression throws says which recipients have the message', async () => {
	const timeout = VALUE.replace('$json.value', '20000');
	const items = throwing([{ json: {} }], { 0: (attempt) => attempt > 1 });
	const phone = `${PHONE}, ${OTHER_PHONE}`;
	const { error } = await send(
		asking({ phone, requestOptions: { timeout } }, { ...retrying, maxTries: 2, items }),
		[accepted, rejected],
	);
	expect(details(error)).toContain(
		'Sent by an earlier try: recipient 1 (sms_id 9001). Nothing else was sent. The workflow does not wait for a response',
	);
});

const frozen = Object.freeze({ data: {}, source: null });

describe('an execution does not wait', () => {
	const SHORT = /^'(Amount|Max Date and Time)' is less than 5 seconds from now .*Extend the wait/;
	const NO_AMOUNT = /^'Amount' is .*, which is not a number above 0 /;
	test.each<[INodeParameters, RegExp]>([
		[{ resumeAmount: 0.01, resumeUnit: 'minutes' }, SHORT],
		[{ resumeAmount: '={{ 0.5 / 3600 }}', resumeUnit: 'hours' }, SHORT],
		[{ resumeAmount: '={{ 0.00005 }}', resumeUnit: 'days' }, SHORT],
		[until("={{ $now.plus(4, 'seconds') }}"), SHORT],
		[
			{ resumeAmount: 3_651, resumeUnit: 'days' },
			/^'Amount' is more than 3,650 days from now .*Shorten the wait/,
		],
		[{ resumeAmount: 'soon' }, NO_AMOUNT],
		[{ resumeAmount: '={{ true }}' }, NO_AMOUNT],
		[{ resumeAmount: 0 }, NO_AMOUNT],
		[
			until('={{ $now.minus(1, "minute") }}'),
			/^'Max Date and Time' is .* which is in the past/,
		],
	])('and sends nothing with the time limit %j', async (values, told) => {
		const { error, requests } = await send(asking(limitWait(values)), [accepted]);
		expect(details(error)).toMatch(told);
		expect(requests).toEqual([]);
	});

	test('after an unknown outcome, and no later try resends the message', async () => {
		const { error, requests, execution } = await send(asking({}, retrying), [lost]);
		expect(requests).toHaveLength(1);
		expect(details(error)).toMatch(/may have been sent/);
		expect(execution?.status).toBe('error');
	});

	test('after an unknown outcome unless Resend If Unknown is on, which sends the same link again', async () => {
		const setting = asking({ options: { resendUnknown: true } }, retrying);
		const { links, execution } = await send(setting, [lost, accepted]);
		expect([links.length, new Set(links).size]).toEqual([2, 1]);
		expect(execution?.status).toBe('waiting');
	});

	test.each([undefined, 'continueRegularOutput'] as const)(
		'and sends nothing for several input items, with %s',
		async (onError) => {
			const { error, items, requests } = await send(
				asking({}, { items: [{ json: {} }, { json: {} }], onError }),
				[accepted],
			);
			expect(requests).toEqual([]);
			const told = error ? details(error) : JSON.stringify(items.map(({ json }) => json));
			expect(told).toMatch(/2 input items/);
			if (!error) return;
			expect(told).toMatch(/Loop Over Items.*Execute Once.*note of n8n.* first input item/);
			// The error does not belong to one item.
			expect((error as { context?: object }).context).not.toHaveProperty('itemIndex', 0);
		},
	);

	test.each<[what: string, change: (stored: object) => object]>([
		['a copy of', (stored) => ({ ...stored })],
		['a frozen copy of', () => frozen],
	])('and sends nothing if a newer n8n returns %s what it stores', async (_, change) => {
		const spy = jest.spyOn(ExecuteContext.prototype, 'getExecuteData');
		spy.mockImplementation(function (this: { executeData: object }) {
			return change(this.executeData) as never;
		} as never);
		const { error, requests } = await send(asking(), [accepted]);
		jest.restoreAllMocks();
		expect(error?.message).toContain('cannot wait in this version of n8n');
		expect(requests).toEqual([]);
	});

	test('and sends nothing if an MCP server or an older agent calls the step as a tool', async () => {
		const service = new Service(() => accepted);
		for (const [, call] of toolCallers.filter(([, one]) => one !== callByAgent)) {
			const answer = await call(asking(), {}).catch((error: Error) => error.message);
			expect(String(answer)).toMatch(/cannot wait in a tool of this kind.*Human Review/s);
		}
		expect(service.requests).toEqual([]);
		service.close();
	});
});

describe('with Continue, a Send and Wait that failed', () => {
	const data = { approved: true, respondedAt: '2030-01-01T00:00:00.000Z', responder: PHONE };
	const before = { json: { order: 7, approved: true, data } };

	test.each<[string, number, object, Answer, (boolean | null)?]>([
		['was rejected', 1, {}, rejected],
		['may have been sent', 1, {}, lost, null],
		['has an invalid phone', 1, { phone: 'x' }, accepted],
		['has a time limit in the past', 1, limitWait(until('2020-01-01T00:00')), accepted],
		['has two items', 2, {}, accepted],
	])(
		'and %s does not return the approval of an earlier step',
		async (_, count, parameters, answer, wasSent = false) => {
			const items = Array.from({ length: count }, () => before);
			const onError = 'continueRegularOutput' as const;
			const run = await send(asking(parameters as never, { items, onError }), [answer]);
			const text: unknown = expect.any(String);
			const failed = { phone: text, error: text, error_kind: text, is_sent: wasSent };
			expect(run.items.map(({ json }) => json)).toEqual(
				items.map(() => ({ order: 7, ...failed })),
			);
		},
	);
});

test('an error does not show the link of a wait, even if the service repeats it', async () => {
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

describe('the page of a wait by email', () => {
	const letter = { senderEmail: 'shop@example.com', email: 'ann@example.com', subject: 'Refund' };
	const pageOf = async (parameters: INodeParameters) => {
		const operation = { resource: 'message', operation: 'sendAndWait' };
		const waiting = await startWaiting(
			{
				node: 'messagingServiceEmail',
				parameters: { ...operation, ...letter, ...parameters },
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
		['Pay 40 EUR\nto <Ann>?', 'Pay 40 EUR\nto &#60;Ann&#62;?'],
		['<script>alert(1)</script>', '&#60;script&#62;alert(1)&#60;/script&#62;'],
	])('shows the text of %j', async (message, text) => {
		expect(await pageOf({ message })).toContain(
			`<p class="text" lang="" dir="auto">${text}</p>`,
		);
	});

	test('shows Page Message in place of the text', async () => {
		const options = { messageFormat: 'html', pageMessage: 'Details' };
		const page = await pageOf({ message: '<p>Pay?</p>', options });
		expect(page).toContain('>Details</p>');
		expect(page).not.toContain('Pay?');
	});

	test('shows only the title of an email in HTML', async () => {
		const page = await pageOf({ message: '<p>Pay?</p>', options: { messageFormat: 'html' } });
		expect(page).toContain('>Refund</h1>');
		expect(page).not.toContain('class="text"');
	});
});

test.each([
	['messagingServiceSms', 9],
	['messagingServiceViber', 9],
	['messagingServiceEmail', 10],
] as const)('a new Send and Wait of %s shows %i fields', async (name, count) => {
	const { description } = await loadNode(name);
	const parameters = { resource: 'message', operation: 'sendAndWait' };
	const node = newNode('Ask', name, parameters);
	const { properties } = description;
	const saved = [parameters, true, false, node, description] as const;
	const filled = NodeHelpers.getNodeParameters(properties, ...saved) ?? {};
	const shown = properties
		.filter((field) => NodeHelpers.displayParameter(filled, field, node, description))
		.filter((field) => field.name !== 'requestOptions');
	expect(shown.map(({ displayName }) => displayName)).toHaveLength(count);
});
