import type { Case } from './draw';
import { type Kind, kinds } from './kinds';
import type { Played } from './play';
import { faults } from './service';

const shapes = [...new Set(kinds.map(({ shape }) => shape))];
const both = (names: string[]) =>
	names.flatMap((name) => ['rejected', 'unknown'].map((outcome) => `${name} × ${outcome}`));

/** So often at least, in a hundred cases. What is hardly drawn cannot fail. */
const ENOUGH: Array<[perHundred: number, names: string[]]> = [
	[1.2, kinds.map(({ title }) => `kind: ${title}`)],
	[1.5, Object.keys(faults).map((fault) => `fault: ${fault}`)],
	[0.8, both(shapes)],
	[
		6,
		both([
			...['stop', 'continueRegularOutput', 'continueErrorOutput'],
			...['1 tries', '2 tries', '3 tries', '1 in flight', '2 in flight', '5 in flight'],
			'resend unknown',
		]),
	],
	[6, both(['keys'])],
	[1.5, both(['batching', 'the same step later', 'the same step at once', 'another step'])],
	[0.5, both(['three executions', 'resend changes'])],
	[0.25, both(['hours', 'max recipients', 'cancelled', 'down', 'max wait'])],
	[0.5, ['dry run'].map((name) => `setting: ${name}`)],
	[1, ['value', 'throws', 'throws first', 'throws later'].map((name) => `wrong: ${name}`)],
	[0.2, ['too long'].map((name) => `wrong: ${name}`)],
	[100, ['sentences 1 and 3: one request', 'sentence 4: sent']],
	[20, ['sentences 1 and 3: several requests', 'sentence 4: a valid item under Continue']],
	[15, ['sentence 4: unknown', 'sentence 4: failed', 'sentence 4: the error says sent']],
	[7, ['sentence 2: a request that fails under Stop', 'sentence 2: an invalid item under Stop']],
	[10, ['sentence 4: the error says not sent', 'sentence 4: the error says unknown']],
	[2, ['sentence 4: sent before', 'sentence 4: the error says failed']],
	[1, ['sentence 4: left out']],
	[1, ['sent', 'unknown', 'not sent'].map((word) => `sentence 4: the log says ${word}`)],
	[1, ['it is invalid', 'it is outside the hours'].map((reason) => `sentence 5: ${reason}`)],
	[2, ['there are too many recipients', 'it is a dry run'].map((why) => `sentence 5: ${why}`)],
	[2, ['sentence 5: a recipient of the same message is invalid']],
	[1, ['sentence 2: a value for all differs', 'sentence 2: one value for all is sent']],
	[2, ['sentence 5: the hours have ended', 'sentence 5: it says until when']],
	[0.1, ['sentence 5: it is too late']],
	[0.5, ['gaps', 'cleared columns'].map((what) => `sentence 4: contacts with ${what}`)],
	[20, ['sentence 1: a phone', 'sentence 1: a phone of some country']],
	[1, ['sentence 1: two texts to one recipient', 'sentence 1: repeated']],
];

function settingsOf(kind: Kind, drawn: Case): Record<string, unknown> {
	const { maxInFlight, mode, second, third, tries } = drawn;
	const isSame = second?.kind === kind.title;
	return {
		[mode]: true,
		[`${tries} tries`]: true,
		[`${maxInFlight} in flight`]: true,
		batching: drawn.batching,
		'max wait': drawn.maxWait,
		'resend unknown': drawn.resendUnknown,
		keys: drawn.hasKeys && kind.hasKeys,
		hours: drawn.hasHours && kind.hasHours,
		'max recipients': drawn.maxRecipients && kind.hasLimit,
		'dry run': drawn.dryRun && kind.shape === 'batch',
		down: drawn.down,
		'the same step later': isSame && !second.isAtOnce,
		'the same step at once': isSame && second.isAtOnce,
		'another step': second && !isSame,
		'three executions': isSame && third,
		'resend changes': isSame && third && second.resendUnknown !== third.resendUnknown,
	};
}

/** Counts what was drawn, what happened at the service, and what was judged. */
export class Tally {
	private readonly counts = new Map<string, number>();
	private cases = 0;

	add({ drawn, executions, seen }: Played, judged: string[]): void {
		const [{ entries, isCancelled, kind }] = executions;
		this.cases++;
		const settings = { ...settingsOf(kind, drawn), cancelled: isCancelled };
		const set = Object.entries(settings).flatMap(([name, isSet]) => (isSet ? [name] : []));
		this.count(`kind: ${kind.title}`, ...judged, ...set.map((name) => `setting: ${name}`));
		for (const { wrong } of entries) if (wrong) this.count(`wrong: ${wrong}`);
		for (const { fault } of seen) {
			if (!fault) continue;
			const { outcome } = faults[fault];
			this.count(`fault: ${fault}`);
			this.count(...[kind.shape, ...set].map((name) => `${name} × ${outcome}`));
		}
	}

	/** Cases that were drawn or judged too rarely. */
	get tooFew(): string[] {
		return ENOUGH.flatMap(([perHundred, names]) => {
			const least = (perHundred * this.cases) / 100;
			return names
				.filter((name) => (this.counts.get(name) ?? 0) < least)
				.map((name) => `${name}: ${this.counts.get(name) ?? 0} of ${least}`);
		});
	}

	/** All counts, a line each. */
	get text(): string {
		return [...this.counts]
			.map(([name, count]) => `${name}: ${count}`)
			.sort()
			.join('\n');
	}

	private count(...names: string[]): void {
		for (const name of names) this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
	}
}
