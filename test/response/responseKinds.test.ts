import type { IDataObject } from 'n8n-workflow';
import { contract } from '../contract';
import { interfaceTable } from '../contract/interfaceTable';
import { runNode } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';
import { shareOf } from '../support/thorough';
import { kindOf } from './responseKinds';

/** Operations that only read, or that may be repeated: their outcome is never unknown. */
const REPEATABLE = /^(get|status|check)|^readResponseStatus$/;

const operations = interfaceTable.map(([node, resource, operation, api], turn) => {
	const row = contract.find(
		(one) => one.node === node && one.resource === resource && one.operation === operation,
	);
	if (!row) throw new Error(`${node} ${resource}:${operation} has no contract row`);
	const { parameters, items, followedBy, sends } = row;
	const setting = { parameters: { resource, operation, ...parameters }, items, followedBy };
	const repeatable = REPEATABLE.test(api) || operation === 'get';
	const answer = sends.at(-1)?.answer as IDataObject;
	return {
		title: `${resource}:${operation} (${api})`,
		api,
		repeatable,
		turn,
		node,
		answer,
		...setting,
	};
});
type Made = (typeof operations)[number];

const ofKind = (kind: string): Array<[string, Made]> =>
	operations
		.filter(({ api }) => kindOf(api) === kind)
		.map((made) => [made.title, made] as [string, Made]);

/** What comes of each answer, and the number of requests under Retry On Fail. */
async function outcomesOf(made: Made, answers: Answer[], requests?: number[]): Promise<string[]> {
	const outcomes: string[] = [];
	const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
	for (const answer of answers) {
		const service = new Service(() => answer);
		try {
			const { items, error } = await runNode({ ...made, ...(requests && retrying) });
			outcomes.push(error ? error.message : JSON.stringify(items.map(({ json }) => json)));
			requests?.push(service.requests.length);
		} finally {
			service.close();
		}
	}
	return outcomes;
}

/** Of many answers that mean the same: each operation takes other ones. */
const some = ({ turn }: Made, answers: Answer[], oneOf = 5): Answer[] =>
	shareOf(answers, oneOf, turn);

const bodies = (...all: unknown[]): Answer[] => all.map((body) => ({ body }));
const withoutRecord = bodies(
	{ status: 'OK' },
	...[null, '', [], {}].map((result) => ({ status: 'OK', result })),
	...['null', '""', '[]', '{}', 'true', '[{"status":"OK"}]'],
);
const failureWords = ['ERROR', 'error', 'failed', 'FAIL', 'rejected', 'REJECTED', 'denied'];

describe('an operation that documents a record', () => {
	test.each(ofKind('record'))('takes no other response for success: %s', async (_, made) => {
		for (const outcome of await outcomesOf(made, some(made, withoutRecord, 8))) {
			const end = made.repeatable ? /[^\]]$/ : /\. It may have been (sent|executed) anyway$/;
			expect(outcome).toMatch(end);
		}
	});
});

const ID = /^(sms_id|uuid|message_id|email_id|list_id|id)$/;
const recordOf = (answer: IDataObject) => (answer.result ?? answer) as IDataObject;
const noIds = ['null', 'undefined', 'None', 'false', 'true', 'NaN'];
const idOf = ({ answer }: Made) => Object.keys(recordOf(answer)).find((key) => ID.test(key));

