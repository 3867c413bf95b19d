import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { type SentRequest, Service } from '../../support/engine/service';
import { openTrigger, type OpenTrigger } from '../../support/engine/poll';
import { share, shareOf } from '../../support/thorough';
import { collectWarnings } from '../account';
import { judgeCases } from '../../support/judged';

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

const reply = (id: number | string) => ({ id: String(id), phone: '380671234567', message: 'Yes' });
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

describe.each([true, false])('of a damaged state, with Include Existing %p', (includeExisting) => {
	test.each(['viberDelivery', 'viberReply'])(
		'a snapshot of %s that cannot be read starts nothing, and later polls return what is new',
		async (event) => {
			const entry = (id: number) => (event === 'viberReply' ? reply(id) : recipient(id, 'a'));
			const nameOf = (id: number) => (event === 'viberReply' ? String(id) : `${id} a`);
			const whole = 30;
			const ids = [...Object.keys(unreadable).map(Number), whole];
			lists = Object.fromEntries(ids.map((id) => [id, [entry(id * 10), entry(id * 10 + 1)]]));
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
			expect(await idsOf(trigger.poll())).toEqual(ids.map((id) => nameOf(id * 10 + 3)));
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
	const rows = includeExisting ? whole : shareOf(whole, 3);
	test.each(rows)('%s: what exists starts nothing, and later polls go on', async (_, change) => {
		lists = { 5: [reply(1)], 6: [reply(3)] };
		const trigger = await triggerOf('viberReply', { includeExisting });
		await trigger.poll('activation');
		damage(trigger, change);
		warnings.length = 0;
		expect(await idsOf(trigger.poll())).toEqual([]);
		expect(warnings).toEqual([expect.stringContaining('The saved state of the trigger')]);
		lists[5].push(reply(11));
		lists[7] = [reply(12)];
		expect(await idsOf(trigger.poll())).toEqual(['11', '12']);
		expect(warnings).toHaveLength(1);
	});

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
});

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
	fc.record({ path: fc.array(fc.nat({ max: 12 }), { maxLength: 3 }), value: fc.jsonValue() }).map(
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
function withValue(all: unknown, [place, ...rest]: number[], other: (value: unknown) => unknown) {
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
				const since = Date.now();
				await trigger.poll();
				await trigger.poll();
				lists[5].push(entry(99_999));
				expect(await idsOf(trigger.poll())).toHaveLength(1);
				expect(await idsOf(trigger.poll())).toEqual([]);
				expect(Date.now() - since).toBeLessThan(5_000);
				return isDamaged ? 'damaged' : undefined;
			},
			{ numRuns: share(1_000, 6) },
		);
	},
	300_000,
);
