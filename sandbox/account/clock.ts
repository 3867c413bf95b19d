interface Task {
	due: number;
	run: () => void;
}

/** Longest delay of setTimeout. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The service's time. While a task runs, the clock shows the task's due time, even if `advance` has
 * moved the clock further.
 */
export class Clock {
	private tasks: Task[] = [];
	private running: number | undefined;
	private skew = 0;
	private frozen: number | undefined;
	private timer: NodeJS.Timeout | undefined;
	private stopped = false;

	constructor(private readonly manual: boolean) {
		this.reset();
	}

	now(): number {
		return this.running ?? this.frozen ?? Date.now() + this.skew;
	}

	at(due: number, run: () => void): void {
		let low = 0;
		let high = this.tasks.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (this.tasks[middle].due <= due) low = middle + 1;
			else high = middle;
		}
		this.tasks.splice(low, 0, { due, run });
		if (low === 0 && this.running === undefined) this.arm();
	}

	after(ms: number, run: () => void): void {
		this.at(this.now() + ms, run);
	}

	/** Runs due tasks before the account is read, because the timer may be late. */
	runDue(): void {
		if (this.running !== undefined) return;
		this.runUntil(this.now());
	}

	advance(ms: number): void {
		const target = this.now() + ms;
		this.runUntil(target);
		if (this.frozen !== undefined) this.frozen = target;
		else this.skew += ms;
	}

	reset(): void {
		this.tasks = [];
		this.skew = 0;
		this.frozen = this.manual ? Date.now() : undefined;
		this.arm();
	}

	stop(): void {
		this.stopped = true;
		this.tasks = [];
		clearTimeout(this.timer);
	}

	private runUntil(target: number): void {
		try {
			while (this.tasks.length > 0 && this.tasks[0].due <= target) {
				const task = this.tasks.shift();
				if (!task) break;
				this.running = task.due;
				task.run();
			}
		} finally {
			this.running = undefined;
			this.arm();
		}
	}

	private arm(): void {
		clearTimeout(this.timer);
		if (this.stopped || this.manual || this.tasks.length === 0) return;
		const wait = Math.max(this.tasks[0].due - this.now(), 0);
		this.timer = setTimeout(() => this.runDue(), Math.min(wait, LONGEST_TIMER));
		this.timer.unref();
	}
}