describe('an operation that documents an ID', () => {
	const withId = ofKind('record').filter(([, made]) => idOf(made));
	const changesOnce = withId.filter(([, { repeatable }]) => !repeatable);

	test.each(withId)('takes no response for success whose ID is none: %s', async (_, made) => {
		const { answer } = made;
		const answers = bodies(
			...[0, '0', false, true, {}, [], [5], ' ', '\u200b', ...noIds].map((id) => {
				const record = { ...recordOf(answer), [idOf(made) as string]: id };
				return answer.result ? { ...answer, result: record } : record;
			}),
		);
		for (const outcome of await outcomesOf(made, some(made, answers, 8))) {
			expect(outcome).toMatch(
				made.repeatable ? /[^\]]$/ : /It may have been (sent|executed) anyway$/,
			);
		}
	});

	// An error with an ID says that Prepare has the text already: see prepare.test.ts.
	test.each(changesOnce.filter(([, { api }]) => api !== 'createSmsMessage'))(
		'is not sent again if the response has its ID and a failure: %s',
		async (_, made) => {
			const { answer } = made;
			const failures = [
				...['1', 'Forwarding is not available', { code: 5 }].map((error) => ({
					error,
				})),
				...[false, 0, 'no', '0', 'ERROR'].map((success) => ({ success })),
				...[
					'ERROR',
					'REJECTED',
					'failed',
					'NOT SENT',
					'NO MONEY',
					'BLOCKED',
					'CANCELED',
				].map((status) => ({ status })),
				...['EXPIRED', 'UNDELIVERED', 'Не отправлено', 'Заблокировано', 'Отклонено'].map(
					(status) => ({ status }),
				),
				{ errors: ['No funds'] },
				{ error_message: 'No funds' },
			];
			const all = bodies(
				...[...failures, { status: 402 }].map((failure) => ({ ...answer, ...failure })),
				...failures.map((failure) => {
					const record = { ...recordOf(answer), ...failure };
					return answer.result ? { ...answer, result: record } : record;
				}),
			);
			const answers = some(made, all, 15);
			const requests: number[] = [];
			for (const outcome of await outcomesOf(made, answers, requests)) {
				expect(outcome).toMatch(/It may have been (sent|executed) anyway$/);
			}
			expect(requests).toEqual(answers.map(() => 1));
		},
	);

	test.each(changesOnce)(
		'is sent again by Retry On Fail if it has a failure and no ID: %s',
		async (_, made) => {
			const failures = [{ success: false }, { error: 'No' }, { status: 'ERROR' }];
			const answers = some(made, bodies(...failures), 3);
			const requests: number[] = [];
			await outcomesOf(made, answers, requests);
			expect(requests).toEqual(answers.map(() => 3));
		},
	);
});

test.each(ofKind('record').filter(([, { repeatable }]) => repeatable))(
	'a record that is read may tell of a failure: %s',
	async (_, made) => {
		const { answer } = made;
		const record = { ...recordOf(answer), status: 'REJECTED', error_message: 'No funds' };
		const [outcome] = await outcomesOf(
			made,
			bodies(answer.result ? { ...answer, result: record } : record),
		);
		expect(JSON.parse(outcome)).toMatchObject([{ status: 'REJECTED' }]);
	},
);

test.each(['QUEUED', 1, null, 'untrue'])(
	'sends a batch once if its response has a uuid and the success %p',
	async (success) => {
		const requests: number[] = [];
		for (const made of operations.filter(({ api }) => /^sendBulk(Sms|Viber)$/.test(api))) {
			const [outcome] = await outcomesOf(made, bodies({ uuid: 'u-1', success }), requests);
			expect(outcome).toMatch(/It may have been (sent|executed) anyway$/);
		}
		expect(requests).toEqual([1, 1]);
	},
);

describe('an operation that documents a list', () => {
	test.each(ofKind('list'))('returns no items for an empty one: %s', async (_, made) => {
		const { api } = made;
		const isBare = /^statusBulk(Sms|Viber)$/.test(api);
		const status = api === 'getSMSMessages' ? 'success' : 'OK';
		const empty = isBare ? [] : { status, [api === 'getSMSMessages' ? 'data' : 'result']: [] };
		expect(await outcomesOf(made, [{ body: JSON.stringify(empty) }])).toEqual(['[]']);
	});

	test.each(ofKind('list'))('takes no record and no text for one: %s', async (_, made) => {
		const answers = some(made, bodies('"x"', 'true', '{"x":1}', ''), 2);
		for (const outcome of await outcomesOf(made, answers)) expect(outcome).toMatch(/[^\]]$/);
	});
});

describe('an operation that documents a status', () => {
	test.each(ofKind('status'))('takes it for success: %s', async (_, made) => {
		const results = [undefined, null, '', [], {}];
		const answers = bodies(...results.map((result) => ({ status: 'OK', result })));
		for (const outcome of await outcomesOf(made, some(made, answers, 3))) {
			expect(outcome).toMatch(/^\[\{.*"(success|deleted)":true[,}].*\]$/);
		}
	});

	test.each(ofKind('status'))('fails without it, and with another one: %s', async (_, made) => {
		const answers = bodies(
			'null',
			'""',
			'[]',
			'',
			...failureWords.map((status) => ({ status })),
		);
		for (const outcome of await outcomesOf(made, some(made, answers)))
			expect(outcome).toMatch(/[^\]]$/);
	});
});

