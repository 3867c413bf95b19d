import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import {
	decodeIds,
	encodeIds,
	decodeReplies,
	decodeStatuses,
	encodeStatuses,
	type Statuses,
} from '../../nodes/MessagingServiceTrigger/state/encoding';
import {
	hash52,
	HASH_OFFSET,
	isId,
	keyOf,
} from '../../nodes/MessagingServiceTrigger/state/fingerprint';
import { readState } from '../../nodes/MessagingServiceTrigger/state/readState';
import { openTrigger, type OpenTrigger } from '../support/engine/poll';
import { type SentRequest, Service } from '../support/engine/service';
import { judgeCases } from '../support/judged';
import { share, shareOf } from '../support/thorough';
import { collectWarnings } from './account';

describe('a damaged state', () => {
	type Lists = Record<string, IDataObject[]>;

	/** What each mailing has. */
	let lists: Lists;
	let service: Service;
	let warnings: string[];
	beforeEach(() => {
		lists = {};
		warnings = collectWarnings();
		const field = ({ form }: SentRequest, wanted: string) =>
			form?.find(([name]) => name === wanted)?.[1] ?? '';
		service = new Service((request) => {
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

	/** The state as n8n's database has it, with a change. */
	function damage(trigger: OpenTrigger, change: (state: Saved) => unknown): void {
		const state = JSON.parse(JSON.stringify(trigger.state.state)) as Saved;
		const changed = change(state) as IDataObject | undefined;
		trigger.state.state = changed === undefined ? state : changed;
	}

	const idsOf = async (poll: ReturnType<OpenTrigger['poll']>) =>
		(await poll).map(({ json }) => json.id ?? `${json.delivery_id} ${json.status}`);

	/** Snapshots of six mailings: none is what the trigger writes. */
	const unreadable: Record<number, string> = {
		21: '7', // Is cut.
		22: '5eh(1', // Has a status without an end.
		23: 'hello',
		24: '[',
		25: '1B', // Has a status that the table lacks.
		26: 'zzzzzzzzzzzzA', // Has a number that is too large.
	};

	describe.each([true, false])(
		'of a damaged state, with Include Existing %p',
		(includeExisting) => {
			test.each(['viberDelivery', 'viberReply'])(
				'a snapshot of %s that cannot be read starts nothing, and later polls return what is new',
				async (event) => {
					const entry = (id: number) =>
						event === 'viberReply' ? reply(id) : recipient(id, 'a');
					const nameOf = (id: number) =>
						event === 'viberReply' ? String(id) : `${id} a`;
					const whole = 30;
					const ids = [...Object.keys(unreadable).map(Number), whole];
					lists = Object.fromEntries(
						ids.map((id) => [id, [entry(id * 10), entry(id * 10 + 1)]]),
					);
					const trigger = await triggerOf(event, { includeExisting });
					await trigger.poll('activation');
					damage(trigger, ({ mailings }) => void Object.assign(mailings, unreadable));
					for (const id of ids) lists[id].push(entry(id * 10 + 2));
					warnings.length = 0;
					expect(await idsOf(trigger.poll())).toEqual([nameOf(whole * 10 + 2)]);
					expect(warnings).toEqual([
						'What the trigger has saved of these mailings cannot be read: 21, 22, 23, 24, 25 and 1 more. What came since the poll before may be missing. What comes now starts the workflow.',
					]);
					for (const id of ids) lists[id].push(entry(id * 10 + 3));
					expect(await idsOf(trigger.poll())).toEqual(
						ids.map((id) => nameOf(id * 10 + 3)),
					);
					expect(warnings).toHaveLength(1);
				},
			);

			const whole: Array<[string, (state: Saved) => unknown]> = [
				['mailings that are null', (state) => ({ ...state, mailings: null })],
				['no mailings', (state) => ({ ...state, mailings: undefined })],
				['a list of mailings', (state) => ({ ...state, mailings: [] })],
				['a mailing whose ID is a word', (state) => void (state.mailings.x = null)],
				['baselines that are null', (state) => ({ ...state, pendingBaseline: null })],
				['no baselines', (state) => ({ ...state, pendingBaseline: undefined })],
				['a selection that is a number', (state) => ({ ...state, selectionKey: 5 })],
				['another version', (state) => ({ ...state, version: 2 })],
				['an event that there is not', (state) => ({ ...state, event: 'vib(rReply' })],
				['a list', () => []],
				['null', () => null],
				['a text', () => 'x'],
				['no field', () => ({})],
			];
			test.each([[null], [[]], ['x'], [5]])(
				'%j in place of all that n8n has saved of the node: what exists starts nothing, and n8n saves a state again',
				async (damaged) => {
					lists = { 5: [reply(1)], 6: [reply(3)] };
					const trigger = await triggerOf('viberReply', { includeExisting });
					await trigger.poll('activation');
					const [node] = Object.keys(trigger.staticData);
					trigger.staticData[node] = damaged;
					warnings.length = 0;
					expect(await idsOf(trigger.poll())).toEqual([]);
					expect(warnings).toEqual([
						expect.stringContaining('The saved state of the trigger'),
					]);
					lists[5].push(reply(11));
					expect(await idsOf(trigger.poll())).toEqual(['11']);
					const saved = JSON.parse(JSON.stringify(trigger.staticData)) as typeof lists;
					expect(saved[node as never]).toMatchObject({ state: { event: 'viberReply' } });
					expect(warnings).toHaveLength(1);
				},
			);

			const rows = includeExisting ? whole : shareOf(whole, 3);
			test.each(rows)(
				'%s: what exists starts nothing, and later polls go on',
				async (_, change) => {
					lists = { 5: [reply(1)], 6: [reply(3)] };
					const trigger = await triggerOf('viberReply', { includeExisting });
					await trigger.poll('activation');
					damage(trigger, change);
					warnings.length = 0;
					expect(await idsOf(trigger.poll())).toEqual([]);
					expect(warnings).toEqual([
						expect.stringContaining('The saved state of the trigger'),
					]);
					lists[5].push(reply(11));
					lists[7] = [reply(12)];
					expect(await idsOf(trigger.poll())).toEqual(['11', '12']);
					expect(warnings).toHaveLength(1);
				},
			);

			test.each<[string, (state: Saved) => unknown]>([
				['nothing to mark', (state) => ({ ...state, toMarkAsRead: null })],
				['a resume position that is a number', (state) => ({ ...state, resumeAt: 7 })],
				[
					'a mailing whose ID is a word',
					({ mailings, ...state }) => ({ ...state, mailings: { ...mailings, x: '1,' } }),
				],
				['no account', (state) => ({ ...state, urlMark: undefined, tokenMark: 'x' })],
			])('%s: loses nothing', async (_, change) => {
				lists = { 5: [reply(1)] };
				const trigger = await triggerOf('viberReply', { includeExisting });
				await trigger.poll('activation');
				damage(trigger, change);
				lists[5].push(reply(11));
				expect(await idsOf(trigger.poll())).toEqual(['11']);
			});
		},
	);

	test.each<[string, (state: Saved) => unknown]>([
		['snapshot', ({ mailings }) => void (mailings[5] = 'hello')],
		['event', (state) => ({ ...state, event: 'vib(rReply' })],
	])(
		'a damaged %s loses nothing later if each poll loads the state that n8n has saved',
		async (_, change) => {
			lists = { 5: [reply(1)] };
			const trigger = await triggerOf('viberReply');
			await trigger.poll('activation');
			damage(trigger, change);
			const saved = JSON.stringify(trigger.state.state);
			const pollSaved = async () => {
				trigger.state.state = JSON.parse(saved) as IDataObject;
				return await idsOf(trigger.poll());
			};
			expect(await pollSaved()).toEqual([]);
			lists[5].push(reply(2));
			expect(await pollSaved()).toEqual(['2']);
		},
	);

	/** A JSON value somewhere in a state is another one, or lacks a part. */
	const mutation = fc.oneof(
		fc.jsonValue({ maxDepth: 2 }).map((value) => () => value as unknown),
		fc
			.record({
				path: fc.array(fc.nat({ max: 12 }), { maxLength: 3 }),
				value: fc.jsonValue(),
			})
			.map(
				({ path, value }) =>
					(state: unknown) =>
						withValue(state, path, () => value),
			),
		fc
			.record({
				path: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 3 }),
				at: fc.nat({ max: 12 }),
				much: fc.nat({ max: 12 }),
				put: fc.oneof(
					fc.string({ maxLength: 3 }),
					fc.constantFrom('(', ')', '[', ',', 'z', '0A'),
				),
			})
			.map(
				({ path, at, much, put }) =>
					(state: unknown) =>
						withValue(state, path, (text) =>
							typeof text === 'string'
								? text.slice(0, at) + put + text.slice(at + much)
								: text,
						),
			),
	);

	/** A copy whose value at a path of places is another one. */
	function withValue(
		all: unknown,
		[place, ...rest]: number[],
		other: (value: unknown) => unknown,
	) {
		if (place === undefined || typeof all !== 'object' || all === null) return other(all);
		const keys = Object.keys(all);
		const key = keys[place % Math.max(1, keys.length)];
		const copy = (Array.isArray(all) ? [...all] : { ...all }) as Record<string, unknown>;
		if (key !== undefined) copy[key] = withValue(copy[key], rest, other);
		return copy;
	}

	const all = (value: string) =>
		value === 'viberReply' ? reply : (id: number) => recipient(id, value);

	test.each(['viberReply', 'viberDelivery'])(
		'a poll with any damage to the state of %s ends, and the poll after it works',
		async (event) => {
			const entry = all(event);
			const trigger = await triggerOf(event);
			await judgeCases(
				fc.array(mutation, { minLength: 1, maxLength: 3 }),
				{ damaged: 0.3 },
				async (changes) => {
					delete trigger.state.state;
					lists = { 5: [entry(7001), entry(7002), entry(90_000)], 6: [entry(3)] };
					if (event === 'viberReply') lists[5].push(reply('x-1'));
					await trigger.poll('activation');
					const whole = JSON.stringify(trigger.state.state);
					damage(trigger, (state) =>
						changes.reduce((now, change) => change(now), state as unknown),
					);
					const isDamaged = JSON.stringify(trigger.state.state) !== whole;
					await trigger.poll();
					await trigger.poll();
					lists[5].push(entry(99_999));
					expect(await idsOf(trigger.poll())).toHaveLength(1);
					expect(await idsOf(trigger.poll())).toEqual([]);
					return isDamaged ? 'damaged' : undefined;
				},
				{ numRuns: share(1_000, 6) },
			);
		},
		300_000,
	);
});

describe('the state as text', () => {
	/** Same numbers in every run. */
	function random(seed: number): () => number {
		let state = seed;
		return () => {
			state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
			return state / 2 ** 32;
		};
	}

	const size = Number(process.env.RECIPIENTS ?? share(100_000, 10_000));
	const bytesEach = (known: Statuses): number =>
		Buffer.byteLength(JSON.stringify(encodeStatuses(known))) / known.ids.length;

	function statusesOf(known: Map<number, number>): Statuses {
		const ids = Float64Array.from(known.keys()).sort();
		return { ids, statuses: Uint32Array.from(ids, (id) => known.get(id) ?? 0) };
	}

	/** A mailing whose recipients have one of `count` statuses at random. */
	function mailing(
		id: (index: number, chance: () => number) => number,
		count: number,
		recipients = size,
	): Statuses {
		const chance = random(7);
		const known = new Map<number, number>();
		let last = 0;
		while (known.size < recipients) {
			last = id(known.size, chance) || last + 1;
			known.set(last, Math.floor(chance() * count));
		}
		return statusesOf(known);
	}

	/** Drawn from so many numbers for each recipient. */
	const phones = (many: number) => (_: number, chance: () => number) =>
		380_500_000_000 + Math.floor(chance() * size * many);
	const consecutive = (index: number) => 5_000_000 + index;
	const hashes = (index: number) => HASH_OFFSET + hash52(`id-${index}`);

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

	describe('the snapshot of statuses', () => {
		test.each<[string, number[], number[]]>([
			['', [], []],
			['A', [1], [0]],
			['0AB', [0, 1], [0, 1]],
			['5ehAB8(14)', [7_001, 7_002, 7_010], [0, 1, 40]],
			['4usslzm1Z(q)', [380_501_234_569, 380_501_234_570], [25, 26]],
			['2gosa7pa2gvA', [Number.MAX_SAFE_INTEGER], [0]],
		])('is the text %p', (text, ids, statuses) => {
			const known = { ids: Float64Array.from(ids), statuses: Uint32Array.from(statuses) };
			expect(encodeStatuses(known)).toBe(text);
			expect(decodeStatuses(text, Infinity)).toEqual(known);
		});

		test('is read as it was written', async () => {
			const statuses = fc.infiniteStream(
				fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 20e6 })),
			);
			await judgeCases(
				fc.tuple(anyIds, statuses),
				{ several: 0.5 },
				([ids, each]) => {
					const known = statusesOf(
						new Map(ids.map((id) => [id, Number(each.next().value)])),
					);
					expect(decodeStatuses(encodeStatuses(known), Infinity)).toEqual(known);
					return ids.length > 1 ? 'several' : undefined;
				},
				{ numRuns: 300 },
			);
		});

		/** Half as many phones, each with two entries. */
		const twice = ({ ids, statuses }: Statuses): Statuses => ({
			ids: ids.map((_, at) => ids[at - (at % 2)]),
			statuses,
		});

		test.each<[string, Statuses, number]>([
			['phones with two entries each', twice(mailing(phones(1_200), 4)), 3],
			['consecutive ids and 4 statuses', mailing(consecutive, 4), 1.01],
			['phones of two operators and 4 statuses', mailing(phones(200), 4), 3.2],
			['phones of twelve operators and 4 statuses', mailing(phones(1_200), 4), 3.5],
			['phones of a continent and 4 statuses', mailing(phones(10_000), 4), 4],
			['consecutive ids and 5,000 statuses', mailing(consecutive, 5_000), 5],
			['hashes and 4 statuses', mailing(hashes, 4), 9],
		])('takes few bytes for %s', (_, known, most) => {
			expect(decodeStatuses(encodeStatuses(known), Infinity)).toEqual(known);
			expect(bytesEach(known)).toBeLessThanOrEqual(most);
		});
	});

	test('ids with one mark are read as they were written', async () => {
		await judgeCases(anyIds, { several: 0.5 }, (given) => {
			const ids = given.sort((a, b) => a - b);
			const read: number[] = [];
			decodeIds(
				encodeIds(ids, () => ','),
				(id, mark) => {
					read.push(id);
					return mark + 1;
				},
			);
			expect(read).toEqual(ids);
			return ids.length > 1 ? 'several' : undefined;
		});
	});

	test('a snapshot in which anything is changed is read or rejected, and ends', async () => {
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
					() => decodeStatuses(changed, 41),
					() => decodeReplies(changed),
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
		expect(() => decodeStatuses('h1wafb5', 41)).toThrow('damaged');
	});

	test('hashes distinguish ids by 52 bits', () => {
		const length = share(200_000, 50_000);
		const found = new Set(Array.from({ length }, (_, index) => hash52(`id-${index}`)));
		expect(found.size).toBe(length);
		for (const hash of found) if (!(hash >= 0 && hash < 2 ** 52)) throw new Error(String(hash));
	});
});

