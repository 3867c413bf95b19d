import type { IDataObject } from 'n8n-workflow';
import { contract } from '../contract';
import { apiTable } from '../contract/apiTable';
import { interfaceTable } from '../contract/interfaceTable';
import type { NodeName } from '../support/engine/nodeTypes';
import { meaningOf } from './meaningOf';
import { kindOf } from './responseKinds';

/** Operations that may be repeated, so their outcome is never unknown. */
const REPEATABLE = /^(get|status|check)|^readResponseStatus$/;

const operations = interfaceTable.map(([node, resource, operation, api]) => {
	const row = contract.find(
		(one) => one.node === node && one.resource === resource && one.operation === operation,
	);
	if (!row) throw new Error(`${node} ${resource}:${operation} has no contract row`);
	const does = `${resource}:${operation}`;
	const isRepeatable = REPEATABLE.test(api) || operation === 'get';
	const documented = row.sends.at(-1)?.answer as IDataObject;
	return {
		title: `${does} (${api})`,
		api,
		kind: kindOf(api),
		isRepeatable,
		node,
		does,
		documented,
	};
});
type Called = Pick<(typeof operations)[number], 'node' | 'does'>;

/** `uncertain`: sent without a sign of success. An error is its kind; only `unavailable` is safe to repeat. */
function outcomeOf({ node, does }: Called, body: unknown, status = 200): string {
	const { kind, isUnknown } = meaningOf(node, does, { body, status });
	return kind ?? (isUnknown ? 'uncertain' : 'success');
}

function expectAll(called: Called, bodies: unknown[], outcome: string, status = 200): void {
	const outcomes = bodies.map((body) => [body, outcomeOf(called, body, status)]);
	expect(outcomes).toEqual(bodies.map((body) => [body, outcome]));
}

const ID = /^(sms_id|uuid|message_id|email_id|list_id|id)$/;

/** Returns the documented response with another ID; undefined if it documents no ID. */
function withId(documented: IDataObject, id: unknown): IDataObject | undefined {
	const record = (documented.result ?? documented) as IDataObject;
	const key = Object.keys(record).find((name) => ID.test(name));
	if (key === undefined) return undefined;
	const changed = { ...record, [key]: id } as IDataObject;
	return documented.result ? { ...documented, result: changed } : changed;
}

describe.each(operations.map((one) => [one.title, one] as const))('%s', (_, one) => {
	const { kind, api, isRepeatable, node, does, documented } = one;
	const notShown = isRepeatable ? 'unavailable' : 'unknown';

	test("fails with the service's text, and with an unknown outcome after a 503", () => {
		const denied = { status: 'error', message: 'No' };
		for (const status of [200, 400]) {
			expect(meaningOf(node, does, { body: denied, status }).message).toBe('No');
			expectAll(one, [denied], 'rejected', status);
		}
		expectAll(one, [denied], notShown, 503);
	});

	test(`counts only its documented ${kind} as a success`, () => {
		const others = ['<h1>No</h1>', '{"error', 'true', '5'];
		if (kind === 'record') {
			const bare = [{ status: 'OK' }, { status: 'OK', result: [] }, '[]', '{}', 'null'];
			const idless = [0, 'none'].map((id) => withId(documented, id)).filter(Boolean);
			expectAll(one, [...others, ...bare, ...idless], notShown);
		} else if (kind === 'list') {
			const data = api === 'getSMSMessages' ? 'data' : 'result';
			const isBare = /^statusBulk(Sms|Viber)$/.test(api);
			const status = data === 'data' ? 'success' : 'OK';
			const body = isBare ? [] : { status, [data]: [] };
			expect(meaningOf(node, does, { body })).toMatchObject({ records: [], message: '' });
			expectAll(one, [...others, '"x"', { x: 1 }, ''], 'unavailable');
		} else if (kind === 'status') {
			const { records } = meaningOf(node, does, { body: { status: 'OK', result: null } });
			expect(records.map(({ success, deleted }) => success ?? deleted)).toEqual([true]);
			expectAll(one, [...others, '""', '[]', '', { status: 'REJECTED' }], notShown);
		} else expectAll(one, others, notShown);
	});

	if (apiTable[api].effect !== 'change') return;
	test('says that nothing was sent if its outcome is unknown', () => {
		const { message, advice } = meaningOf(node, does, { body: 'Oops', status: 500 });
		expect(message).toBe('Oops. The change may have been made');
		expect(advice).toMatch(/^Nothing was sent\. The request was not retried, so nothing is/);
		expect(advice).not.toMatch(/recipient|batch/);
	});
});

/** Operations by form and effect. */
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

