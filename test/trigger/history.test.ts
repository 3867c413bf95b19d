import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';
import { pollOnce } from '../../nodes/MessagingServiceTrigger/poll/pollOnce';
import type { ServiceClient } from '../../nodes/MessagingServiceTrigger/service/client';
import type { Settings } from '../../nodes/MessagingServiceTrigger/settings';
import { eventSources } from '../../nodes/MessagingServiceTrigger/eventSources';
import { readState, type State, writeState } from '../../nodes/MessagingServiceTrigger/state/state';
import { ExpectedEvents } from './expectedEvents';
import { type Engine, N8n } from './n8n';
import { noFaults, type FakeFaults, STATUSES, FakeAccount } from './fakeAccount';

const node = { id: '1', name: 'T', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const error = (httpCode: string) =>
	new NodeApiError(node as never, {}, { message: 'No', httpCode });

/** The service as the poll sees it, without the wire: `failures.test.ts` tests the requests. */
function clientOf(
	account: FakeAccount,
	event: Settings['event'],
	marked: (ids: string[]) => void,
): ServiceClient {
	return {
		lists: eventSources[event].lists.slice(0, 1),
		mailingIds: async () => {
			if (account.faults.listFails) throw error('503');
			return account.listed(account.mailings.map(({ id }) => String(id)));
		},
		entries: async (id) => {
			const mailing = account.byId(id);
			const responds = account.responds(mailing);
			if (responds !== 'well') throw error(responds === 'not' ? '500' : '404');
			return event === 'viberReply'
				? account.repliesTo(mailing)
				: account.recipientsOf(mailing);
		},
		markAsRead: async (ids) => {
			marked(ids);
			if (account.faults.markFails) throw error('500');
			account.read(ids);
		},
	};
}

const place = fc.nat({ max: 5 });
const status = fc.constantFrom(...STATUSES);
const rarely = fc.constantFrom(false, false, false, false, true);
const faults: fc.Arbitrary<FakeFaults> = fc.record({
	failing: fc.oneof(
		{ weight: 3, arbitrary: fc.constant<number[]>([]) },
		fc.array(place, { maxLength: 2 }),
	),
	rejected: fc.oneof(
		{ weight: 5, arbitrary: fc.constant<number[]>([]) },
		fc.array(place, { maxLength: 1 }),
	),
	listFails: rarely,
	markFails: rarely,
	reversed: fc.boolean(),
	doubled: fc.boolean(),
	lacking: rarely,
});

type Step = (account: FakeAccount, run: Run) => Promise<void> | void;
const step = (...[arbitrary, weight]: [fc.Arbitrary<Step>, number]) => ({ arbitrary, weight });
const steps = fc.array(
	fc.oneof(
		step(
			fc.constant((account) => account.add()),
			2,
		),
		step(
			fc.tuple(place, status).map(
				([at, now]) =>
					(account) =>
						account.send(at, now),
			),
			4,
		),
		step(
			fc.tuple(place, fc.nat(), status).map((all) => (account) => account.change(...all)),
			4,
		),
		step(
			fc.tuple(place, rarely).map((all) => (account) => account.reply(...all)),
			5,
		),
		step(
			fc.constant((account) => account.appear()),
			1,
		),
		step(
			faults.map((now) => async (_, run) => await run.poll(now, false)),
			5,
		),
		step(
			fc.constant(async (_, run) => await run.poll(noFaults, false)),
			3,
		),
		step(
			faults.map((now) => async (_, run) => await run.poll(now, true)),
			1,
		),
		step(
			fc.constant((_, run) => run.restart()),
			1,
		),
	),
	{ minLength: 5, maxLength: 60 },
);

interface Variant {
	event: 'viberReply' | 'viberDelivery';
	engine: Engine;
	markAsRead: boolean;
	includeExisting: boolean;
	maxMailings: number;
	/** Whether polls are cut off after the state was emitted to n8n and before n8n saved it. */
	crashes: boolean;
	/** Whether polls run out of time. */
	hurried: boolean;
}

class Run {
	readonly expected: ExpectedEvents;

	private readonly n8n: N8n;

	private resumeAt: string | undefined;

	private activated = false;

	constructor(
		private readonly account: FakeAccount,
		private readonly variant: Variant,
	) {
		const { event, engine, markAsRead, maxMailings } = variant;
		this.expected = new ExpectedEvents(account, event, markAsRead);
		const settings: Settings = { ...variant, account: 'a', selectionKey: `${maxMailings}` };
		const client = clientOf(account, event, (ids) => this.expected.mark(ids));
		this.n8n = new N8n(engine, async (data) => {
			const before = readState(data, settings);
			const { items, state } = await pollOnce(client, settings, before, {
				isLate: () => variant.hurried,
				resumeAt: this.resumeAt,
				setResumeAt: (resumeAt) => (this.resumeAt = resumeAt),
			});
			writeState(data, state);
			this.noteOld(before, state);
			return items.length > 0 ? items : null;
		});
	}

	/** Existing events are old: at activation, or at the first reading if it had no time for a mailing. */
	private noteOld(before: State | undefined, { mailings, pendingBaseline }: State): void {
		const fresh = this.variant.includeExisting ? [] : Object.keys(mailings);
		for (const id of before ? before.pendingBaseline : fresh) {
			if (!pendingBaseline.includes(id)) this.expected.baseline(this.account.byId(id));
		}
	}

	/** Not in a hurry: n8n does not save how far the silent first reading has come. */
	restart(): void {
		if (!this.variant.hurried) this.n8n.restart();
	}

	async poll(faults: FakeFaults, crash: boolean): Promise<void> {
		const crashes = crash && this.variant.crashes && this.activated;
		// What an activation has not read yet counts as new once it is rejected, known or not.
		this.account.faults = this.variant.hurried ? { ...faults, rejected: [] } : faults;
		let items: IDataObject[] = [];
		try {
			items = await this.n8n.poll(crashes);
			this.activated = true;
		} catch {
			// The state is unchanged, and the next poll finds the events.
		}
		this.account.faults = noFaults;
		this.expected.take(items);
	}

	/** What is wrong after enough polls without faults to read every mailing. */
	async problems(once: boolean): Promise<string[]> {
		this.account.appear();
		for (let polls = 0; polls < 6; polls++) await this.poll(noFaults, false);
		const newest = [...this.account.mailings].reverse().slice(0, this.variant.maxMailings);
		return this.expected.problems(newest, once);
	}
}

async function live(variant: Variant, history: Step[], mailings = 0): Promise<Run> {
	const account = new FakeAccount(variant.crashes);
	for (let count = 0; count < mailings; count++) account.add();
	const run = new Run(account, variant);
	for (const happens of history) await happens(account, run);
	return run;
}

const variants = (fixed: Partial<Variant>): fc.Arbitrary<Variant> =>
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

test('the trigger emits every event exactly once if nothing crashes', async () => {
	await fc.assert(
		fc.asyncProperty(variants({}), steps, async (variant, history) => {
			const run = await live(variant, history);
			expect(await run.problems(true)).toEqual([]);
		}),
		{ numRuns },
	);
});

test('the trigger emits every event at least once if n8n crashes before it saves the state', async () => {
	await fc.assert(
		fc.asyncProperty(variants({ crashes: true }), steps, async (variant, history) => {
			const run = await live(variant, history);
			expect(await run.problems(false)).toEqual([]);
		}),
		{ numRuns },
	);
});

test('polls that run out of time resume, and lose and repeat nothing', async () => {
	const hurried = variants({ hurried: true, engine: 'open', maxMailings: 100 });
	await fc.assert(
		fc.asyncProperty(hurried, steps, async (variant, history) => {
			// More mailings than a poll begins that is late from the start.
			const run = await live(variant, history, 12);
			expect(await run.problems(true)).toEqual([]);
		}),
		{ numRuns: numRuns / 2 },
	);
});
