import fc from 'fast-check';
import { DateTime } from 'luxon';
import type { INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { runNode, type RunResult } from '../support/engine/runNode';
import { share } from '../support/thorough';
import {
	importContacts,
	listPrepared,
	type Made,
	people,
	sendBatch,
	sendSms,
} from '../support/operations';
import { type RawService, startRaw } from '../support/rawService';
import { credentialsOf, inParallel } from '../support/sandboxHarness';

jest.setTimeout(120_000);

/** The same cases in every run; a counterexample prints its path. */
const settings = { numRuns: share(150, 25), seed: 20261120 };
const many = fc.integer({ min: 0 });

interface Answer {
	status: number;
	body: Buffer;
}

let raw: RawService;
let answer: Answer = { status: 200, body: Buffer.from('{}') };
beforeAll(async () => {
	raw = await startRaw((_request, response) => {
		response.writeHead(answer.status, { 'content-type': 'application/json' });
		response.end(answer.body);
	});
});
afterAll(async () => await raw.close());
beforeEach(() => raw.requests.splice(0));

const exchange = async (made: Made, items = people(2), timezone?: string) =>
	await runNode({ ...made, items, timezone, credentials: credentialsOf(raw) });

/** An error that nobody meant: it names a line of code, not what went wrong. */
const UNNAMED = /cannot read|undefined|is not a function|is not iterable|\[object|NaN|stack size/i;

function expectNamed({ error, items }: RunResult): void {
	if (!error) {
		expect(items.every(({ json }) => typeof json === 'object' && json !== null)).toBe(true);
		return;
	}
	expect(['NodeApiError', 'NodeOperationError']).toContain(error.name);
	expect(error.message).toMatch(/\S/);
	expect((error as { description?: string }).description).toMatch(/\w+ \w+/);
	expect(error.message.replace(JSON.stringify(answer.body.toString()), '')).not.toMatch(UNNAMED);
}

const operations: Made[] = [
	sendSms({ maxWait: 0 }),
	sendBatch({ maxWait: 0 }),
	importContacts({ maxWait: 0 }),
	listPrepared({ maxWait: 0 }),
];

const key = fc.oneof(
	fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', 'then'),
	fc.constantFrom(
		'status',
		'result',
		'data',
		'error',
		'errors',
		'message',
		'sms_id',
		'uuid',
		'log',
	),
	fc.string({ maxLength: 5 }),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
	tree: fc.oneof(
		{ maxDepth: 4 },
		fc.constantFrom(null, true, false, 0, -1, 1e308, '', 'OK', 'ok', 'success', 'ERROR', 'NEW'),
		fc.string({ unit: 'binary', maxLength: 20 }),
		fc.array(tie('tree'), { maxLength: 4 }),
		// As text, because an object literal would take `__proto__` for its prototype.
		fc.array(fc.tuple(key, tie('tree')), { maxLength: 5 }).map((pairs) => new Pairs(pairs)),
	),
}));

class Pairs {
	constructor(readonly pairs: Array<[string, unknown]>) {}
}