describe('the state that is read', () => {
	const of = { event: 'viberDelivery', urlMark: 'a', tokenMark: 1 };
	const state = (change: IDataObject) => ({
		state: {
			...{ version: 1, ...of, selectionKey: 's', pendingBaseline: [], toMarkAsRead: [] },
			...{ statusTable: ['read', 'sent'], mailings: {} },
			...change,
		},
	});

	function read(change: IDataObject) {
		const warnings: string[] = [];
		return { ...readState(state(change), of, warnings), warnings };
	}

	const damaged = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, n) => [String(101 + n), '?']));

	test.each([
		[1, '101'],
		[5, '101, 102, 103, 104, 105'],
		[6, '101, 102, 103, 104, 105 and 1 more'],
		[8, '101, 102, 103, 104, 105 and 3 more'],
	])('of %i damaged mailings the warning names %s', (count, named) => {
		const { warnings, pendingBaseline, mailings } = read({ mailings: damaged(count) });
		expect(warnings).toEqual([
			expect.stringContaining(`of these mailings cannot be read: ${named}. What came`),
		]);
		expect([pendingBaseline?.length, mailings]).toEqual([count, {}]);
	});

	test.each([
		['number', ['read', 5]],
		['object', ['read', {}]],
	])('a status table with an %s is none, and its snapshots are damaged', (_, statusTable) => {
		const { mailings, pendingBaseline } = read({ statusTable, mailings: { 7: '1A' } });
		expect([mailings, pendingBaseline]).toEqual([{}, ['7']]);
	});

	test('statuses that no snapshot has leave the table', () => {
		const { statusTable, mailings } = read({ mailings: { 7: '1B' } });
		expect([statusTable, mailings]).toEqual([[null, 'sent'], { 7: '1B' }]);
		expect(read({ statusTable: 'x' }).statusTable).toEqual([]);
	});

	test('replies to mark as read that are not all texts are none', () => {
		expect(read({ toMarkAsRead: ['5', 6] }).toMarkAsRead).toEqual([]);
		expect(read({ toMarkAsRead: ['5'] }).toMarkAsRead).toEqual(['5']);
	});

	test.each<[string, unknown[]]>([
		['a number', [5]],
		['a word', ['x']],
	])('of a state whose baselines have %s too much is damaged', (_, pendingBaseline) => {
		expect(read({ pendingBaseline })).toMatchObject({
			warnings: [expect.stringContaining('The saved state of the trigger')],
			pendingBaseline: [],
		});
	});

	test.each([
		['0', 0],
		['7', 7],
		['999999999999999', 999_999_999_999_999],
	])('the number %s is its own key', (id, key) => expect(keyOf(id)).toBe(key));

	test.each(['1000000000000000', '07', '-7', '7a', 'a7', '', ' 7', '1.5'])(
		'%j has a key above those of numbers, and within what JavaScript holds exactly',
		(id) => {
			expect(keyOf(id)).toBeGreaterThanOrEqual(2 ** 52);
			expect(Number.isSafeInteger(keyOf(id))).toBe(true);
		},
	);

	test('texts that differ in the last character have different keys', () => {
		const keys = Array.from('abcdefgh', (last) => keyOf(`reply ${last}`));
		expect(new Set(keys).size).toBe(8);
	});

	test.each([
		[5, true],
		['5', true],
		[true, true],
		['', false],
		[null, false],
		[undefined, false],
		[{}, false],
		[['5'], false],
	])('%j can identify an entry: %p', (value, can) => expect(isId(value)).toBe(can));
});
