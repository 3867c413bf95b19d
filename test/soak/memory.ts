/** What n8n says of itself, in bytes. */
interface Sample {
	/** Minutes since the start. */
	at: number;
	heap: number;
	resident: number;
}

export interface Trend {
	/** Megabytes at the start and at the end of what was looked at. */
	first: number;
	last: number;
	/** Megabytes an hour, and the standard error of that. */
	slope: number;
	error: number;
}

const MEGABYTE = 1024 * 1024;
const EVERY_MS = 5_000;

/** Reads the memory of an n8n (started with N8N_METRICS) every few seconds. */
export class Memory {
	private readonly samples: Sample[] = [];
	private readonly since = Date.now();
	private readonly timer: NodeJS.Timeout;
	failed = 0;

	constructor(private readonly url: string) {
		this.timer = setInterval(() => void this.sample(), EVERY_MS);
	}

	stop(): void {
		clearInterval(this.timer);
	}

	private async sample(): Promise<void> {
		try {
			const signal = AbortSignal.timeout(EVERY_MS);
			const text = await (await fetch(`${this.url}/metrics`, { signal })).text();
			this.samples.push({
				at: (Date.now() - this.since) / 60_000,
				heap: metric(text, 'nodejs_heap_size_used_bytes'),
				resident: metric(text, 'process_resident_memory_bytes'),
			});
		} catch {
			this.failed++;
		}
	}

	/**
	 * A line through the memory after the first minutes, which caches need to fill up. The least of
	 * each window counts: what is above it is garbage that was not collected yet.
	 *
	 * @param after minutes to leave out
	 * @param minutes length of a window
	 */
	trend(of: 'heap' | 'resident', after: number, minutes: number): Trend {
		const windows = new Map<number, Sample>();
		for (const sample of this.samples.filter(({ at }) => at >= after)) {
			const window = Math.floor(sample.at / minutes);
			const least = windows.get(window);
			if (!least || sample[of] < least[of]) windows.set(window, sample);
		}
		const points = [...windows.values()].map((sample) => ({
			x: sample.at / 60,
			y: sample[of] / MEGABYTE,
		}));
		return line(points);
	}
}

function metric(text: string, name: string): number {
	const found = new RegExp(`^n8n_${name}(?:{[^}]*})? (\\S+)`, 'm').exec(text);
	if (!found) throw new Error(`n8n tells no ${name}`);
	return Number(found[1]);
}

/** Least squares. */
function line(points: Array<{ x: number; y: number }>): Trend {
	const count = points.length;
	if (count < 3) throw new Error(`${count} points make no line`);
	const mean = (of: 'x' | 'y') => points.reduce((sum, point) => sum + point[of], 0) / count;
	const [x, y] = [mean('x'), mean('y')];
	const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
	const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
	const off = points.reduce((sum, p) => sum + (p.y - y - slope * (p.x - x)) ** 2, 0);
	const at = (point: { x: number }) => y + slope * (point.x - x);
	return {
		first: at(points[0]),
		last: at(points[count - 1]),
		slope,
		error: Math.sqrt(off / (count - 2) / spread),
	};
}
