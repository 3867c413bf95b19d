import type { IDataObject } from 'n8n-workflow';
import { contract } from '../contract';
import { apiTable } from '../contract/apiTable';
import { interfaceTable } from '../contract/interfaceTable';
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

/** `success`, `failed`, or `unknown`: then Retry On Fail does not repeat it. */
function outcomeOf({ node, does }: Made, body: unknown, status = 200) {
	const { message, isUnknown } = meaningOf(node, does, { body, status });
	if (message === '') return 'success';
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
		expect(message).toBe('Oops. It may have been executed anyway');
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
		const ids = [0, '0', false, true, {}, [], [5], ' ', '\u200b', ...noIds];
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
				...['ERROR', 'REJECTED', 'failed', 'NOT SENT', 'NO MONEY', 'BLOCKED', 'CANCELED']
					.concat('EXPIRED', 'UNDELIVERED', 'Не отправлено', 'Заблокировано', 'Отклонено')
					.map((status) => ({ status })),
				{ errors: ['No funds'] },
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
		...[{ error: 'No' }, { success: false }, { errors: ['No funds'] }],
		...[{ error_message: 'No funds' }, { message: 'Insufficient funds' }],
		...[false, 'Insufficient funds', { error: 'No' }, { message: 'Access denied' }]
			.concat('Email not found', 'Адрес не найден', 'Не знайдено', 'It does not exist')
			.map((result) => ({ result })),
		...['Address is not in the list', 'Адреса нет в списке', 'No such address'].map(
			(message) => ({ message }),
		),
	].map((failure) => ({ status: 'OK', ...failure }));

	test.each(ofKind('status').filter(repeatable))(
		'a change that may be repeated has failed if its response says so: %s',
		(_, made) => expectAll(made, failures, 'failed'),
	);

	test.each(ofKind('status').filter(once))(
		'is not repeated if the response has its documented status and a failure: %s',
		(_, made) => expectAll(made, failures, 'unknown'),
	);
});

describe('an operation whose response is not documented', () => {
	test.each(ofKind('not shown'))('takes an empty response for success: %s', (_, made) => {
		const bodies = ['', ' \n', 'null', '""', '[]', '{}', { status: 'OK' }, { result: null }];
		for (const body of bodies) expect(recordsOf(made, body)).toEqual([{ success: true }]);
		expect(recordsOf(made, '', 204)).toEqual([{ success: true }]);
	});

	test.each(ofKind('not shown').filter(once))(
		'does not take a failure for success: %s',
		(_, made) => {
			const bodies = [
				...failureWords.map((status) => ({ status })),
				...failureWords.map((status) => ({ status, result: { id: 1 } })),
				...['ERROR', 'Access denied', '"failed"', 'false', { success: false }],
				...[{ success: 'false' }, { error: 'No' }, { errors: ['No'] }],
				...[{ success: 0 }, { success: '0' }, { success: 'FAILED' }, { result: false }],
				...[{ result: 'Access denied' }, { status: 400 }, { status: '500' }],
				...[
					...[{ message: 'Insufficient funds' }, { message: 'No funds' }],
					{ code: 400, message: 'Insufficient funds' },
				],
				{ result: { message: 'Insufficient funds' } },
			];
			for (const body of bodies) {
				expect([body, outcomeOf(made, body)]).not.toContain('success');
			}
		},
	);

	test.each(ofKind('not shown'))('takes other words for success: %s', (_, made) => {
		for (const [body, record] of [
			[{ status: 'deferred' }, { status: 'deferred' }],
			[
				{ status: 'transferred', id: 5 },
				{ status: 'transferred', id: 5 },
			],
			['Accepted', { message: 'Accepted' }],
			[{ message: 'Accepted', code: 0 }, { message: 'Accepted' }],
			[{ status: 40 }, { status: 40 }],
		]) {
			expect(recordsOf(made, body)).toMatchObject([record]);
		}
		const moderated = { status: 'moderated', message: 'Your payment failed' };
		expect(recordsOf(made, moderated)).toEqual([moderated]);
	});
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
