import type { INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox';
import { token } from '../support/engine/credentials';
import { reveals } from '../support/engine/reveals';
import type { RunResult } from '../support/engine/runNode';
import { Account, ANNA } from '../trigger/account';
import * as operations from '../support/operations';
import { type RawService, startRaw } from '../support/rawService';
import { ELSEWHERE, type FaultRow, faults, lostAnswers } from './faultRows';
import {
	captureLog,
	inParallel,
	prepare,
	requestsTo,
	run,
	startService,
} from '../support/sandboxHarness';

interface Subject {
	title: string;
	/** The API operation that meets the fault. */
	operation: string;
	made: (options: INodeParameters) => operations.Made;
	/** Input items: two people, or one for what only reads. */
	items: number;
	/** Items that one request carries; the fault strikes the first request. */
	perRequest: number;
	faults: FaultRow[];
	/** Which of n8n's error settings its first fault gets; each next fault gets the next one. */
	turn: number;
}

interface Mode {
	title: string;
	onError?: INode['onError'];
	retryOnFail?: boolean;
}

interface Cell {
	subject: Subject;
	mode: Mode;
	row: FaultRow;
}

interface Outcome extends RunResult {
	requests: number;
	/** Messages that reached each person, or contacts of that phone in the list. */
	delivered: number[];
	leaks: string[];
}

/** In order, one after the other, so that the first item meets the fault. */
const inOrder = { maxWait: 1, maxInFlight: 1 };
/** So short that no answer but a missing one is late, on a busy machine too. */
const timeoutFor = ({ fault }: FaultRow) => (fault.kind === 'hang' ? 2 : 30);
const all = [...faults, ...lostAnswers];
const lasting = faults.map((row) => ({
	...row,
	fault: row.meaning === 'passes' ? row.fault : { ...row.fault, times: 'forever' as const },
}));

const subjects: Subject[] = [
	{
		title: 'send',
		operation: 'sendQuickSMS',
		made: operations.sendSms,
		items: 2,
		perRequest: 1,
		faults: all,
		turn: 0,
	},
	{
		title: 'import',
		operation: 'importContacts',
		made: operations.importContacts,
		items: 2,
		perRequest: 2,
		faults: all,
		turn: 1,
	},
];
const read: Subject = {
	title: 'read',
	operation: 'getMessagesList',
	made: operations.listPrepared,
	items: 1,
	perRequest: 1,
	faults: lasting,
	turn: 2,
};

const stop: Mode = { title: 'stop' };
const goOn: Mode = { title: 'continue', onError: 'continueRegularOutput' };
const errorOutput: Mode = { title: 'error output', onError: 'continueErrorOutput' };
const retry: Mode = { title: 'Retry On Fail', retryOnFail: true };
const modes = [stop, goOn, errorOutput, retry];

const cells = (subject: Subject): Cell[] =>
	subject.faults.map((row, at) => {
		const mode = modes[(subject.turn + at) % modes.length];
		return { subject, mode, row };
	});

let elsewhere: RawService;
let log: string[];
beforeAll(async () => {
	log = captureLog();
	elsewhere = await startRaw((_request, response) => response.end('{}'));
});

/** Sandboxes whose cell is done. */
const free: Sandbox[] = [];
afterAll(async () => {
	await Promise.all([elsewhere, ...free].map(async (one) => await one.close()));
});

async function sandboxWith(subject: Subject, { fault }: FaultRow): Promise<Sandbox> {
	const sandbox = free.pop() ?? (await startService());
	sandbox.reset();
	await prepare(sandbox, 1);
	const location = fault.location === ELSEWHERE ? elsewhere.url : undefined;
	sandbox.fault({ ...fault, operation: subject.operation, location });
	return sandbox;
}

async function perform({ subject, mode, row }: Cell): Promise<Outcome> {
	const sandbox = await sandboxWith(subject, row);
	const items = operations.people(subject.items);
	const { onError, retryOnFail } = mode;
	const made = subject.made({ ...inOrder, timeout: timeoutFor(row) });
	const result = await run(sandbox, { ...made, onError, retryOnFail, items });
	sandbox.advance(60_000);
	const outcome = {
		...result,
		requests: requestsTo(sandbox, subject.operation),
		delivered: items.map(({ json }) => deliveries(sandbox, subject, json.phone)),
		leaks: [result.error, result.items, result.errorItems, result.execution].flatMap(reveals),
	};
	free.push(sandbox);
	return outcome;
}

function deliveries(sandbox: Sandbox, { operation }: Subject, phone: string): number {
	if (operation !== 'importContacts') return sandbox.deliveriesTo(phone);
	const contacts = JSON.stringify(sandbox.state.lists);
	return contacts.split(phone).length - 1;
}

/** Runs all cells of a subject at the same time, each in a separate test. */
function matrixOf(subject: Subject, check: (cell: Cell, outcome: Outcome) => void) {
	const table = cells(subject);
	let outcomes: Promise<Outcome[]>;
	beforeAll(() => {
		outcomes = inParallel(table, 12, perform);
	});
	describe(subject.title, () => {
		const titled = table.map((cell, n): [string, Cell, number] => [
			`${cell.row.title} × ${cell.mode.title}`,
			cell,
			n,
		]);
		const ends = async (_: string, cell: Cell, n: number) => {
			const outcome = (await outcomes)[n];
			expect(outcome.leaks).toEqual([]);
			check(cell, outcome);
		};
		test.each(titled)(`${subject.title} survives %s`, ends, 120_000);
	});
}

/** Expected number of requests, the main property of the transport. */
function requestsOf({ subject, mode, row }: Cell): number {
	const untroubled = subject.items / subject.perRequest;
	if (row.title === '429 once') return untroubled + 1;
	if (row.title === '429 for ever') {
		if (mode === stop) return 2;
		return mode === retry ? 4 : untroubled * 2;
	}
	// The first request that fails ends the run.
	if (mode === stop && row.meaning !== 'passes') return 1;
	return untroubled + (mode === retry && row.meaning === 'refused' ? 1 : 0);
}

/** Whether the people of the request that met the fault got their message. */
function reached({ mode, row }: Cell): boolean {
	if (row.meaning === 'passes' || row.fault.after === true) return true;
	return row.meaning === 'refused' && mode === retry && row.title !== '429 for ever';
}

const everyone = [0, 1];
const pairsOf = (items: INodeExecutionData[]): number[] =>
	[...new Set(items.flatMap(({ pairedItem }) => indexes(pairedItem)))].sort();

function indexes(paired: INodeExecutionData['pairedItem']): number[] {
	if (paired === undefined) return [];
	const all = Array.isArray(paired) ? paired : [paired];
	return all.map((one) => (typeof one === 'number' ? one : one.item));
}

const MAY_HAVE_BEEN_SENT = /It may have been (sent|executed) anyway$/;

describe.each(subjects)(
	'sends at most once and reports the true outcome for every fault',
	(subject) => {
		matrixOf(subject, (cell, outcome) => {
			const { mode, row } = cell;
			const { error, items, errorItems, delivered, requests } = outcome;
			expect(requests).toBe(requestsOf(cell));
			const ends = mode === stop && row.meaning !== 'passes';
			const others = row.title === '429 for ever' || ends ? 0 : 1;
			const met = reached(cell) ? 1 : 0;
			expect(delivered).toEqual([met, subject.perRequest === 2 ? met : others]);

			const passed =
				row.meaning === 'passes' || (mode === retry && met === 1 && !row.fault.after);
			if (passed) {
				expect(error).toBeUndefined();
				expect(errorItems).toEqual([]);
				expect(pairsOf(items)).toEqual(everyone);
				expect(items.some(({ json }) => 'error' in json)).toBe(false);
				return;
			}
			const failed = others === 0 || subject.perRequest === 2 ? [0, 1] : [0];
			const fine = everyone.filter((index) => !failed.includes(index));
			const says = (text: string) => {
				expect(text).toMatch(row.says);
				if (row.meaning === 'unclear') expect(text).toMatch(MAY_HAVE_BEEN_SENT);
				else expect(text).not.toMatch(MAY_HAVE_BEEN_SENT);
			};
			if (mode === stop || mode === retry) {
				expect(items).toEqual([]);
				expect(error?.name).toBe('NodeApiError');
				says(String(error?.message));
				// Advice is there only if a word of the service calls for it.
				expect(
					(error as { description?: string | null }).description ?? 'no advice',
				).toMatch(/\w+ \w+/);
				return;
			}
			expect(error).toBeUndefined();
			if (mode === goOn) {
				expect(pairsOf(items)).toEqual(everyone);
				const bad = items.filter(({ json }) => 'error' in json);
				expect(pairsOf(bad)).toEqual(failed);
				bad.forEach(({ json }, n) => {
					says(String(json.error));
					expect(json.phone).toBe(operations.phoneOf(failed[n]));
				});
				return;
			}
			expect(pairsOf(items)).toEqual(fine);
			expect(pairsOf(errorItems)).toEqual(failed);
			errorItems.forEach(({ json }, n) => {
				says(String(json.error));
				expect(json.phone).toBe(operations.phoneOf(failed[n]));
			});
		});
	},
);

matrixOf(read, (cell, outcome) => {
	const { mode, row } = cell;
	const { error, items, errorItems, requests } = outcome;
	// A list that is read ends with an empty page.
	const pages = row.meaning === 'passes' ? 1 : 0;
	const runs = mode === retry && row.meaning !== 'passes' ? 2 : 1;
	expect(requests).toBe(row.readTries * runs + pages);
	if (row.meaning === 'passes') {
		expect(error).toBeUndefined();
		expect(items.map(({ json }) => json.message)).toEqual(['Text 1']);
		return;
	}
	const text = error?.message ?? [...items, ...errorItems].map(({ json }) => json.error).join();
	expect(text).toMatch(row.says);
	expect(text).not.toMatch(MAY_HAVE_BEEN_SENT);
	expect(items).toHaveLength(mode === goOn ? 1 : 0);
	expect(errorItems).toHaveLength(mode === errorOutput ? 1 : 0);
	expect(error === undefined).toBe(mode === goOn || mode === errorOutput);
});

describe('trigger', () => {
	/** Its timeout is n8n's minute between polls; that one is the same code as in `read`. */
	const rows = lasting.filter(({ fault }) => fault.kind !== 'hang');
	test.each(rows)(
		'$title: the trigger loses no event and emits none twice',
		async (row) => {
			const account = await Account.open({ token });
			const { sandbox } = account;
			const mailingIds = String(await account.viberMailing());
			const trigger = await account.trigger({
				event: 'viberReply',
				mailings: 'selected',
				mailingIds,
			});
			await trigger.poll('activation');
			sandbox.reply(ANNA, 'Yes');
			const operation = 'getNewIncomingMessages';
			const before = requestsTo(sandbox, operation);
			const location = row.fault.location === ELSEWHERE ? elsewhere.url : undefined;
			// One that asks for a long wait, as the poll's own patience depends on n8n.
			const retryAfter = row.title === '429 for ever' ? 3_600 : undefined;
			sandbox.fault({ ...row.fault, operation, location, retryAfter });
			let items: INodeExecutionData[] = [];
			let error: Error | undefined;
			try {
				items = await trigger.poll();
			} catch (thrown) {
				error = thrown as Error;
			}
			expect(reveals([items, error])).toEqual([]);
			expect(requestsTo(sandbox, operation) - before).toBe(retryAfter ? 1 : row.readTries);
			sandbox.clearFaults();
			const later = await trigger.poll();
			if (row.meaning === 'passes') {
				expect([items, later].map(({ length }) => length)).toEqual([1, 0]);
			} else {
				expect(error?.name).toBe('NodeApiError');
				expect(error?.message).toMatch(row.says);
				expect(later.map(({ json }) => json.message)).toEqual(['Yes']);
			}
			await sandbox.close();
		},
		30_000,
	);
});

test('follows no redirect, and logs no token, phone or text', () => {
	expect(elsewhere.requests).toEqual([]);
	expect(log.length).toBeGreaterThan(100);
	expect(reveals(log)).toEqual([]);
	expect(log.filter((line) => /38050100000|Hello there/.test(line))).toEqual([]);
});
