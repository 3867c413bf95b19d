import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { throwing } from '../run/sending/observed';
import { useDuplicateStore } from '../support/duplicateStore';
import { token } from '../support/engine/credentials';
import { type RunResult, type RunSetting, runNode } from '../support/engine/runNode';
import type { Kind } from './kinds';
import { type Fault, faults, LedgerService } from './service';

/** Tries, counted from 1, in which the expression of an entry throws. */
const THROWS = {
	throws: () => true,
	'throws first': (attempt: number) => attempt === 1,
	'throws later': (attempt: number) => attempt > 1,
};

interface RandomEntry {
	wrong?: 'value' | keyof typeof THROWS;
	/** A key of Send Once Per Key, from a small range so that keys repeat. */
	key: number;
	isOutsideHours: boolean;
	faults: Fault[];
}

/** A random step and its faults. Settings that the kind does not have are ignored. */
export interface Case {
	entries: RandomEntry[];
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	tries: number;
	maxInFlight: number;
	recipientsPerRequest: number;
	oneItemPerRecipient: boolean;
	hasKeys: boolean;
	hasHours: boolean;
	maxRecipients?: number;
	resendUnknown: boolean;
	/** A second execution with the same keys. */
	second?: { isAtOnce: boolean; resendUnknown: boolean };
}

/** True in `weight` of twenty cases. */
const often = (weight: number) => fc.nat(19).map((n) => n < weight);
const rarely = <T>(arbitrary: fc.Arbitrary<T>, weight: number) =>
	often(weight).chain((isSet) => (isSet ? arbitrary : fc.constant(undefined)));
const someFaults = fc.array(fc.constantFrom(...(Object.keys(faults) as Fault[])), {
	minLength: 1,
	maxLength: 3,
});

/** Most cases have no invalid entry, because under Stop it prevents all messages. */
const entries = ({ shape }: Kind): fc.Arbitrary<RandomEntry[]> => {
	const throwing = Object.keys(THROWS) as Array<keyof typeof THROWS>;
	// An expression of a wait applies to all recipients.
	const wrongs = shape === 'wait' ? [] : throwing;
	const entry = fc.record({
		wrong: rarely(fc.constantFrom('value' as const, ...wrongs), 8),
		key: fc.nat(4),
		isOutsideHours: often(3),
		faults: rarely(someFaults, 8).map((drawn) => drawn ?? []),
	});
	const all = fc.array(entry, { minLength: 1, maxLength: shape === 'wait' ? 4 : 7 });
	return fc
		.tuple(all, often(6))
		.map(([drawn, mayBeWrong]) =>
			drawn.map((one) => (mayBeWrong ? one : { ...one, wrong: undefined })),
		);
};

export const caseOf = (kind: Kind): fc.Arbitrary<Case> =>
	fc
		.record({
			entries: entries(kind),
			onError: fc.constantFrom<Case['onError']>(
				...(['stopWorkflow', 'stopWorkflow'] as const),
				...(['continueRegularOutput', 'continueErrorOutput'] as const),
			),
			tries: fc.constantFrom(1, 2, 3),
			maxInFlight: fc.constantFrom(1, 2, 5),
			recipientsPerRequest: fc.constantFrom(1, 2, 3, 10),
			oneItemPerRecipient: often(6),
			hasKeys: often(6),
			hasHours: often(4),
			maxRecipients: rarely(fc.constantFrom(1, 3), 2),
			resendUnknown: often(6),
			second: rarely(fc.record({ isAtOnce: fc.boolean(), resendUnknown: fc.boolean() }), 5),
		})
		// Only keys relate two executions.
		.map((drawn) => ({ ...drawn, hasKeys: drawn.hasKeys || drawn.second !== undefined }));

/** A recipient, contact or record of a step. */
export interface Entry extends Omit<RandomEntry, 'key'> {
	/** Index of the input item. */
	item: number;
	/** Number in errors, of the item or of a wait's recipient. */
	number: number;
	/** Digits that only the requests for this entry contain. */
	mark: string;
	/** The key of Send Once Per Key. A wait has one key for all recipients. */
	key?: string;
}

/** Reports whether the entry throws or is invalid in every try. */
export const isInvalid = ({ wrong }: Entry): boolean => wrong === 'value' || wrong === 'throws';

