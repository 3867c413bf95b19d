import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory after a garbage collection, in bytes. */
interface Sample {
	/** ID of n8n's process, or of a process that n8n started. */
	pid: number;
	/** Milliseconds since 1970. */
	time: number;
	heap: number;
}

/** A line through samples: megabytes per hour, and their standard error. */
export interface Trend {
	slope: number;
	error: number;
}

const MEGABYTE = 1024 * 1024;
const HOUR = 3_600_000;

/** The memory of an n8n that was started with `env`. */
export class Memory {
	private readonly folder = mkdtempSync(join(tmpdir(), 'soak-memory-'));
	private readonly log = join(this.folder, 'log');
	readonly env = {
		NODE_OPTIONS: `--require=${JSON.stringify(join(__dirname, 'memoryLog.cjs'))}`,
		SOAK_MEMORY_LOG: this.log,
	};

	/** Returns the samples of one process, from `since` to `until`. */
	samples(ofProcess: number, since: number, until: number): Sample[] {
		const text = existsSync(this.log) ? readFileSync(this.log, 'utf8') : '';
		return text
			.split('\n')
			.filter((line) => line !== '')
			.map((line) => JSON.parse(line) as Sample)
			.filter(({ pid, time }) => pid === ofProcess && time >= since && time < until);
	}

	forget(): void {
		rmSync(this.folder, { recursive: true, force: true });
	}
}

/**
 * Fits a line to the heap by least squares. Only the lowest sample of each window counts, because
 * the others include running executions.
 *
 * @param width of a window in milliseconds
 */
export function heapTrend(samples: Sample[], width: number): Trend {
	const windows = new Map<number, Sample>();
	for (const sample of samples) {
		const window = Math.floor(sample.time / width);
		const least = windows.get(window);
		if (!least || sample.heap < least.heap) windows.set(window, sample);
	}
	const points = [...windows.values()].map(({ time, heap }) => [
		(time - samples[0].time) / HOUR,
		heap / MEGABYTE,
	]);
	const count = points.length;
	if (count < 3) throw new Error(`${count} points make no line`);
	const sum = (of: (point: number[]) => number) =>
		points.reduce((total, point) => total + of(point), 0);
	const [x, y] = [sum(([at]) => at) / count, sum(([, value]) => value) / count];
	const spread = sum(([at]) => (at - x) ** 2);
	const slope = sum(([at, value]) => (at - x) * (value - y)) / spread;
	const off = sum(([at, value]) => (value - y - slope * (at - x)) ** 2);
	return { slope, error: Math.sqrt(off / (count - 2) / spread) };
}
