import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	decodeReplyKeys,
	decodeSymbolsByKey,
	encodeSymbolsByKey,
	hash52,
	LOWEST_HASH_KEY,
	canBeId,
	toNumericKey,
	toNumberIfExact,
	symbolOfIndex,
	splitSymbols,
	type SymbolsByKey,
	encodeReplyKeys,
} from '../../nodes/MessagingServiceTrigger/encoding';
import { readState } from '../../nodes/MessagingServiceTrigger/state';
import { openTrigger, type OpenTrigger } from '../support/engine/poll';
import { type SentRequest, Service } from '../support/engine/service';
import { judgeCases } from '../support/judged';
import { share } from '../support/thorough';
import { collectWarnings } from './account';

describe('a damaged state of the trigger', () => {
	type Lists = Record<string, IDataObject[]>;

	let lists: Lists;
	let service: Service;
	let warnings: string[];
	/** The IDs of each request to mark replies as read. */
	let marked: string[];
	beforeEach(() => {
		lists = {};
		marked = [];
		warnings = collectWarnings();
		const field = ({ form }: SentRequest, wanted: string) =>
			form?.find(([name]) => name === wanted)?.[1] ?? '';
		service = new Service((request) => {
			if (request.path.endsWith('readResponseStatus')) {
				marked.push(field(request, 'incoming_messages'));
				return { body: { status: 'OK', result: 'marked' } };
			}
			const isList = request.path.endsWith('getViberMessages');
			const all = Object.keys(lists).map((id) => ({ message_id: Number(id) }));
			const page = field(request, 'limit_offset') === '0' ? all : [];
			const result = isList ? page : lists[field(request, 'message_id')];
			return { body: { status: 'OK', result } };
		});
	});
	afterEach(() => {
		service.close();
		jest.restoreAllMocks();
	});

	const reply = (id: number | string) => ({
		id: String(id),
		phone: '380671234567',
		message: 'Yes',
	});
	const recipient = (delivery_id: number, status: string) => ({ delivery_id, status });

	interface Saved extends IDataObject {
		mailings: Record<string, unknown>;
	}

	let workflows = 0;

	async function triggerOf(event: string, options: IDataObject = {}) {
		const parameters = { event, mailings: 'all', options } as never;
		const node = 'messagingServiceTrigger' as const;
		return await openTrigger({ node, parameters }, `damaged ${++workflows}`);
	}

	/** Changes the saved state as if somebody edited the database. */
	function damage(trigger: OpenTrigger, change: (state: Saved) => unknown): void {
		const state = JSON.parse(JSON.stringify(trigger.state.state)) as Saved;
		const changed = change(state) as IDataObject | undefined;
		trigger.state.state = changed === undefined ? state : changed;
	}

	const idsOf = async (poll: ReturnType<OpenTrigger['poll']>) =>
		(await poll).map(({ json }) => json.id ?? `${json.delivery_id} ${json.status}`);

	const set =
		(name: string, value: unknown) =>
		(state: Saved): unknown => ({ ...state, [name]: value });
	const snapshot =
		(text: unknown) =>
		({ mailings, ...state }: Saved): unknown => ({
			...state,
			mailings: { ...mailings, 5: text },
		});
	const damages: Array<[string, (state: Saved) => unknown]> = [
		['null', () => null],
		['no field', () => ({})],
		['another version', set('version', 2)],
		['an event that does not exist', set('event', 'vib(rReply')],
		['no series', set('series', undefined)],
		['no selection', set('selectionKey', undefined)],
		['no account', set('urlMark', undefined)],
		['a token mark that is a text', set('tokenMark', 'x')],
		['a status that is a number', set('statusTable', [5])],
		['a list of mailings', set('mailings', [])],
		['a mailing whose ID is a word', set('mailings', { x5: '' })],
		['a baseline that is a word', set('pendingBaseline', ['5x'])],
		['a reply to mark that is a number', set('toMarkAsRead', ['5', 6])],
		['replies to mark again that are a text', set('toMarkAgain', 'x')],
		['a snapshot that is a number', snapshot(7)],
		['a snapshot that was cut', snapshot('7')],
		['a snapshot with a status that the table lacks', snapshot('1Z')],
	];
	const warning = (more: string) => [
		expect.stringMatching(`^The saved state of the trigger cannot be read.*${more}`),
	];
	const OLD = 'Events before \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d do not start the workflow';

	/** Opens an active trigger of two mailings with an entry each, and damages its state. */
	async function damagedTrigger(
		event: string,
		change: (state: Saved) => unknown,
		options: IDataObject,
	) {
		const entry = all(event);
		lists = { 5: [entry(1)], 6: [entry(3)] };
		const trigger = await triggerOf(event, options);
		await trigger.poll('activation');
		damage(trigger, change);
		warnings.length = 0;
		lists[5].push(entry(2));
		return { trigger, add: (id: number) => lists[5].push(entry(id)) };
	}

	describe.each(damages)('a state that is damaged (%s)', (_, change) => {
		test.each([
			['viberReply', true],
			['viberDelivery', false],
		])(
			'treats listed items as old, and returns later ones (%s, Include Existing: %p)',
			async (event, includeExisting) => {
				const { trigger, add } = await damagedTrigger(event, change, { includeExisting });
				expect(await trigger.poll()).toEqual([]);
				expect(warnings).toEqual(warning(OLD));
				add(11);
				expect(await trigger.poll()).toHaveLength(1);
				expect(await trigger.poll()).toEqual([]);
				expect(warnings).toHaveLength(1);
			},
		);

		test('with Mark as Read returns the listed replies, and then marks them', async () => {
			const { trigger, add } = await damagedTrigger('viberReply', change, {
				markAsRead: true,
			});
			expect(await idsOf(trigger.poll())).toEqual(['1', '2', '3']);
			expect(warnings).toEqual(warning('start the workflow, possibly for the second time'));
			add(11);
			expect(await idsOf(trigger.poll())).toEqual(['11']);
			expect(marked).toEqual(['3,1,2']);
			expect(warnings).toHaveLength(1);
		});
	});

	test.each([[null], [[]], ['x'], [5]])(
		'that is %j for the whole node is replaced by a valid state',
		async (damaged) => {
			const { trigger, add } = await damagedTrigger('viberReply', (state) => state, {});
			const [node] = Object.keys(trigger.staticData);
			trigger.staticData[node] = damaged;
			expect(await idsOf(trigger.poll())).toEqual([]);
			expect(warnings).toEqual(warning(OLD));
			add(11);
			expect(await idsOf(trigger.poll())).toEqual(['11']);
			const saved = JSON.parse(JSON.stringify(trigger.staticData)) as typeof lists;
			expect(saved[node as never]).toMatchObject({ state: { event: 'viberReply' } });
			expect(warnings).toHaveLength(1);
		},
	);

	test.each(damages.filter(([title]) => /word|event/.test(title)))(
		'that each poll loads again loses no later items: %s',
		async (_, change) => {
			const { trigger, add } = await damagedTrigger('viberReply', change, {});
			const saved = JSON.stringify(trigger.state.state);
			const pollSaved = async () => {
				trigger.state.state = JSON.parse(saved) as IDataObject;
				return await idsOf(trigger.poll());
			};
			expect(await pollSaved()).toEqual([]);
			add(11);
			expect(await pollSaved()).toEqual(['11']);
			expect(warnings).toHaveLength(1);
		},
	);

	const all = (value: string) =>
		value === 'viberReply' ? reply : (id: number) => recipient(id, value);
});

