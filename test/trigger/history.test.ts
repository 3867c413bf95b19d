import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { pollOnce } from '../../nodes/MessagingServiceTrigger/poll/pollOnce';
import type { Reader } from '../../nodes/MessagingServiceTrigger/service/client';
import type { Settings } from '../../nodes/MessagingServiceTrigger/settings';
import { eventSources } from '../../nodes/MessagingServiceTrigger/eventSources';
import { readState, type State, writeState } from '../../nodes/MessagingServiceTrigger/state/state';
import { Ledger } from './expectedEvents';
import { type Engine, N8n } from './n8n';
import { calm, type Mood, STATUSES, World } from './fakeAccount';

const node = { id: '1', name: 'T', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const error = (httpCode: string) =>
	new NodeApiError(node as never, {}, { message: 'No', httpCode });

/** The service as the poll sees it, without the wire: that is what `http.test.ts` is for. */
function readerOf(world: World, event: Settings['event'], marked: (ids: string[]) => void): Reader {
	return {
		lists: eventSources[event].lists.slice(0, 1),
		mailings: async () => {
			if (world.mood.listFails) throw error('503');
			return world.listed(world.mailings.map(({ id }) => String(id)));
		},
		entries: async (id) => {
			const mailing = world.byId(id);
			const answers = world.answers(mailing);
			if (answers !== 'well') throw error(answers === 'not' ? '500' : '404');
			return event === 'viberReply' ? world.repliesTo(mailing) : world.recipientsOf(mailing);
		},
		mark: async (ids) => {
			marked(ids);
			if (world.mood.markFails) throw error('500');
			world.read(ids);
		},
	};
}

const place = fc.nat({ max: 5 });
const status = fc.constantFrom(...STATUSES);
const rarely = fc.constantFrom(false, false, false, false, true);
const mood: fc.Arbitrary<Mood> = fc.record({
	failing: fc.oneof(
		{ weight: 3, arbitrary: fc.constant<number[]>([]) },
		fc.array(place, { maxLength: 2 }),
	),
	refused: fc.oneof(
		{ weight: 5, arbitrary: fc.constant<number[]>([]) },
		fc.array(place, { maxLength: 1 }),
	),
	listFails: rarely,
	markFails: rarely,
	reversed: fc.boolean(),
	doubled: fc.boolean(),
	lacking: rarely,
});

type Step = (world: World, run: Run) => Promise<void> | void;
const step = (...[arbitrary, weight]: [fc.Arbitrary<Step>, number]) => ({ arbitrary, weight });
const steps = fc.array(
	fc.oneof(
		step(
			fc.constant((world) => world.add()),
			2,
		),
		step(
			fc.tuple(place, status).map(
				([at, now]) =>
					(world) =>
						world.send(at, now),
			),
			4,
		),
		step(
			fc.tuple(place, fc.nat(), status).map((all) => (world) => world.change(...all)),
			4,
		),
		step(
			fc.tuple(place, rarely).map((all) => (world) => world.reply(...all)),
			5,
		),
		step(
			fc.constant((world) => world.appear()),
			1,
		),
		step(
			mood.map((now) => async (_, run) => await run.poll(now, false)),
			5,
		),
		step(
			fc.constant(async (_, run) => await run.poll(calm, false)),
			3,
		),
		step(
			mood.map((now) => async (_, run) => await run.poll(now, true)),
			1,
		),
		step(
			fc.constant((_, run) => run.restart()),
			1,
		),
	),
	{ minLength: 5, maxLength: 60 },
);

interface Choice {
	event: 'viberReply' | 'viberDelivery';
	engine: Engine;
	markAsRead: boolean;
	includeExisting: boolean;
	maxMailings: number;
	/** Whether polls are cut off after the state was given to n8n and before n8n saved it. */
	crashes: boolean;
	/** Whether polls run out of time. */
	hurried: boolean;
}

class Run {
	readonly ledger: Ledger;

	private readonly n8n: N8n;

	private next: string | undefined;

	private activated = false;

	constructor(
		private readonly world: World,
		private readonly choice: Choice,
	) {
		const { event, engine, markAsRead, maxMailings } = choice;
		this.ledger = new Ledger(world, event, markAsRead);
		const settings: Settings = { ...choice, account: 'a', choice: `${maxMailings}` };
		const reader = readerOf(world, event, (ids) => this.ledger.mark(ids));
		this.n8n = new N8n(engine, async (data) => {
			const before = readState(data, settings);
			const { items, state } = await pollOnce(reader, settings, before, {
				isLate: () => choice.hurried,
				start: this.next,
				endAt: (next) => (this.next = next),
			});
			writeState(data, state);
			this.noteOld(before, state);
			return items.length > 0 ? items : null;
		});
	}

	/** At activation what exists is old, in mailings that there was no time for when they are read. */
	private noteOld(before: State | undefined, { mailings, silent }: State): void {
		const fresh = this.choice.includeExisting ? [] : Object.keys(mailings);
		for (const id of before ? before.silent : fresh) {
			if (!silent.includes(id)) this.ledger.baseline(this.world.byId(id));
		}
	}

	/** Not in a hurry: n8n does not save how far the silent first reading has come. */
	restart(): void {
		if (!this.choice.hurried) this.n8n.restart();
	}

	async poll(mood: Mood, crash: boolean): Promise<void> {
		const crashes = crash && this.choice.crashes && this.activated;
		// What an activation has not read yet counts as new once it is refused, known or not.
		this.world.mood = this.choice.hurried ? { ...mood, refused: [] } : mood;
		let items: IDataObject[] = [];
		try {
			items = await this.n8n.poll(crashes);
			this.activated = true;
		} catch {
			// Nothing moves: what there was is found by the next poll.
		}
		this.world.mood = calm;
		this.ledger.take(items);
	}

	/** Enough calm polls to read every mailing, whatever the hurry; then what is wrong. */
	async problems(once: boolean): Promise<string[]> {
		this.world.appear();
		for (let polls = 0; polls < 6; polls++) await this.poll(calm, false);
		const newest = [...this.world.mailings].reverse().slice(0, this.choice.maxMailings);
		return this.ledger.problems(newest, once);
	}
}

async function live(choice: Choice, history: Step[], mailings = 0): Promise<Run> {
	const world = new World(choice.crashes);
	for (let count = 0; count < mailings; count++) world.add();
	const run = new Run(world, choice);
	for (const happens of history) await happens(world, run);
	return run;
}

const choices = (fixed: Partial<Choice>): fc.Arbitrary<Choice> =>
	fc
		.record({
			event: fc.constantFrom('viberReply' as const, 'viberDelivery' as const),
			engine: fc.constantFrom<Engine>('open', 'fresh'),
			markAsRead: fc.boolean(),
			includeExisting: fc.boolean(),
			maxMailings: fc.constantFrom(3, 100),
		})
		.map((drawn) => ({ ...drawn, crashes: false, hurried: false, ...fixed }));

jest.setTimeout(60_000);

const numRuns = Number(process.env.HISTORIES ?? 1500);

test('without a crash every event comes out exactly once', async () => {
	await fc.assert(
		fc.asyncProperty(choices({}), steps, async (choice, history) => {
			const run = await live(choice, history);
			expect(await run.problems(true)).toEqual([]);
		}),
		{ numRuns },
	);
});

test('with crashes before the state is saved every event comes out at least once', async () => {
	await fc.assert(
		fc.asyncProperty(choices({ crashes: true }), steps, async (choice, history) => {
			const run = await live(choice, history);
			expect(await run.problems(false)).toEqual([]);
		}),
		{ numRuns },
	);
});

test('polls that run out of time go on with the rest, and lose and repeat nothing', async () => {
	const hurried = choices({ hurried: true, engine: 'open', maxMailings: 100 });
	await fc.assert(
		fc.asyncProperty(hurried, steps, async (choice, history) => {
			// More mailings than a poll begins that is late from the start.
			const run = await live(choice, history, 12);
			expect(await run.problems(true)).toEqual([]);
		}),
		{ numRuns: numRuns / 2 },
	);
});
