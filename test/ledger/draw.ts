import fc from 'fast-check';
import { COLUMNS, type Kind, kinds } from './kinds';
import { COUNTRIES, WAYS } from './phones';
import { type Down, type Fault, faults } from './service';

/** Fault of an entry. With `first` and `later`, its expression throws only in those tries. */
export type Wrong = 'value' | 'throws' | 'throws first' | 'throws later' | 'too long';

export interface DrawnEntry {
	wrong?: Wrong;
	/** Send Once Per Key: the place of the key, of few. */
	key: number;
	/** Outside the hours of Send Between. */
	isOutside: boolean;
	/** Import: the contact, one of few, and its columns. */
	contact: number;
	columns: string[];
	/** Import: the other columns with an empty text. */
	empty?: string[];
	/** Personal mailing: another text to the first entry's recipient. */
	isSecondText?: boolean;
	/** It is the first entry once more. */
	isRepeated?: boolean;
	/** In which way its phone is written. */
	way?: number;
	/** Which faults the requests for it meet, one after the other. */
	faults: Fault[];
}

export type Mode = 'stop' | 'continueRegularOutput' | 'continueErrorOutput';

export interface Case {
	kind: string;
	entries: DrawnEntry[];
	mode: Mode;
	tries: number;
	maxInFlight: number;
	/** Entries of a request or a mailing. */
	perRequest: number;
	/** n8n's batching option: requests of a batch. */
	batching?: number;
	/** Seconds that 429 may be waited for. */
	maxWait: number;
	resendUnknown: boolean;
	hasKeys: boolean;
	hasHours: boolean;
	/** Max Recipients per Run. */
	maxRecipients?: number;
	/** An option that is read once, from the first item, throws in these tries. */
	once?: 'first' | 'later';
	oneItemPerRecipient: boolean;
	dryRun: boolean;
	/** A field that is read once for all items of a batch, and the items with a different value. */
	shared?: { field: number; others: number[]; isComputed: boolean };
	/** Send Between ends when so many requests have come. */
	hoursEnd?: number;
	/** Where the phones and the Default Country Code are from. */
	country?: number;
	/** Clear Empty Columns. */
	clearEmpty?: boolean;
	/** Milliseconds that a response takes. */
	delay: number;
	/** Another execution: with the keys of the first if it is of the same step. */
	second?: { kind: string; isAtOnce: boolean; resendUnknown?: boolean };
	/** One of the second's step, after both. */
	third?: { resendUnknown: boolean };
	/** The first execution is cancelled so long after so many requests have come. */
	cancel?: { requests: number; milliseconds: number };
	down?: Down;
}

const names = Object.keys(faults) as Fault[];
const slow: Fault[] = ['timeout', 'timeout carried out'];
/** A deadline takes as long as many other requests. */
const fault = fc.oneof(
	{ arbitrary: fc.constantFrom(...names.filter((name) => !slow.includes(name))), weight: 14 },
	{ arbitrary: fc.constantFrom(...slow), weight: 1 },
);
/** A read that may pass later is tried again, seconds later. */
const readFault = fc.constantFrom<Fault>('error200', '400', '402', '429', 'HTML carried out');
const rarely = <T>(arbitrary: fc.Arbitrary<T>, weight: number) =>
	fc.oneof({ arbitrary: fc.constant(undefined), weight: 20 - weight }, { arbitrary, weight });
const at = (weight: number): fc.Arbitrary<boolean> =>
	rarely(fc.constant(true as const), weight).map(Boolean);

const entryOf = (kind: Kind): fc.Arbitrary<DrawnEntry> =>
	fc.record({
		key: fc.nat(4),
		isOutside: at(3),
		contact: fc.nat(3),
		columns: fc.subarray(COLUMNS, { minLength: 1 }),
		empty: fc.subarray(COLUMNS),
		isSecondText: at(4),
		isRepeated: at(4),
		way: fc.nat(WAYS - 1),
		faults: fc.oneof(
			{ arbitrary: fc.constant<Fault[]>([]), weight: 3 },
			{
				arbitrary: fc.array(kind.shape === 'read' ? readFault : fault, {
					minLength: 1,
					maxLength: 3,
				}),
				weight: 2,
			},
		),
	});