const OUTCOMES: Record<string, string> = {
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
	...[{ errs: ['No'] }, { errmsg: 'No' }, { err_text: 'No' }, { statusCode: 402 }],
	...[{ status_code: 402 }, { success: 'fail' }, { ok: 'Failed' }, { status: 'fail' }],
	...[{ err: 1 }, { errorMessage: 'No' }, { error_code: 5, message: 'No' }, [{ error: 'No' }]],
	...[
		{ ok: false, data: { message: 'No' } },
		{ error: true, response: { error: 'No' } },
	],
];
const broken = [
	...[{ code: 500, message: 'No' }, { error: 'No', code: '503' }, { status: 502 }],
	...[{ error: { code: 504 } }, { error_code: 500 }, { statusCode: 500, error: 'Oops' }],
	...[{ status_code: 599 }, { error: 503 }],
];
const nothing = ['', ' \n', 'null', '""', '[]', '{}', { result: null }, { message: '' }];
const sentences = [
	...['Accepted', 'Access denied', '"failed"', 'Рассылка подтверждена', 'Недостаточно средств'],
	...[{ message: 'Mailing 8 was created' }, { msg: 'No funds' }, { text: 'Zaakceptowano' }],
	...[{ result: 'Access denied' }, { result: { message: 'No' } }, { status: 'NOT CONFIRMED' }],
	...[{ code: 7, message: 'Blocked' }, { reason: 'Blocked' }, { response: 'Queued' }],
	...[{ detail: 'Queued' }, { description: 'Queued' }, { info: 'Queued' }, { data: 'Queued' }],
];
const others = [
	...[
		{ code: 1, message: 'Confirmed', message_id: 8 },
		{ status: 'moderated', cost: '1.20' },
	],
	...[[{ id: 1 }, 2], ['Accepted'], { status: 'NEW', error: 'No error' }],
	{ id: 31, error: '', errors: [], error_code: 0 },
];
const skipped = ['errors', 'errs'].map((key) => ({
	status: 'OK',
	result: { message_id: 8, [key]: ['2 numbers skipped'] },
}));
const withError = ['No', ['No'], [{ code: 402 }]].map((error) => ({ message_id: 8, error }));
const unreadable = ['<h1>No</h1>', '{"error', '[1', 'false', '0', 'true'];

const withIds = (id: unknown): IDataObject =>
	({ status: 'OK', sms_id: id, message_id: id, list_id: id }) as IDataObject;
const done = [withIds(5), withIds('u-5')];
const NO_IDS: unknown[] = [
	...[0, '0', 1.5, '0.0', false, true, {}, [], [5], ' ', '\u200b'],
	...['error', 'null', 'undefined', 'None', 'false', 'true', 'NaN', 'fail', 'Failed'],
];
const noRecord = [
	...[undefined, null, '', [], {}].map((result) => ({ status: 'OK', result })),
	...['null', '""', '[]', '{}', '5', 'true', '[{"status":"OK"}]', ...NO_IDS.map(withIds)],
];
const contradictions = [
	...['1', 'Forwarding is not available', { code: 5 }].map((error) => ({ error })),
	...[false, 0, 'no', '0', 'ERROR'].map((success) => ({ success })),
	...[{ ok: false }, { ok: 0 }, { code: 402 }, { errors: 'No' }, { error_message: 'No' }],
];
const failedStatuses = ['ERROR', 'REJECTED', 'BLOCKED', 'EXPIRED', 'UNDELIVERED', 402];
const doneAndDenied = contradictions.map((denial) => ({ ...withIds(5), ...denial }));
const doneAndFailed = failedStatuses.map((status) => ({ ...withIds(5), status }));
const deniedInside = [...contradictions, ...failedStatuses.map((status) => ({ status }))].map(
	(denial) => ({ status: 'OK', result: { ...withIds(5), ...denial } }),
);
const statusAndDenied = [
	...contradictions,
	{ result: { error: 'No' } },
	{ result: { success: false } },
].map((denial) => ({ status: 'OK', ...denial }));

const falseResult = [{ status: 'OK', result: false }];

