import type { IDataObject } from 'n8n-workflow';
import { contract } from '../contract';
import { apiTable } from '../contract/apiTable';
import { interfaceTable } from '../contract/interfaceTable';
import type { NodeName } from '../support/engine/nodeTypes';
import { meaningOf } from './meaningOf';
import { kindOf } from './responseKinds';

/** Operations that only read, or that may be repeated: their outcome is never unknown. */
const REPEATABLE = /^(get|status|check)|^readResponseStatus$/;

const operations = interfaceTable.map(([node, resource, operation, api]) => {
	const row = contract.find(
		(one) => one.node === node && one.resource === resource && one.operation === operation,
	);
	if (!row) throw new Error(`${node} ${resource}:${operation} has no contract row`);
	const does = `${resource}:${operation}`;
	const repeatable = REPEATABLE.test(api) || operation === 'get';
	const answer = row.sends.at(-1)?.answer as IDataObject;
	return { title: `${does} (${api})`, api, repeatable, node, does, answer };
});
type Made = (typeof operations)[number];

const titled = (all: Made[]): Array<[string, Made]> => all.map((made) => [made.title, made]);
const ofKind = (kind: string) => titled(operations.filter(({ api }) => kindOf(api) === kind));
const repeatable = ([, made]: [string, Made]) => made.repeatable;
const once = ([, made]: [string, Made]) => !made.repeatable;

const recordsOf = ({ node, does }: Made, body: unknown, status = 200) =>
	meaningOf(node, does, { body, status }).records;

type Outcome = 'success' | 'uncertain' | 'failed' | 'unknown';

/** `uncertain` is sent, but nobody knows whether; Retry On Fail repeats neither it nor what is `unknown`. */
const outcomeOf = ({ node, does }: Pick<Made, 'node' | 'does'>, body: unknown, status = 200) =>
	outcomeIn(meaningOf(node, does, { body, status }));

function outcomeIn({ message, isUnknown }: ReturnType<typeof meaningOf>): Outcome {
	if (message === '') return isUnknown ? 'uncertain' : 'success';
	return isUnknown ? 'unknown' : 'failed';
}

/** Expects the same outcome of each response. */
function expectAll(made: Made, bodies: unknown[], outcome: string, status = 200): void {
	const outcomes = bodies.map((body) => [body, outcomeOf(made, body, status)]);
	expect(outcomes).toEqual(bodies.map((body) => [body, outcome]));
}

const failureOr = (made: Made) => (made.repeatable ? 'failed' : 'unknown');
const failureWords = ['ERROR', 'error', 'failed', 'FAIL', 'rejected', 'REJECTED', 'denied'];

describe.each(titled(operations))('%s', (_, made) => {
	const reported: unknown[] = [
		{ error: 'No' },
		[{ error: 'No' }],
		{ status: 'error', message: 'No' },
		{ success: false, error_msg: 'No' },
		{ ok: false, reason: 'No' },
		{ ok: false, data: { message: 'No' } },
		{ error: true, response: { error: 'No' } },
		{ errors: [{ message: 'No' }] },
	];

	test.each([200, 400, 422])('a failure without an ID may be tried again at %i', (status) => {
		expectAll(made, reported, 'failed', status);
		for (const body of reported) {
			expect([body, meaningOf(made.node, made.does, { body, status }).message]).toEqual([
				body,
				'No',
			]);
		}
	});

	test('a failure of the server may have been executed', () => {
		expectAll(made, reported, failureOr(made), 503);
	});

	test('a web page and cut JSON are no success', () => {
		expectAll(made, ['<h1>No</h1>', '{"error'], failureOr(made));
	});
});

describe('an operation that documents a record', () => {
	test.each(ofKind('record'))('takes no other response for success: %s', (_, made) => {
		const withoutRecord = [
			{ status: 'OK' },
			...[null, '', [], {}].map((result) => ({ status: 'OK', result })),
			...['null', '""', '[]', '{}', '5', 'true', '[{"status":"OK"}]'],
		];
		expectAll(made, withoutRecord, failureOr(made));
	});
});

