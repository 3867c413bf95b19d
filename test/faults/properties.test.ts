import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
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
import { judgeCases } from '../support/judged';
import { credentialsOf } from '../support/sandboxHarness';

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

const exchange = async (made: Made, items = people(2)) =>
	await runNode({ ...made, items, credentials: credentialsOf(raw) });

/** An error that nobody meant: it names a line of code, not what went wrong. */
const UNNAMED = /cannot read|undefined|is not a function|is not iterable|\[object|NaN|stack size/i;

/** @returns which of the two it is */
function expectItemsOrNamed({ error, items }: RunResult): 'items' | 'error' {
	if (error) {
		expectNamed(error);
		return 'error';
	}
	expect(items.every(({ json }) => typeof json === 'object' && json !== null)).toBe(true);
	return 'items';
}

function expectNamed(error: Error): void {
	expect(['NodeApiError', 'NodeOperationError']).toContain(error.name);
	expect(error.message).toMatch(/\S/);
	// Advice is there only if a word of the service calls for it.
	expect((error as { description?: string | null }).description ?? 'no advice').toMatch(
		/\w+ \w+/,
	);
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

/** With what a success has, so that some are read: random JSON alone never is. */
const near = fc
	.tuple(tree, fc.array(fc.tuple(key, tree), { maxLength: 2 }))
	.map(([result, others]) => {
		const success = Object.entries({ sms_id: 1, uuid: 'u-1', status: 'OK', result });
		return new Pairs([...success, ...others]);
	});

type Body = fc.Arbitrary<Buffer | string>;
/** With the shares of responses that are read, and that are errors. */
const bodies: Array<[string, Body, Record<string, number>]> = [
	[
		'JSON of any shape',
		fc.oneof(tree, near).map((value) => Buffer.from(written(value))),
		{ items: 0.1, error: 0.5 },
	],
	[
		'random bytes',
		fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
		{ error: 1 },
	],
	['random text', fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)), { error: 1 }],
	['deep nesting', fc.constantFrom(...Object.keys(deep)), { error: 1 }],
];
const statuses = fc.constantFrom(200, 200, 200, 201, 400, 404, 422, 429);

describe.each(bodies)('a response of %s', (_, bodyOf, least) => {
	test('returns items or an error with a name, a message and a description', async () => {
		const cases = fc.tuple(bodyOf, statuses, many);
		await judgeCases(
			cases,
			least,
			async ([body, status, n]) => {
				answer = {
					status,
					body: Buffer.from(
						Object.hasOwn(deep, String(body)) ? deep[String(body)] : body,
					),
				};
				const before = Object.keys(Object.prototype).length;
				const result = await exchange(operations[n % operations.length]);
				expect(Object.keys(Object.prototype)).toHaveLength(before);
				return expectItemsOrNamed(result);
			},
			settings,
		);
	});
});

const fine = { status: 200, body: Buffer.from('{"sms_id":1,"status":"NEW","parts":1}') };
const queryOf = (url: string) => new URL(url, raw.url).searchParams;

/** Sends with one parameter replaced; what went over the wire, or the error. */
async function sendWith(parameters: INodeParameters) {
	answer = fine;
	raw.requests.splice(0);
	const made = sendSms();
	const all = { ...made.parameters, ...parameters };
	const result = await exchange({ ...made, parameters: all }, people(1));
	expectItemsOrNamed(result);
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
		digits.map((d) => `+380${d.padEnd(9, '0').slice(0, 9)}`),
	);
	await judgeCases(
		phones,
		{ sent: 0.1, rejected: 0.1 },
		async (phone) => {
			// A leading `=` would be an expression.
			fc.pre(!phone.startsWith('=') && phone !== '');
			const sent = (await sendWith({ phone }))?.get('phone');
			if (!sent) return 'rejected';
			expect(sent).toMatch(/^\d{7,15}$/);
			// A prefix such as the 0 of +44 (0)20 is left out.
			const entered = phone.replace(/\D/g, '').replace(/^00/, '');
			const read = parsePhoneNumberFromString(`+${entered}`)?.number.slice(1);
			expect([entered, read]).toContain(sent);
			return 'sent';
		},
		settings,
	);
});

test('sends a text unchanged', async () => {
	const texts = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.string({ unit: fc.constantFrom(...'&=%+#?/\\\'"<>{}[]\n\r\t \u0000é😀') }),
	);
	await judgeCases(
		texts,
		{ sent: 1 },
		async (message) => {
			fc.pre(!message.startsWith('=') && message.trim() !== '');
			expect((await sendWith({ message }))?.get('message')).toBe(message);
			return 'sent';
		},
		settings,
	);
});

test('sends the ID of a sender as it was given', async () => {
	const entered = fc.oneof(
		fc.string(),
		fc.integer().map(String),
		fc.double().map(String),
		digits,
	);
	await judgeCases(
		entered,
		{ sent: 0.1, rejected: 0 },
		async (value) => {
			fc.pre(!value.startsWith('=') && value !== '');
			const sent = (await sendWith({ sender: byId(value) }))?.get('alphaname_id');
			if (!sent) return 'rejected';
			expect(sent).toBe(value.trim());
			return 'sent';
		},
		settings,
	);
});