/** In the order of `byForm`. A `-` is not judged here. */
const forms: Array<[title: string, status: number, outcomes: string, bodies: unknown[]]> = [
	['a documented success', 200, 'ssss sss s s--', done],
	['no documented record', 200, 'uu-- u-- - a--', noRecord],
	['a denial or an error', 200, 'rrrr rrr r rrr', denials],
	['a denial or an error', 400, 'rrrr rrr r rrr', denials],
	['a denial or an error', 429, 'llll lll l lll', denials],
	['a denial or an error', 408, 'uuuu uuu a aaa', denials],
	['a denial or an error', 500, 'uuuu uuu a aaa', denials],
	['an error with a code of 5xx', 200, 'uuuu uuu a aaa', broken],
	['the documented success', 400, 'uuu- uu- r rrr', done],
	['the documented record and a denial', 200, 'uu-u u-u - ---', doneAndDenied],
	['the documented record and a failed status', 200, 'uu-- u-- - ---', doneAndFailed],
	['a denial in the documented record', 200, 'uu-- u-- - ---', deniedInside],
	['the documented status and a denial', 200, '--u- -u- r ---', statusAndDenied],
	['the documented status and the result false', 200, '--u- -u- a ---', falseResult],
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

test.each(forms)('%s with HTTP status %i is judged by its form', (_, status, outcomes, bodies) => {
	const letters = [...outcomes.replace(/ /g, '')];
	for (const [at, [form, [node, does]]] of Object.entries(byForm).entries()) {
		if (letters[at] === '-') continue;
		const judged = bodies.map((body) => [form, body, outcomeOf({ node, does }, body, status)]);
		expect(judged).toEqual(bodies.map((body) => [form, body, OUTCOMES[letters[at]]]));
	}
});

test.each(['QUEUED', 1, null, 'untrue'])(
	'a batch response with a UUID and the success %p is an unknown outcome',
	(success) => {
		for (const node of ['messagingServiceSms', 'messagingServiceViber'] as const) {
			const body = { uuid: 'u-1', success };
			expect(outcomeOf({ node, does: 'batch:send' }, body)).toBe('unknown');
		}
	},
);

test.each(['OK', 'Success', true, 'TRUE'])(
	'a batch response with a UUID and the success %p is a success',
	(success) => {
		const body = { uuid: 'u-1', success };
		expect(outcomeOf({ node: 'messagingServiceSms', does: 'batch:send' }, body)).toBe(
			'success',
		);
	},
);

test.each([
	[1_000, 'uncertain'],
	[1_001, 'unknown'],
])('a sentence of %i characters without JSON is %s', (length, outcome) => {
	const called = { node: 'messagingServiceSms', does: 'mailing:confirm' } as const;
	expect(outcomeOf(called, 'x'.repeat(length))).toBe(outcome);
});

test('a record has the status and the problems of its envelope, and no other field', () => {
	const problems = { warnings: ['a'], errors: ['b'], log: ['c'], status: 'NEW' };
	const fields = { code: 0, ok: true, success: true };
	const recordsOf = (node: NodeName, does: string, body: IDataObject) =>
		meaningOf(node, does, { body }).records;
	const body = { ...problems, ...fields, total: 1, result: { list_id: 7 } };
	expect(recordsOf('messagingServiceContacts', 'list:create', body)).toEqual([
		{ list_id: 7, ...problems },
	]);
	const done = { status: 'OK', ...fields, result: { message: 'Done' }, total: 1 };
	expect(recordsOf('messagingServiceEmail', 'address:unsubscribe', done)).toEqual([
		{ message: 'Done', total: 1 },
	]);
});

test('a response with a documented status keeps its other fields, and their words are not interpreted', () => {
	const called = ['messagingServiceEmail', 'address:unsubscribe'] as const;
	const message = 'No such address';
	const recordsOf = (body: object) => meaningOf(...called, { body }).records;
	expect(recordsOf({ status: 'OK', result: message })).toMatchObject([{ message }]);
	const both = { message, errors: ['No'] };
	expect(recordsOf({ status: 'OK', ...both })).toMatchObject([both]);
});

test.each([
	...[null, false, 0, '', ' ', [], {}, [null], ['0'], { phone: ['none'] }],
	...[{ code: 0, message: '' }],
	...['OK', 'ok', 'Success', 'No error', 'no errors', '0', 'none', 'NULL', 'false'],
])('a response with an empty error is a success: %j', (error) => {
	const recordsOf = (node: NodeName, does: string, body: object) =>
		meaningOf(node, does, { body }).records;
	const created = { status: 'OK', result: { list_id: 7 }, error };
	expect(recordsOf('messagingServiceContacts', 'list:create', created)).toEqual([{ list_id: 7 }]);
	expect(recordsOf('messagingServiceSms', 'message:getStatus', { id: 31, error })).toMatchObject([
		{ id: 31, error_text: error },
	]);
	expect(
		recordsOf('messagingServiceSms', 'message:send', { sms_id: 7, errors: error }),
	).toHaveLength(1);
});

const unknownStatuses = [199, 300, 302, 303, 304, 305, 306, 408, 500, 503];
const failedStatusCodes = [301, 307, 308, 400, 401, 404, 407, 409, 429, 499];
test.each([
	...unknownStatuses.map((status): [number, boolean] => [status, true]),
	...failedStatusCodes.map((status): [number, boolean] => [status, false]),
])('HTTP status %i without a body is an unknown outcome: %p', (status, isUnknown) => {
	const { message, ...meaning } = meaningOf('messagingServiceSms', 'message:send', {
		body: '',
		status,
	});
	expect(message).not.toBe('');
	expect(meaning.isUnknown).toBe(isUnknown);
});