test.each(titled(operations.filter(({ api }) => apiTable[api].effect === 'change')))(
	'an operation that sends nothing says so if its outcome is unknown: %s',
	(_, { node, does }) => {
		const { message, advice } = meaningOf(node, does, { body: 'Oops', status: 500 });
		expect(message).toBe('Oops. The change may have been made');
		expect(advice).toMatch(/^Nothing was sent\. The request was not retried, so nothing is/);
		expect(advice).not.toMatch(/recipient|batch/);
	},
);

const ID = /^(sms_id|uuid|message_id|email_id|list_id|id)$/;
const recordOf = (answer: IDataObject) => (answer.result ?? answer) as IDataObject;
const noIds = ['null', 'undefined', 'None', 'false', 'true', 'NaN'];
const idOf = ({ answer }: Made) => Object.keys(recordOf(answer)).find((key) => ID.test(key));

/** The documented response with something else in its record. */
function withInRecord({ answer }: Made, more: IDataObject): IDataObject {
	const record = { ...recordOf(answer), ...more };
	return answer.result ? { ...answer, result: record } : record;
}

describe('an operation that documents an ID', () => {
	const withId = ofKind('record').filter(([, made]) => idOf(made));
	const changesOnce = withId.filter(once);

	test.each(withId)('takes no response for success whose ID is none: %s', (_, made) => {
		const numbers = [0, '0', 1.5, '0.0'];
		const ids = [...numbers, false, true, {}, [], [5], ' ', '\u200b', 'error', ...noIds];
		const bodies = ids.map((id) => withInRecord(made, { [idOf(made) as string]: id }));
		expectAll(made, bodies, failureOr(made));
	});

	// An error with an ID says that Prepare has the text already: see shapes.test.ts.
	test.each(changesOnce.filter(([, { api }]) => api !== 'createSmsMessage'))(
		'is not sent again if the response has its ID and a failure: %s',
		(_, made) => {
			const failures = [
				...['1', 'Forwarding is not available', { code: 5 }].map((error) => ({ error })),
				...[false, 0, 'no', '0', 'ERROR'].map((success) => ({ success })),
				...[
					'ERROR',
					'REJECTED',
					'failed',
					'BLOCKED',
					'CANCELED',
					'EXPIRED',
					'UNDELIVERED',
				].map((status) => ({ status })),
				{ ok: false },
				{ code: 400 },
				{ errors: 'No funds' },
				{ error_message: 'No funds' },
			];
			const beside = [...failures, { status: 402 }].map((failure) => ({
				...made.answer,
				...failure,
			}));
			const inside = failures.map((failure) => withInRecord(made, failure));
			expectAll(made, [...beside, ...inside], 'unknown');
		},
	);
});

test.each(ofKind('record').filter(repeatable))(
	'a record that is read may tell of a failure: %s',
	(_, made) => {
		const body = withInRecord(made, { status: 'REJECTED', error_message: 'No funds' });
		expect(recordsOf(made, body)).toMatchObject([{ status: 'REJECTED' }]);
	},
);

test.each(['QUEUED', 1, null, 'untrue'])(
	'a batch whose response has a uuid and the success %p may have been sent',
	(success) => {
		for (const made of operations.filter(({ api }) => /^sendBulk(Sms|Viber)$/.test(api))) {
			expect(outcomeOf(made, { uuid: 'u-1', success })).toBe('unknown');
		}
	},
);

describe('an operation that documents a list', () => {
	test.each(ofKind('list'))('returns no items for an empty one: %s', (_, made) => {
		const { api } = made;
		const isBare = /^statusBulk(Sms|Viber)$/.test(api);
		const status = api === 'getSMSMessages' ? 'success' : 'OK';
		const empty = isBare ? [] : { status, [api === 'getSMSMessages' ? 'data' : 'result']: [] };
		expectAll(made, [empty], 'success');
		expect(recordsOf(made, empty)).toEqual([]);
	});

	test.each(ofKind('list'))('takes no record and no text for one: %s', (_, made) => {
		expectAll(made, ['"x"', 'true', '5', '{"x":1}', ''], 'failed');
	});
});

