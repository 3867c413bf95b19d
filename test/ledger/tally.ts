import type { Played } from './play';
import { faults } from './service';

/** What has to be judged in each thousand of cases. A test that hardly draws something cannot fail for it. */
const ENOUGH: Record<string, number> = {};

/** Counts what was drawn, what happened and what was judged. */
export class Tally {
	readonly counts = new Map<string, number>();

	add({ drawn, executions, seen }: Played, judged: string[]): void {
		const { mode, tries, maxInFlight, second } = drawn;
		const [{ kind, isCancelled }] = executions;
		const count = (name: string) => this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
		const settings: Record<string, unknown> = {
			...{ [mode]: true, [`${tries} tries`]: true, [`${maxInFlight} in flight`]: true },
			batching: drawn.batching,
			'max wait': drawn.maxWait,
			'resend unknown': drawn.resendUnknown,
			keys: drawn.hasKeys && kind.hasKeys,
			hours: drawn.hasHours && kind.hasHours,
			'max recipients': drawn.maxRecipients && kind.hasLimit,
			'dry run': drawn.dryRun && kind.shape === 'batch',
			cancelled: isCancelled,
			down: drawn.down,
			'the same step later': second?.kind === drawn.kind && !second.isAtOnce,
			'the same step at once': second?.kind === drawn.kind && second.isAtOnce,
			'another step at once': second && second.kind !== drawn.kind && second.isAtOnce,
		};
		count(`kind: ${kind.title}`);
		for (const [name, isSet] of Object.entries(settings)) if (isSet) count(`setting: ${name}`);
		for (const { fault } of seen) {
			if (fault) {
				count(`fault: ${fault}`);
				count(`${kind.shape} × ${faults[fault].outcome}`);
				for (const [name, isSet] of Object.entries(settings)) {
					if (isSet) count(`${name} × ${faults[fault].outcome}`);
				}
			}
		}
		for (const entry of executions[0].entries) {
			if (entry.wrong) count(`wrong: ${entry.wrong}`);
		}
		for (const one of judged) count(one);
	}

	tooFew(cases: number): string[] {
		return Object.entries(ENOUGH).flatMap(([name, perThousand]) => {
			const count = this.counts.get(name) ?? 0;
			return count * 1000 < perThousand * cases ? [`${name}: ${count}`] : [];
		});
	}

	get text(): string {
		return [...this.counts]
			.sort()
			.map(([name, count]) => `${count} ${name}`)
			.join('\n');
	}
}