describe('the saved state of the trigger', () => {
	function random(seed: number): () => number {
		let state = seed;
		return () => {
			state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
			return state / 2 ** 32;
		};
	}

	const size = Number(process.env.RECIPIENTS ?? share(100_000, 10_000));
	const bytesEach = (known: SymbolsByKey): number =>
		Buffer.byteLength(JSON.stringify(encodeSymbolsByKey(known))) /
		[...known.values()].flatMap(splitSymbols).length;

	/** Returns a mailing whose recipients have one of `count` statuses at random. */
	function mailing(
		id: (index: number, chance: () => number) => number,
		count: number,
		recipients = size,
	): SymbolsByKey {
		const chance = random(7);
		const known: SymbolsByKey = new Map();
		let last = 0;
		while (known.size < recipients) {
			last = id(known.size, chance) || last + 1;
			known.set(last, symbolOfIndex(Math.floor(chance() * count)));
		}
		return known;
	}

	/** Draws phones from `many` numbers per recipient. */
	const phones = (many: number) => (_: number, chance: () => number) =>
		380_500_000_000 + Math.floor(chance() * size * many);
	const consecutive = (index: number) => 5_000_000 + index;
	const hashes = (index: number) => LOWEST_HASH_KEY + hash52(`id-${index}`);

	const anyIds = fc.uniqueArray(
		fc.oneof(
			fc.nat({ max: 300 }),
			fc.maxSafeNat(),
			fc.integer({ min: 380e9, max: 381e9 }),
			fc.integer({ min: 2 ** 52 - 50, max: 2 ** 52 + 50 }),
			fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
		),
		{ maxLength: 400 },
	);

	describe('has a snapshot of statuses that', () => {
		test('is read as it was written', async () => {
			const status = fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 20e6 }));
			const statuses = fc.infiniteStream(fc.array(status, { minLength: 1, maxLength: 3 }));
			await judgeCases(
				fc.tuple(anyIds, statuses),
				{ several: 0.5 },
				([ids, each]) => {
					const known: SymbolsByKey = new Map(
						ids.map((id) => [
							id,
							(each.next().value as number[]).map(symbolOfIndex).join(''),
						]),
					);
					expect(decodeSymbolsByKey(encodeSymbolsByKey(known), Infinity)).toEqual(known);
					return ids.length > 1 ? 'several' : undefined;
				},
				{ numRuns: 300 },
			);
		});

		test.each<[string, SymbolsByKey, number]>([
			['consecutive ids and 4 statuses', mailing(consecutive, 4), 1.01],
			['phones of twelve operators and 4 statuses', mailing(phones(1_200), 4), 3.5],
			['consecutive ids and 5,000 statuses', mailing(consecutive, 5_000), 5],
			['hashes and 4 statuses', mailing(hashes, 4), 9],
		])('is small for %s', (_, known, most) => {
			expect(decodeSymbolsByKey(encodeSymbolsByKey(known), Infinity)).toEqual(known);
			expect(bytesEach(known)).toBeLessThanOrEqual(most);
		});
	});

	test('has keys of replies that are read as they were written', async () => {
		await judgeCases(anyIds, { several: 0.5 }, (ids) => {
			const keys = new Set(ids);
			expect(decodeReplyKeys(encodeReplyKeys(keys))).toEqual(keys);
			return ids.length > 1 ? 'several' : undefined;
		});
	});

	test('is read or rejected without hanging if anything in a snapshot is changed', async () => {
		const put = fc.oneof(
			fc.string({ maxLength: 4 }),
			fc.constantFrom('(', ')', '(zzzzzzzz)', '[', ',', '0', 'zzzzzzzzzzzz'),
		);
		const whole = fc.constantFrom('5ehAB8(14)', '5eh,,8,', '5eh,["a","b"]', '2gosa7pa2gvA0A');
		await judgeCases(
			fc.tuple(whole, fc.nat(14), fc.nat(14), put),
			{ read: 0.05, rejected: 0.1 },
			([text, from, to, other]) => {
				const changed = text.slice(0, from) + other + text.slice(to);
				const outcomes = [
					() => decodeSymbolsByKey(changed, 41),
					() => decodeReplyKeys(changed),
				].map((decode) => {
					try {
						decode();
						return 'read';
					} catch (error) {
						expect(error).toBeInstanceOf(Error);
						return 'rejected';
					}
				});
				return outcomes.includes('read') ? 'read' : 'rejected';
			},
			{ numRuns: share(5_000, 1_500) },
		);
		expect(() => decodeSymbolsByKey('h1wafb5', 41)).toThrow('damaged');
	});

	test('has hashes that distinguish IDs by 52 bits', () => {
		const length = share(200_000, 50_000);
		const found = new Set(Array.from({ length }, (_, index) => hash52(`id-${index}`)));
		expect(found.size).toBe(length);
		for (const hash of found) if (!(hash >= 0 && hash < 2 ** 52)) throw new Error(String(hash));
	});
});

