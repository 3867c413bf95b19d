import { readFileSync } from 'node:fs';

import type { LoggedRequest, SentMessage } from '../../sandbox';
import type { Postgres } from './cluster/postgres';
import { type Kind, TEXT } from './cluster/workflows';

export interface Execution {
	id: string;
	status: string;
	workflow: string;
}

export async function executions(postgres: Postgres): Promise<Execution[]> {
	return await postgres.rows<Execution>(
		'select e.id::text, e.status, w.name as workflow from execution_entity e ' +
			'join workflow_entity w on w.id = e."workflowId" order by e.id',
	);
}

export interface Saved {
	status: string;
	/** JSON with all data that went through the nodes. */
	data: string;
}

/** Returns the executions of a workflow as n8n saved them. */
export async function savedData(postgres: Postgres, workflow: string): Promise<Saved[]> {
	return await postgres.rows<Saved>(
		'select e.status, d.data from execution_data d join execution_entity e on e.id = d."executionId" ' +
			`join workflow_entity w on w.id = e."workflowId" where w.name = '${workflow}'`,
	);
}

export const isOpen = ({ status }: Execution): boolean => ['new', 'running'].includes(status);

/** The parts of a message's text. */
export interface SmsText {
	kind: Kind;
	name: string;
	execution: string;
	to: string;
	sentAt: number;
}

export function parseSmsText({ text, to, sentAt }: SentMessage): SmsText[] {
	const { kind, name, execution } = TEXT.exec(text)?.groups ?? {};
	return kind ? [{ kind: kind as Kind, name, execution, to, sentAt }] : [];
}

export function countBy<T>(all: T[], key: (one: T) => string): Map<string, number> {
	const counts = new Map<string, number>();
	for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
	return counts;
}

/** Returns the log files of the workers that ran each execution, by execution ID. */
export function workerLogsByExecution(logs: string[]): Map<string, string[]> {
	const places = new Map<string, string[]>();
	for (const log of logs) {
		for (const [, id] of readFileSync(log, 'utf8').matchAll(
			/Worker started execution (\d+)/g,
		)) {
			places.set(id, [...(places.get(id) ?? []), log]);
		}
	}
	return places;
}

/** Returns the execution ID in the text of a request. */
export const executionIdIn = ({ query, fields, json }: LoggedRequest): string =>
	TEXT.exec(JSON.stringify([query, fields, json]))?.groups?.execution ?? '';

/**
 * Returns the maximum number of concurrent requests by log file, i.e. for each start of a worker.
 */
export function peakRequestsByLog(
	requests: LoggedRequest[],
	workerOf: Map<string, string[]>,
): Map<string, number> {
	const steps: Array<{ at: number; change: 1 | -1; log: string }> = [];
	for (const request of requests) {
		const { startedAt, closedAt = Infinity } = request;
		const execution = executionIdIn(request);
		if (!execution) continue;
		for (const log of (workerOf.get(execution) ?? []).slice(0, 1)) {
			steps.push({ at: startedAt, change: 1, log }, { at: closedAt, change: -1, log });
		}
	}
	// Ends come before starts of the same millisecond, because a free slot is used immediately.
	steps.sort((a, b) => a.at - b.at || a.change - b.change);
	const open = new Map<string, number>();
	const most = new Map<string, number>();
	for (const { change, log } of steps) {
		const now = (open.get(log) ?? 0) + change;
		open.set(log, now);
		most.set(log, Math.max(most.get(log) ?? 0, now));
	}
	return most;
}