/** An execution of a step, with its result. */
export interface Execution {
	kind: Kind;
	drawn: Case;
	resendUnknown: boolean;
	entries: Entry[];
	result: RunResult;
}

function entriesOf(kind: Kind, drawn: Case, firstMark: number): Entry[] {
	const isWait = kind.shape === 'wait';
	return drawn.entries.map((one, n) => ({
		...one,
		item: isWait ? 0 : n,
		number: isWait ? n + 1 : n,
		mark: String(firstMark + n),
		key: drawn.hasKeys && kind.hasKeys ? `key ${drawn.entries[isWait ? 0 : n].key}` : undefined,
		isOutsideHours: one.isOutsideHours && drawn.hasHours && kind.hasHours,
	}));
}

const DAY_MS = 86_400_000;
function itemsOf(kind: Kind, entries: Entry[]): RunSetting['items'] {
	const dayAfterTomorrow = new Date(Date.now() + 2 * DAY_MS).toLocaleDateString('en', {
		weekday: 'short',
		timeZone: 'UTC',
	});
	const values = entries.map(({ mark, wrong }) =>
		wrong === 'value' ? kind.invalid : kind.valueOf(mark),
	);
	const [{ key }] = entries;
	if (kind.shape === 'wait') return [{ json: { value: values.join(', '), key } }];
	const items = entries.map(({ isOutsideHours, key, mark }, n) => ({
		json: {
			...{ value: values[n], text: `Hello ${mark}`, key },
			hours: isOutsideHours ? `${dayAfterTomorrow} 09:00-18:00` : '00:00-24:00',
		},
	}));
	const throws = entries.flatMap(({ wrong }, n) =>
		wrong && wrong !== 'value' ? [[n, THROWS[wrong]]] : [],
	);
	return throwing(items, Object.fromEntries(throws));
}

/** Returns the settings with which n8n runs the step. */
function settingOf(kind: Kind, drawn: Case, resendUnknown: boolean): Omit<RunSetting, 'items'> {
	const { maxInFlight, maxRecipients, oneItemPerRecipient, onError, tries } = drawn;
	const { recipientsPerRequest } = drawn;
	const options: INodeParameters = {
		...(kind.shape === 'batch' && { recipientsPerRequest, oneItemPerRecipient }),
		...(resendUnknown && { resendUnknown }),
		...(kind.hasKeys && drawn.hasKeys && { sendOnceKey: '={{ $json.key }}' }),
		...(kind.hasHours && drawn.hasHours && { sendBetween: '={{ $json.hours }}' }),
		...(kind.hasLimit && maxRecipients && { maxRecipients }),
	};
	return {
		node: kind.node,
		parameters: { ...kind.parameters, options },
		credentials: { token, maxInFlight, maxWait: 0 },
		...(onError !== 'stopWorkflow' && { onError }),
		...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 2 }),
		mode: 'trigger',
	};
}

export interface Played {
	executions: Execution[];
	service: LedgerService;
}

/** Runs the executions of a case in n8n's engine, with a separate service. */
export async function play(kind: Kind, drawn: Case): Promise<Played> {
	await useDuplicateStore();
	const resends = [drawn.resendUnknown, ...(drawn.second ? [drawn.second.resendUnknown] : [])];
	const planned = resends.map((resendUnknown, n) => ({
		resendUnknown,
		entries: entriesOf(kind, drawn, 380_501_000_000 + 50 * n),
	}));
	const service = await LedgerService.open(planned.flatMap(({ entries }) => entries));
	const execute = async (n: number): Promise<Execution> => {
		const { entries, resendUnknown } = planned[n];
		const setting = settingOf(kind, drawn, resendUnknown);
		const result = await runNode({
			...setting,
			items: itemsOf(kind, entries),
			credentials: { ...setting.credentials, baseUrl: service.url },
			executionId: `execution ${n}`,
		});
		return { kind, drawn, resendUnknown, entries, result };
	};
	try {
		if (drawn.second?.isAtOnce)
			return { executions: await Promise.all([execute(0), execute(1)]), service };
		const executions: Execution[] = [];
		for (const n of planned.keys()) executions.push(await execute(n));
		return { executions, service };
	} finally {
		await service.close();
	}
}