describe('the state that the trigger reads', () => {
	test('does not keep a status that no snapshot uses', () => {
		const saved = {
			...{ version: 1, event: 'viberDelivery', series: 's', selectionKey: 'k', urlMark: 'a' },
			...{ tokenMark: 1, pendingBaseline: [], toMarkAsRead: [], toMarkAgain: [] },
			...{ statusTable: ['read', 'sent'], mailings: { 7: '1B', '!8': '2B' } },
		};
		expect(readState({ state: saved }, 'viberDelivery')).toEqual({
			...saved,
			statusTable: [null, 'sent'],
		});
	});

	test.each(['0', '7', '9007199254740991'])('returns the ID %s as a number', (id) => {
		expect(toNumberIfExact(id)).toBe(Number(id));
	});

	test.each(['9007199254740993', '12345678901234567', '07', '-7', '7a', 'a7', ''])(
		'returns the ID "%s" as text',
		(id) => {
			expect(toNumberIfExact(id)).toBe(id);
		},
	);

	test('uses numbers as their own keys, and larger keys for other IDs', () => {
		const numbers = ['0', '7', '999999999999999'];
		expect(numbers.map(toNumericKey)).toEqual(numbers.map(Number));
		for (const id of ['1000000000000000', '07', '-7', '7a', 'a7', '', ' 7', '1.5']) {
			expect(toNumericKey(id)).toBeGreaterThanOrEqual(2 ** 52);
			expect(Number.isSafeInteger(toNumericKey(id))).toBe(true);
		}
	});

	test('identifies entries only by numbers and texts', () => {
		const values = [5, '5', true, '', null, undefined, {}, ['5']];
		expect(values.filter(canBeId)).toEqual([5, '5', true]);
	});
});