describe('an operation that documents a status', () => {
	test.each(ofKind('status'))('takes it for success: %s', (_, made) => {
		for (const result of [undefined, null, '', [], {}]) {
			const [record, ...others] = recordsOf(made, { status: 'OK', result });
			expect([record?.success ?? record?.deleted, others]).toEqual([true, []]);
		}
	});

	test.each(ofKind('status'))('fails without it, and with another one: %s', (_, made) => {
		const bodies = [
			...['null', '""', '[]', '5', ''],
			...failureWords.map((status) => ({ status })),
		];
		for (const body of bodies) expect([body, outcomeOf(made, body)]).not.toContain('success');
	});

	const failures = [
		...[{ error: 'No' }, { success: false }, { ok: 0 }, { error_message: 'No funds' }],
		...[{ code: 402 }, { result: { error: 'No' } }, { result: { success: false } }],
	].map((failure) => ({ status: 'OK', ...failure }));

	test.each(ofKind('status').filter(repeatable))(
		'a change that may be repeated has failed if its response says so: %s',
		(_, made) => expectAll(made, failures, 'failed'),
	);

	test.each(ofKind('status'))(
		'passes on what is beside it, and reads no words: %s',
		(_, made) => {
			const message = 'No such address';
			expect(recordsOf(made, { status: 'OK', result: message })).toMatchObject([{ message }]);
			expect(recordsOf(made, { status: 'OK', message, errors: ['No'] })).toMatchObject([
				{ message, errors: ['No'] },
			]);
		},
	);

	test.each(ofKind('status').filter(once))(
		'is not repeated if the response has its documented status and a failure: %s',
		(_, made) => expectAll(made, failures, 'unknown'),
	);
});

test.each([
	...[null, false, 0, '', ' ', [], {}, [null], ['0'], { phone: ['none'] }],
	...[{ code: 0, message: '' }],
	...['OK', 'ok', 'Success', 'No error', 'no errors', '0', 'none', 'NULL', 'false'],
])('a response with an error that says nothing is a success: %j', (error) => {
	const made = (does: string) => operations.find((one) => one.does === does) as Made;
	const body = { status: 'OK', result: { list_id: 7 }, error };
	expect(recordsOf(made('list:create'), body)).toEqual([{ list_id: 7 }]);
	expect(recordsOf(made('message:getStatus'), { id: 31, error })).toMatchObject([
		{ id: 31, error_text: error },
	]);
	expect(recordsOf(made('message:send'), { sms_id: 7, errors: error })).toHaveLength(1);
});

/** An operation of each form and effect. */
const byForm = {
	'send, record': ['messagingServiceSms', 'message:send'],
	'send, record in an envelope': ['messagingServiceViber', 'message:send'],
	'send, status': ['messagingServiceViber', 'mailing:confirm'],
	'send, not shown': ['messagingServiceSms', 'mailing:confirm'],
	'change, record': ['messagingServiceContacts', 'list:create'],
	'change, status': ['messagingServiceEmail', 'address:unsubscribe'],
	'change, not shown': ['messagingServiceSms', 'mailing:create'],
	'mark, status': ['messagingServiceViber', 'reply:markAsRead'],
	'read, record': ['messagingServiceSms', 'message:getDelivery'],
	'read, list': ['messagingServiceContacts', 'list:getAll'],
	'read, not shown': ['messagingServiceSms', 'mailing:get'],
} satisfies Record<string, [NodeName, string]>;
type Form = keyof typeof byForm;

/** A letter for each form: success, or uncertain, or the kind of its error. What is unavailable is safe to repeat. */
const LETTERS: Record<string, string> = {
	s: 'success',
	'?': 'uncertain',
	r: 'rejected',
	l: 'rate_limited',
	u: 'unknown',
	a: 'unavailable',
};