const statusWithFailure = [
	...[{ error: 'No' }, { success: false }, { errors: ['No funds'] }],
	...[{ error_message: 'No funds' }, { message: 'Insufficient funds' }],
	...[false, 'Insufficient funds', { error: 'No' }, { message: 'Access denied' }].map(
		(result) => ({ result }),
	),
	...['Email not found', 'Адрес не найден', 'Не знайдено', 'It does not exist'].map((result) => ({
		result,
	})),
	...['Address is not in the list', 'Адреса нет в списке', 'No such address'].map((message) => ({
		message,
	})),
].map((failure) => ({ status: 'OK', ...failure }));

test.each(ofKind('status').filter(([, { repeatable }]) => repeatable))(
	'a change that may be repeated has failed if its response says so: %s',
	async (_, made) => {
		for (const outcome of await outcomesOf(made, some(made, bodies(...statusWithFailure)))) {
			expect(outcome).toMatch(/[^\]]$/);
			expect(outcome).not.toContain('sent anyway');
		}
	},
);

test.each(ofKind('status').filter(([, { repeatable }]) => !repeatable))(
	'is not repeated if the response has its documented status and a failure: %s',
	async (_, made) => {
		const answers = some(made, bodies(...statusWithFailure));
		const requests: number[] = [];
		for (const outcome of await outcomesOf(made, answers, requests)) {
			expect(outcome).toMatch(/It may have been (sent|executed) anyway$/);
		}
		expect(requests).toEqual(answers.map(() => 1));
	},
);

describe('an operation whose response is not documented', () => {
	test.each(ofKind('not shown'))('takes an empty response for success: %s', async (_, made) => {
		const answers = [
			{ status: 204, body: '' },
			...bodies('', ' \n', 'null', '""', '[]', '{}', { status: 'OK' }, { result: null }),
		];
		for (const outcome of await outcomesOf(made, answers)) {
			expect(outcome).toMatch(/^\[\{"success":true[,}].*\]$/);
		}
	});

	const notRead = ofKind('not shown').filter(([, { repeatable }]) => !repeatable);
	test.each(notRead)('does not take a failure for success: %s', async (_, made) => {
		const answers = bodies(
			...failureWords.map((status) => ({ status })),
			...failureWords.map((status) => ({ status, result: { id: 1 } })),
			...['ERROR', 'Access denied', '"failed"', 'false', { success: false }],
			...[{ success: 'false' }, { error: 'No' }, { errors: ['No'] }],
			...[{ success: 0 }, { success: '0' }, { success: 'FAILED' }, { result: false }],
			...[{ result: 'Access denied' }, { status: 400 }, { status: '500' }],
			...[{ message: 'Insufficient funds' }, { code: 400, message: 'Insufficient funds' }],
			{ result: { message: 'Insufficient funds' } },
		);
		for (const outcome of await outcomesOf(made, some(made, answers)))
			expect(outcome).toMatch(/[^\]]$/);
	});

	test.each(ofKind('not shown'))('takes other words for success: %s', async (_, made) => {
		const answers = bodies(
			{ status: 'deferred' },
			{ status: 'transferred', id: 5 },
			'Accepted',
			{ status: 'moderated', message: 'Your payment failed' },
			{ message: 'Accepted', code: 0 },
			{ status: 40 },
		);
		const outcomes = await outcomesOf(made, answers);
		expect(outcomes.map((outcome) => JSON.parse(outcome))).toMatchObject([
			[{ status: 'deferred' }],
			[{ status: 'transferred', id: 5 }],
			[{ message: 'Accepted' }],
			[{ status: 'moderated', message: 'Your payment failed' }],
			[{ message: 'Accepted', code: 0 }],
			[{ status: 40 }],
		]);
	});
});

describe('a response with an error that says nothing', () => {
	const NOTHING = [
		...[null, false, 0, '', ' ', [], {}, [null], { code: 0, message: '' }],
		...['OK', 'ok', 'Success', 'No error', 'no errors', '0', 'none', 'NULL', 'false'],
	];

	test.each(NOTHING.map((error) => [JSON.stringify(error), error]))(
		'is a success: %s',
		async (_, error) => {
			const made = (title: string) => operations.find((one) => one.title.startsWith(title));
			const create = made('list:create') as Made;
			const answers = bodies({ status: 'OK', result: { list_id: 7 }, error });
			expect(await outcomesOf(create, answers)).toEqual(['[{"list_id":7}]']);
			const getStatus = made('message:getStatus') as Made;
			const [outcome] = await outcomesOf(getStatus, bodies({ id: 31, error }));
			expect(JSON.parse(outcome)).toMatchObject([{ id: 31, error_text: error }]);
		},
	);
});