/** Possible faults of an entry of this kind. */
export function wrongsOf({ isSms, parameters, shape }: Kind): Wrong[] {
	if (shape === 'wait') return ['value'];
	const isLong = isSms && String(parameters.message).includes('$json');
	return [
		'value',
		...(isLong ? (['too long'] as const) : []),
		...(['throws', 'throws first', 'throws later'] as const),
	];
}

/** Most runs have no invalid item: under Stop they would send nothing. */
const entriesOf = (kind: Kind): fc.Arbitrary<DrawnEntry[]> =>
	fc
		.tuple(
			fc.array(entryOf(kind), { minLength: 1, maxLength: kind.shape === 'wait' ? 4 : 7 }),
			rarely(
				fc.array(fc.tuple(fc.nat(6), fc.constantFrom(...wrongsOf(kind))), {
					minLength: 1,
					maxLength: 2,
				}),
				6,
			),
		)
		.map(([entries, invalid = []]) => {
			const all: DrawnEntry[] = entries.map((one) => ({ ...one }));
			for (const [place, wrong] of invalid) all[place % all.length].wrong = wrong;
			return all;
		});

/** Steps that may run at the same time. A read is excluded, because it waits seconds after some faults. */
const others = kinds.flatMap(({ shape, title }) => (shape === 'read' ? [] : [title]));

const modes: Mode[] = ['stop', 'stop', 'continueRegularOutput', 'continueErrorOutput'];

/** Cases of one kind. What the kind lacks is drawn, and left out of the step. */
export const caseOf = (kind: Kind): fc.Arbitrary<Case> =>
	fc
		.record({
			kind: fc.constant(kind.title),
			entries: entriesOf(kind),
			mode: fc.constantFrom(...modes),
			tries: fc.constantFrom(1, 2, 3),
			maxInFlight: fc.constantFrom(1, 2, 5),
			perRequest: fc.constantFrom(1, 2, 3, 10),
			batching: rarely(fc.constantFrom(1, 2), 2),
			maxWait: rarely(fc.constant(1), 1).map((one) => one ?? 0),
			resendUnknown: at(5),
			hasKeys: at(6),
			hasHours: at(4),
			maxRecipients: rarely(fc.constantFrom(1, 3), 2),
			once: rarely(fc.constantFrom('first', 'later'), 2),
			oneItemPerRecipient: at(6),
			dryRun: at(2),
			shared: rarely(
				fc.record({
					field: fc.nat(1),
					others: fc.uniqueArray(fc.nat(6), { maxLength: 2 }),
					isComputed: fc.boolean(),
				}),
				8,
			),
			hoursEnd: rarely(fc.constantFrom(1, 1, 2, 3), 5),
			country: rarely(fc.nat(COUNTRIES - 1), 7),
			clearEmpty: fc.boolean(),
			delay: fc.constantFrom(0, 0, 4),
			second: rarely(
				fc.record({
					kind: fc.oneof(fc.constant(kind.title), fc.constantFrom(...others)),
					isAtOnce: fc.boolean(),
					resendUnknown: fc.boolean(),
				}),
				5,
			),
			third: rarely(fc.record({ resendUnknown: at(6) }), 10),
			cancel: rarely(
				fc.record({ requests: fc.nat(3), milliseconds: fc.constantFrom(0, 1, 2, 10) }),
				2,
			),
			down: rarely(fc.record({ after: fc.nat(3) }), 2),
		})
		// Two executions of a step have nothing to do with each other unless they share keys.
		.map((drawn) => ({
			...drawn,
			hasKeys: drawn.hasKeys || drawn.second?.kind === kind.title,
			// An end needs hours, and several requests.
			hasHours: drawn.hasHours || drawn.hoursEnd !== undefined,
			perRequest: drawn.hoursEnd === undefined ? drawn.perRequest : 1,
		}));