const denials = [
	...[{ success: false }, { ok: false }, { success: 'no' }, { ok: 0 }, { status: 'ERROR' }],
	...[{ status: false }, { status: 400 }, { status: '422' }, { code: 402 }],
	...[{ error: 'No' }, { errors: ['No'] }, { error_message: 'No' }, { Error: { code: 5 } }],
	...[{ err: 1 }, { errorMessage: 'No' }, { error_code: 5, message: 'No' }, [{ error: 'No' }]],
];
const broken = [
	...[{ code: 500, message: 'No' }, { error: 'No', code: '503' }, { status: 502 }],
	...[{ error: { code: 504 } }, { error_code: 500 }, { statusCode: 500, error: 'Oops' }],
];
const nothing = ['', ' \n', 'null', '""', '[]', '{}', { result: null }, { message: '' }];
const sentences = [
	...['Accepted', 'Access denied', '"failed"', 'Рассылка подтверждена', 'Недостаточно средств'],
	...[{ message: 'Mailing 8 was created' }, { msg: 'No funds' }, { text: 'Zaakceptowano' }],
	...[{ result: 'Access denied' }, { result: { message: 'No' } }, { status: 'NOT CONFIRMED' }],
	...[{ code: 7, message: 'Blocked' }, { reason: 'Blocked' }],
];
const others = [
	...[
		{ code: 1, message: 'Confirmed', message_id: 8 },
		{ status: 'moderated', cost: '1.20' },
	],
	...[[{ id: 1 }, 2], ['Accepted']],
	...[
		{ id: 31, error: '', errors: [], error_code: 0 },
		{ status: 'NEW', error: 'No error' },
	],
];
const skipped = [{ status: 'OK', result: { message_id: 8, errors: ['2 numbers skipped'] } }];
const withError = ['No', ['No'], [{ code: 402 }]].map((error) => ({ message_id: 8, error }));
const unreadable = ['<h1>No</h1>', '{"error', '[1', 'false', '0', 'true'];
const done = [{ status: 'OK', sms_id: 5, message_id: 5, list_id: 5 }];

/** In the order of `byForm`: those that send, that change, that mark, and that read. */
const forms: Array<[title: string, status: number, outcomes: string, bodies: unknown[]]> = [
	['a documented success', 200, 'ssss sss s s--', done],
	['a denial or an error', 200, 'rrrr rrr r rrr', denials],
	['a denial or an error', 400, 'rrrr rrr r rrr', denials],
	['a denial or an error', 429, 'llll lll l lll', denials],
	['a denial or an error', 408, 'uuuu uuu a aaa', denials],
	['a denial or an error', 500, 'uuuu uuu a aaa', denials],
	['an error with a code of 5xx', 200, 'uuuu uuu a aaa', broken],
	['the documented success', 400, 'uuu- uu- r rrr', done],
	['the word of a failed message', 200, 'rrrr rrr r rrs', [{ status: 'Failed' }]],
	['nothing', 200, 'uuu? uu? a a-a', nothing],
	['nothing', 400, 'rrrr rrr r rrr', nothing],
	['a sentence', 200, 'uuu? uu? a a-s', sentences],
	['a sentence', 400, 'rrrr rrr r rrr', sentences],
	['a sentence', 503, 'uuuu uuu a aaa', sentences],
	['another record', 200, '---s --s - --s', others],
	['an ID beside a list of errors', 200, '---s --s - ---', skipped],
	['an ID beside an error', 200, '---u --u - ---', withError],
	['what is no response of this service', 200, 'uuuu uuu a aaa', unreadable],
	['what is no response of this service', 404, 'rrrr rrr r rrr', unreadable],
];

describe.each(forms)('%s with the HTTP status %i', (_, status, outcomes, bodies) => {
	const letters = [...outcomes.replace(/ /g, '')];
	const rows = Object.entries(byForm)
		.map(([form, call], at): [Form, [NodeName, string], string] => [
			form as Form,
			call,
			letters[at],
		])
		.filter(([, , letter]) => letter in LETTERS);

	test.each(rows)('%s', (_form, [node, does], letter) => {
		const outcome = (body: unknown) => {
			const meaning = meaningOf(node, does, { body, status });
			return meaning.kind ?? (meaning.isUnknown ? 'uncertain' : 'success');
		};
		const read = bodies.map((body) => [body, outcome(body)]);
		expect(read).toEqual(bodies.map((body) => [body, LETTERS[letter]]));
	});
});

test.each([
	...[199, 300, 302, 303, 304, 305, 306, 408, 500, 503].map((status) => [status, 'unknown']),
	...[301, 307, 308, 400, 401, 404, 407, 409, 429, 499].map((status) => [status, 'failed']),
] as Array<[number, Outcome]>)('HTTP status %i without a body is %s', (status, outcome) => {
	expect(outcomeOf({ node: 'messagingServiceSms', does: 'message:send' }, '', status)).toBe(
		outcome,
	);
});
