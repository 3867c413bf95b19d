import { setTimeout as after } from 'node:timers/promises';
import { useDuplicateStore } from '../support/duplicateStore';
import { runNode, type RunResult } from '../support/engine/runNode';
import type { Case } from './draw';
import { type Kind, kinds } from './kinds';
import { LedgerService, type Seen } from './service';
import { entriesOf, type Entry, EVENING, NOON, settingOf } from './step';

export interface Execution {
	kind: Kind;
	/** Its option Resend If Unknown. */
	resendUnknown: boolean;
	entries: Entry[];
	isCancelled: boolean;
	result: RunResult;
	/** Lines of n8n's log about a cancelled execution. */
	logged: string[];
}

interface Planned extends Pick<Execution, 'kind' | 'entries' | 'resendUnknown'> {
	/** Start of its marks. */
	from: number;
}

export interface Played {
	drawn: Case;
	executions: Execution[];
	seen: Seen[];
}

const kindOf = (title: string): Kind => {
	const found = kinds.find((kind) => kind.title === title);
	if (!found) throw new Error(`no kind ${title}`);
	return found;
};

/** Waits until no request is open and n8n has written its line; a step goes on after it was cancelled. */
async function settled(service: LedgerService, lines: () => number): Promise<void> {
	for (let n = 0; n < 30 && (service.isBusy || lines() === 0); n++) await after(5);
}

/**
 * Plays a case: n8n's engine against a service of its own.
 *
 * @param log the lines of n8n's log
 */
export async function play(drawn: Case, log: string[]): Promise<Played> {
	log.length = 0;
	await useDuplicateStore();
	const planned = executionsOf(drawn).map(([title, resendUnknown], at): Planned => {
		const kind = kindOf(title);
		const from = at * 50;
		return { kind, resendUnknown, from, entries: entriesOf(kind, drawn, from) };
	});
	const addressees = planned.flatMap(({ entries }) =>
		entries.map(({ marks, drawn: { faults } }) => ({ marks, faults })),
	);
	const service = new LedgerService(addressees, drawn.down, drawn.delay);
	await service.start();
	const clock = clockOf(drawn, service);
	const execute = async (one: Planned): Promise<Execution> => {
		const { kind, resendUnknown, from, entries } = one;
		const setting = settingOf(kind, { ...drawn, resendUnknown }, entries, from, service.url);
		const { cancel } = drawn;
		const isCancelled = from === 0 && cancel !== undefined;
		let hasStopped = false;
		const started = (stop: () => void) => {
			const stopSoon = () =>
				void after(cancel?.milliseconds).then(() => {
					hasStopped = true;
					stop();
				});
			if (cancel?.requests === 0) stopSoon();
			else service.whenSeen.push((count) => void (count === cancel?.requests && stopSoon()));
		};
		const result = await runNode({ ...setting, ...(isCancelled && { started }) });
		const lines = () => log.filter((line) => line.includes('the execution was cancelled'));
		const wasCancelled = hasStopped && result.execution?.status !== 'success';
		if (wasCancelled) await settled(service, () => lines().length);
		const logged = wasCancelled ? lines() : [];
		return { kind, resendUnknown, entries, isCancelled: wasCancelled, result, logged };
	};
	try {
		const executions: Execution[] = [];
		const atOnce = drawn.second?.isAtOnce ? 2 : 1;
		executions.push(...(await Promise.all(planned.slice(0, atOnce).map(execute))));
		for (const one of planned.slice(atOnce)) executions.push(await execute(one));
		return { drawn, executions, seen: service.seen };
	} finally {
		clock?.mockRestore();
		await service.close();
	}
}

/** The step of each execution, and its Resend If Unknown. */
function executionsOf({ kind, resendUnknown, second, third }: Case) {
	const all: Array<[kind: string, resendUnknown: boolean]> = [[kind, resendUnknown]];
	if (second) all.push([second.kind, second.resendUnknown ?? resendUnknown]);
	if (second && third) all.push([second.kind, third.resendUnknown]);
	return all;
}

/** If hours end, it is noon when the case starts, and evening when so many requests have come. */
function clockOf({ hoursEnd }: Case, service: LedgerService) {
	if (hoursEnd === undefined) return undefined;
	const { now } = Date;
	let shift = NOON - now();
	service.whenSeen.push((count) => void (shift += count === hoursEnd ? EVENING - NOON : 0));
	return jest.spyOn(Date, 'now').mockImplementation(() => now() + shift);
}