function written(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(written).join()}]`;
	if (!(value instanceof Pairs)) return JSON.stringify(value);
	return `{${value.pairs.map(([name, inner]) => `${JSON.stringify(name)}:${written(inner)}`).join()}}`;
}

const nest = (open: string, close: string) => `${open.repeat(20_000)}1${close.repeat(20_000)}`;
const deep: Record<string, string> = {
	lists: nest('[', ']'),
	results: nest('{"result":', '}'),
	errors: nest('{"error":', '}'),
	'a list in a list': `{"result":[${nest('[', ']')}]}`,
	'besides an ID': `{"sms_id":1,"x":${nest('[', ']')}}`,
};

const bodies: Array<[string, fc.Arbitrary<Buffer | string>]> = [
	['JSON of any shape', tree.map((value) => Buffer.from(written(value)))],
	['random bytes', fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))],
	['random text', fc.string({ unit: 'binary' }).map((text) => Buffer.from(text))],
	['deep nesting', fc.constantFrom(...Object.keys(deep))],
];
const statuses = fc.constantFrom(200, 200, 200, 201, 400, 404, 422, 429);

describe.each(bodies)('a response of %s', (_, bodyOf) => {
	test('returns items or an error with a name, a message and a description', async () => {
		await fc.assert(
			fc.asyncProperty(bodyOf, statuses, many, async (body, status, n) => {
				answer = {
					status,
					body: Buffer.from(
						Object.hasOwn(deep, String(body)) ? deep[String(body)] : body,
					),
				};
				const before = Object.keys(Object.prototype).length;
				expectNamed(await exchange(operations[n % operations.length]));
				expect(Object.keys(Object.prototype)).toHaveLength(before);
			}),
			settings,
		);
	});
});

const fine = { status: 200, body: Buffer.from('{"sms_id":1,"status":"NEW","parts":1}') };
const queryOf = (url: string) => new URL(url, raw.url).searchParams;

/** Sends with one parameter replaced; what went over the wire, or the error. */
async function sendWith(parameters: INodeParameters, timezone?: string) {
	answer = fine;
	raw.requests.splice(0);
	const made = sendSms();
	const all = { ...made.parameters, ...parameters };
	const result = await exchange({ ...made, parameters: all }, people(1), timezone);
	expectNamed(result);
	const [sent] = raw.requests;
	expect(result.error === undefined).toBe(sent !== undefined);
	return sent === undefined ? undefined : queryOf(sent);
}

const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 5, maxLength: 17 });
const marked = fc.string({ unit: fc.constantFrom(...'0123456789+-() .ext\u200e'), maxLength: 20 });

test('sends only the digits of a phone', async () => {
	const phones = fc.oneof(
		digits,
		marked,
		fc.string({ unit: 'binary' }),
		digits.map((d) => `+${d}`),
	);
	await fc.assert(
		fc.asyncProperty(phones, async (phone) => {
			// A leading `=` would be an expression.
			fc.pre(!phone.startsWith('=') && phone !== '');
			const sent = (await sendWith({ phone }))?.get('phone');
			if (!sent) return;
			expect(sent).toMatch(/^\d{7,15}$/);
			expect(phone.replace(/\D/g, '').replace(/^00/, '')).toBe(sent.replace(/^00/, ''));
		}),
		settings,
	);
});

test('sends a text unchanged', async () => {
	const texts = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.string({ unit: fc.constantFrom(...'&=%+#?/\\\'"<>{}[]\n\r\t \u0000é😀') }),
	);
	await fc.assert(
		fc.asyncProperty(texts, async (message) => {
			fc.pre(!message.startsWith('=') && message.trim() !== '');
			expect((await sendWith({ message }))?.get('message')).toBe(message);
		}),
		settings,
	);
});

test('sends only whole numbers of 1 or more as IDs', async () => {
	const entered = fc.oneof(
		fc.string(),
		fc.integer().map(String),
		fc.double().map(String),
		digits,
	);
	await fc.assert(
		fc.asyncProperty(entered, async (value) => {
			fc.pre(!value.startsWith('=') && value !== '');
			const sent = (await sendWith({ sender: byId(value) }))?.get('alphaname_id');
			if (!sent) return;
			expect(sent).toMatch(/^0*[1-9]\d*$/);
			expect(BigInt(sent)).toBe(BigInt(value.trim()));
		}),
		settings,
	);
});

const zones = ['UTC', 'Europe/Kyiv', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Apia'];
const instants = fc.date({
	min: new Date('2030-01-01'),
	max: new Date('2120-01-01'),
	noInvalidDate: true,
});

test('sends a date as the same instant in the time zone of the workflow', async () => {
	const prepare = { resource: 'message', operation: 'prepare', message: 'Hi', name: 'A' };
	await fc.assert(
		fc.asyncProperty(instants, fc.constantFrom(...zones), async (date, zone) => {
			answer = { status: 200, body: Buffer.from('{"status":"ok","message_id":1}') };
			raw.requests.splice(0);
			const options = { scheduleTime: date.toISOString() };
			const parameters = { ...prepare, sender: byId(1363), options };
			const node = 'messagingServiceSms';
			const { error } = await exchange({ node, parameters }, people(1), zone);
			expect(error).toBeUndefined();
			const sent = String(queryOf(raw.requests[0]).get('time'));
			expect(sent).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
			const minute = DateTime.fromJSDate(date).setZone(zone).startOf('minute');
			expect(sent).toBe(minute.toFormat('yyyy-MM-dd HH:mm'));
		}),
		settings,
	);
});

test('rejects a text that is no date, and names the field', async () => {
	const parameters = { resource: 'message', operation: 'prepare', message: 'Hi' };
	await inParallel(fc.sample(fc.string(), settings), 4, async (text) => {
		if (text.startsWith('=') || text.trim() === '') return;
		const options = { scheduleTime: text };
		const made: Made = { node: 'messagingServiceSms', parameters: { ...parameters, options } };
		expectNamed(await exchange(made, people(1)));
	});
});
