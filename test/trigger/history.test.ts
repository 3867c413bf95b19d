import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Problem } from '../../nodes/shared/errors/problem';
import { pollOnce } from '../../nodes/MessagingServiceTrigger/pollOnce';
import type { AccountClient } from '../../nodes/MessagingServiceTrigger/service';
import type { Settings } from '../../nodes/MessagingServiceTrigger/settings';
import {
	findLatestState,
	OTHER_ACCOUNT_SELECTION_KEY,
	readState,
	addSeriesAndRemember,
	adaptStateToAccount,
	type State,
	writeState,
} from '../../nodes/MessagingServiceTrigger/state';
import { share } from '../support/thorough';
import { ExpectedEvents, type TestedEvent } from './expectedEvents';
import { type Engine, N8n } from './n8n';
import { noFaults, type FakeFaults, STATUSES, FakeAccount } from './fakeAccount';
import { judgeCases } from '../support/judged';

const error = (httpCode: string) =>
	new Problem({ message: 'No', failure: { httpStatus: Number(httpCode), message: 'No' } });

/**
 * Replaces the service's client, so that no HTTP requests are needed. `failures.test.ts` tests
 * them.
 */
function clientOf(
	account: FakeAccount,
	event: Settings['event'],
	marked: (ids: string[]) => void,
): AccountClient {
	return {
		readMailingIds: async () => {
			if (account.faults.listFails) throw error('503');
			return account.listed(account.mailings.map(({ id }) => String(id)));
		},
		readEntries: async (id) => {
			const mailing = account.byId(id);
			const responds = account.responds(mailing);
			if (responds !== 'well') throw error(responds === 'not' ? '500' : '404');
			if (event === 'viberReply') return account.repliesTo(mailing);
			return event === 'smsDelivery'
				? account.smsRecipientsOf(mailing)
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
/** Indexes of mailings; mostly none. */
const places = (weight: number, maxLength: number) =>
	fc.oneof({ weight, arbitrary: fc.constant<number[]>([]) }, fc.array(place, { maxLength }));
const faults: fc.Arbitrary<FakeFaults> = fc.record({
	failing: places(3, 2),
	rejected: places(5, 1),
	listFails: rarely,
	markFails: rarely,
	reversed: fc.boolean(),
	doubled: fc.boolean(),
	lacking: rarely,
});

type Step = (account: FakeAccount, run: Run) => Promise<void> | void;
const step = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ arbitrary, weight });
const always = (happens: Step) => fc.constant(happens);
const history = fc.record({ mailings: fc.nat({ max: 3 }), entries: fc.nat({ max: 4 }) });
const steps = fc.array(
	fc.oneof(
		step(
			2,
			always((account) => account.add()),
		),
		step(
			4,
			fc.tuple(place, status).map((all) => (account) => account.send(...all)),
		),
		step(
			4,
			fc.tuple(place, fc.nat(), status).map((all) => (account) => account.change(...all)),
		),
		step(
			5,
			fc.tuple(place, rarely).map((all) => (account) => account.reply(...all)),
		),
		step(
			1,
			always((account) => account.appear()),
		),
		step(
			5,
			faults.map((now) => async (_, run) => await run.poll(now, false)),
		),
		step(
			3,
			always(async (_, run) => await run.poll(noFaults, false)),
		),
		step(
			1,
			faults.map((now) => async (_, run) => await run.poll(now, true)),
		),
		step(
			1,
			always((_, run) => run.restart()),
		),
		step(
			1,
			always((_, run) => run.damage()),
		),
		step(
			1,
			always((_, run) => run.rotateToken()),
		),
		step(
			1,
			history.map((has) => (_, run) => run.switchAccount(has.mailings, has.entries)),
		),
	),
	{ minLength: 5, maxLength: 60 },
);

interface Variant {
	event: TestedEvent;
	engine: Engine;
	markAsRead: boolean;
	includeExisting: boolean;
	maxMailings: number;
	/**
	 * True if crashes lose the state of a poll after its events were emitted, and states are
	 * damaged.
	 */
	crashes: boolean;
	/** True if polls run out of time. */
	hurried: boolean;
}

/**
 * Reports whether statuses never go back. After a lost state, and for SMS to the same phone, only
 * the status distinguishes events.
 */
const isOnward = ({ crashes, event }: Variant) => crashes || event === 'smsDelivery';

let runs = 0;

class Run {
	expected: ExpectedEvents;

	private readonly n8n: N8n;

	private readonly wrong: string[] = [];

	private resumeAt: string | undefined;

	private activated = false;

	/** Mailings whose events at the activation are known. */
	private read = new Set<string>();

	/** Set if this run emitted any event. */
	judged: 'events' | undefined;

	/** The number of the token for which n8n has saved a state. */
	private settled = 0;

	private accounts = 1;

	private tokens = 1;

	constructor(
		public account: FakeAccount,
		private readonly variant: Variant,
	) {
		const { event, engine, markAsRead, maxMailings } = variant;
		this.expected = new ExpectedEvents(account, event, markAsRead);
		const key = `history ${++runs}`;
		this.n8n = new N8n(engine, async (data) => {
			const { account: now } = this;
			const settings: Settings = {
				...variant,
				markAsRead: variant.markAsRead && event === 'viberReply',
				prefixedMessageIds: [],
				localNow: '',
				...{ urlMark: 'a', tokenMark: this.tokens, selectionKey: `${maxMailings}` },
			};
			const client = clientOf(now, event, (ids) => this.expected.mark(ids));
			const saved = readState(data, event);
			const last = findLatestState(key, saved);
			const before = last && adaptStateToAccount(settings, last);
			const isDamaged = saved === 'unreadable' && !last;
			if (isDamaged) this.expected.forget(settings.markAsRead);
			const asked = isDamaged
				? { ...settings, includeExisting: settings.markAsRead }
				: settings;
			const outcome = await pollOnce(client, asked, before, {
				isReadTimeUp: () => variant.hurried,
				resumeMailingId: this.resumeAt,
				setResumeMailingId: (resumeAt) => (this.resumeAt = resumeAt),
			});
			const { items } = outcome;
			const hasNoItems = items.length === 0;
			const state = addSeriesAndRemember(key, saved, { state: outcome.state, hasNoItems });
			writeState(data, state);
			const isNew = isDamaged ? settings.markAsRead : settings.includeExisting;
			this.noteOld(before, state, isNew);
			return items.length > 0 ? items : null;
		});
	}

	/** Gives the same account a new token. */
	rotateToken(): void {
		this.expected.forgetMarks();
		this.tokens++;
	}

	/**
	 * Changes the credential to another account, which has a history. The old account must emit
	 * nothing more.
	 */
	switchAccount(mailings: number, entries: number): void {
		const { event, markAsRead } = this.variant;
		this.wrong.push(...this.expected.problems([], false));
		this.tokens++;
		this.account = new FakeAccount(isOnward(this.variant), ++this.accounts);
		for (let at = 0; at < mailings; at++) {
			this.account.add();
			for (let count = 0; count < entries; count++) {
				this.account.send(at, STATUSES[count]);
				this.account.reply(at, false);
			}
		}
		this.expected = new ExpectedEvents(this.account, event, markAsRead);
	}

	/**
	 * Records the events that exist at activation, or when a mailing is first read after an
	 * activation without time for it.
	 */
	private noteOld(
		before: State | undefined,
		{ mailings, pendingBaseline }: State,
		isNew: boolean,
	): void {
		const isActivation = !before || before.selectionKey === OTHER_ACCOUNT_SELECTION_KEY;
		const fresh = Object.keys(mailings).filter((id) => !(id in (before?.mailings ?? {})));
		const silent = isNew ? [] : fresh;
		const pending = (before?.pendingBaseline ?? []).filter((id) => id in mailings);
		for (const id of isActivation ? new Set([...silent, ...pending]) : pending) {
			// With exactly one delivery, events after the first reading of a mailing are new.
			if (pendingBaseline.includes(id) || (!isActivation && this.read.has(id))) continue;
			this.read.add(id);
			this.expected.baseline(this.account.byId(id));
		}
	}

	damage(): void {
		if (!this.variant.crashes) return;
		this.n8n.damage();
		this.settled = 0;
		this.read.clear();
	}

	/** Restarts n8n, or the workflow in the same process. */
	restart(): void {
		this.n8n.restart();
		this.settled = 0;
	}

	async poll(faults: FakeFaults, crash: boolean): Promise<void> {
		const crashes = crash && this.variant.crashes && this.activated;
		this.account.faults = faults;
		// If a new account does not list a mailing at first, all events of the mailing are new
		// later.
		if (this.settled !== this.tokens && this.activated) {
			this.account.faults = { ...faults, lacking: false };
		}
		const read = new Set(this.read);
		let items: IDataObject[] = [];
		try {
			items = await this.n8n.poll(crashes);
			this.activated = true;
			this.settled = crashes ? 0 : this.tokens;
			if (crashes) this.read = read;
		} catch {
			// The state is unchanged, so the next poll finds the events.
		}
		this.account.faults = noFaults;
		this.expected.take(items);
		if (items.length > 0) this.judged = 'events';
		if (crashes && this.tokens > 1) this.expected.forgetMarks();
	}

	/** Returns the problems after enough polls without faults to read every mailing. */
	async problems(once: boolean): Promise<string[]> {
		this.account.appear();
		for (let polls = 0; polls < 6; polls++) await this.poll(noFaults, false);
		const newest = [...this.account.mailings].reverse().slice(0, this.variant.maxMailings);
		return [...this.wrong, ...this.expected.problems(newest, once)];
	}
}

async function live(variant: Variant, happened: Step[], mailings: number): Promise<Run> {
	const account = new FakeAccount(isOnward(variant));
	for (let count = 0; count < mailings; count++) account.add();
	const run = new Run(account, variant);
	for (const happens of happened) await happens(run.account, run);
	return run;
}

const variants = (fixed: Partial<Variant>): fc.Arbitrary<Variant> =>
	fc
		.record({
			event: fc.constantFrom<TestedEvent>('viberReply', 'viberDelivery', 'smsDelivery'),
			engine: fc.constantFrom<Engine>('open', 'fresh'),
			markAsRead: fc.boolean(),
			includeExisting: fc.boolean(),
			maxMailings: fc.constantFrom(3, 100),
		})
		.map((drawn) => ({ ...drawn, crashes: false, hurried: false, ...fixed }));

jest.setTimeout(60_000);

const numRuns = Number(process.env.HISTORIES ?? share(1500, 200));

const CRASHES = 'n8n crashes before it saves the state, or the state is damaged';

test.each<[title: string, fixed: Partial<Variant>, mailings: number, runs: number]>([
	['every event exactly once if nothing crashes', {}, 0, numRuns],
	[`every event at least once if ${CRASHES}`, { crashes: true }, 0, numRuns],
	// More mailings than a late poll begins to read.
	[
		'every event exactly once if polls run out of time',
		{ hurried: true, maxMailings: 100 },
		12,
		numRuns / 2,
	],
])('the trigger emits %s', async (_, fixed, mailings, runs) => {
	await judgeCases(
		fc.tuple(variants(fixed), steps),
		{ events: 0.2 },
		async ([variant, happened]) => {
			const run = await live(variant, happened, mailings);
			expect(await run.problems(!variant.crashes)).toEqual([]);
			return run.judged;
		},
		{ numRuns: runs },
	);
});
