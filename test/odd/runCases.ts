import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { apiTable } from '../contract/apiTable';
import { callers } from '../support/engine/callTool';
import { token } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import type { Service } from '../support/engine/service';
import { apiOf } from './answers';
import { isBlank, ZONE } from './documented/forms';
import { itemOf, judge, type Seen, toldBy } from './judge';
import type { Manner, Target } from './target';
import { shown } from './values';

const ITEM = '={{ $json.v }}';
type OnError = RunSetting['onError'];

export interface Fault {
	field: string;
	value: string;
	how: string;
	what: string;
}

export interface Case {
	value: unknown;
	/** In the saved field: an expression, or the value itself. */
	raw: unknown;
	manner: Manner;
	onError: OnError;
	retryOnFail: boolean;
	/** Whether an error has to name the field: n8n words the errors of expressions. */
	isNamed?: boolean;
}

/** A service of its own, so that several values can be on their way. */
export interface Lane {
	url: string;
	service: Service;
}

const setting = (target: Target, { url }: Lane, parameters: INodeParameters) => ({
	credentials: { baseUrl: url, token },
	node: target.operation.node,
	parameters,
	timezone: ZONE,
});
const faultsOf = (target: Target, value: unknown, how: string, found: string[]): Fault[] =>
	found.map((what) => {
		const { node, resource, value: operation } = target.operation;
		const field = `${node.replace('messagingService', '')} ${resource}:${operation} ${target.title}`;
		return { field, value: shown(value), how, what };
	});

/** The requests of the operation itself, and what is wrong with the others. */
function requestsOf(target: Target, { service }: Lane, given: unknown) {
	const all = service.requests.splice(0);
	const requests = all.filter((request) => request.path === apiTable[target.operation.api].path);
	const others = all.filter((request) => !requests.includes(request));
	const wrong = [
		...others
			.filter((one) => apiOf(one) !== 'getTemplateMessageById')
			.map(({ path }) => `asked ${path}`),
		...others
			.filter((one) => apiOf(one) === 'getTemplateMessageById')
			.map(({ query }) => query.find(([name]) => name === 'template_id')?.[1])
			.filter((id) => Number(id) !== Number(target.templateId?.(given)))
			.map((id) => `asked for the template ${id}`),
		...service.strays.splice(0).map((stray) => `asked another host: ${stray}`),
	];
	return { requests, wrong };
}

/** One value in a run of its own. */
export async function runAlone(target: Target, lane: Lane, one: Case): Promise<Fault[]> {
	const { value, raw, manner, onError, retryOnFail } = one;
	const items = target.items(value, manner);
	const run = await runNode({
		...setting(target, lane, target.parameters(raw, manner)),
		items,
		onError,
		retryOnFail,
		maxTries: 3,
		waitBetweenTries: 1,
	});
	const { requests, wrong } = requestsOf(target, lane, value);
	const index = items.length === 1 ? 0 : target.index;
	const failed = [...run.items, ...run.errorItems].filter(
		(item) => toldBy(item) && itemOf(item) === index,
	);
	const error = run.error
		? {
				message: run.error.message,
				description: (run.error as { description?: string }).description ?? '',
			}
		: failed.map(toldBy)[0];
	const expected = target.expected(value, manner).map((wanted) =>
		// With Stop nothing is sent for the others either.
		wanted.refused && run.error ? { refused: true as const } : wanted,
	);
	const found = [
		...wrong,
		...judge(target, value, expected, { requests, error }, manner, one.isNamed),
	];
	const how = [manner, onError ?? 'stop', retryOnFail ? 'retry' : ''].filter(Boolean).join(', ');
	return faultsOf(target, value, how, found);
}

/** Many values as the items of one run. */
export async function runTogether(
	target: Target,
	lane: Lane,
	values: unknown[],
	onError: OnError,
	retryOnFail: boolean,
): Promise<Fault[]> {
	const run = await runNode({
		...setting(target, lane, target.parameters(ITEM, 'expression')),
		items: values.flatMap((value) => target.items(value, 'expression')),
		onError,
		retryOnFail,
		maxTries: 2,
		waitBetweenTries: 1,
	});
	const sent = [...lane.service.requests];
	const { wrong } = requestsOf(target, lane, undefined);
	const output = [...run.items, ...run.errorItems];
	if (run.error) wrong.push(`ended the run: ${run.error.message}`);
	const refs = output.flatMap(({ json: { ref } }) => (typeof ref === 'number' ? [ref] : []));
	// What only reads may be repeated by Retry On Fail.
	const isRead = /^get/.test(target.operation.value) && retryOnFail;
	const lost = isRead ? [] : sent.filter((_, ref) => !refs.includes(ref));
	if (lost.length > 0) wrong.push(`${lost.length} requests belong to no output item`);
	const faults = faultsOf(target, values.length, 'together', wrong);
	for (const [index, value] of values.entries()) {
		const own = output.filter((item) => itemOf(item) === index);
		const requests = own.flatMap(({ json: { ref } }) =>
			typeof ref === 'number' ? [sent[ref]] : [],
		);
		const error = own.map(toldBy).find(Boolean);
		const found = judge(
			target,
			value,
			target.expected(value, 'expression'),
			{ requests, error },
			'expression',
		);
		faults.push(...faultsOf(target, value, `together, ${onError}`, found));
	}
	return faults;
}

const TYPES = ['string', 'number', 'boolean'];
/** What a model can give as an argument. */
export const isArgument = (value: unknown): boolean => {
	if (isBlank(value) || (typeof value === 'number' && !Number.isFinite(value))) return false;
	if (TYPES.includes(typeof value)) return true;
	return (
		typeof value === 'object' &&
		JSON.stringify(JSON.parse(JSON.stringify(value))) === JSON.stringify(value) &&
		[Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value) as never)
	);
};

/** One value as the argument of a tool; `turn` chooses who calls it. */
export async function runTool(
	target: Target,
	lane: Lane,
	value: unknown,
	turn: number,
): Promise<Fault[]> {
	const type = TYPES.includes(typeof value) ? typeof value : 'json';
	const raw = `={{ $fromAI('v', '', '${type}') }}`;
	const [caller, call] = callers[turn % callers.length];
	const seen: Seen = { requests: [] };
	try {
		const [record = {}] = await call(setting(target, lane, target.parameters(raw, 'fixed')), {
			v: value,
		} as IDataObject);
		if (typeof record.error === 'string') seen.error = { message: record.error };
	} catch (error) {
		seen.error = { message: (error as Error).message };
	}
	const { requests, wrong } = requestsOf(target, lane, value);
	const expected = target
		.expected(value, 'fixed')
		.map(({ refused, wire }) => (refused ? { refused } : { wire }));
	// A model has no file to pass.
	const needsFile = expected.some(({ wire }) => wire?.some(([name]) => name.startsWith('file ')));
	if (needsFile && requests.length === 0 && /no binary field/.test(seen.error?.message ?? '')) {
		return [];
	}
	const found = [...wrong, ...judge(target, value, expected, { ...seen, requests }, 'fixed')];
	return faultsOf(target, value, `tool: ${caller}`, found);
}
