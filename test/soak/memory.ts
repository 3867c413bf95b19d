import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Memory of an n8n process after a garbage collection, in bytes. */
interface Sample {
	/** n8n's own or that of a process that it started. */
	pid: number;
	/** Milliseconds since 1970. */
	time: number;
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
const HOUR = 3_600_000;

/** The memory of an n8n that was started with `env`. */
export class Memory {
	private readonly folder = mkdtempSync(join(tmpdir(), 'soak-memory-'));
	private readonly log = join(this.folder, 'log');
	readonly env = {
		NODE_OPTIONS: `--require=${JSON.stringify(join(__dirname, 'memoryLog.cjs'))}`,
		SOAK_MEMORY_LOG: this.log,
	};

	/** Samples of one process, from `since` to `until`. */
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
 * A line through samples. The least of each window counts: what is above it is of executions that were at work.
 *
 * @param width of a window in milliseconds
 */
export function trend(samples: Sample[], of: 'heap' | 'resident', width: number): Trend {
	const windows = new Map<number, Sample>();
	for (const sample of samples) {
		const window = Math.floor(sample.time / width);
		const least = windows.get(window);
		if (!least || sample[of] < least[of]) windows.set(window, sample);
	}
	const [{ time: start }] = samples;
	return line(
		[...windows.values()].map((sample) => ({
			x: (sample.time - start) / HOUR,
			y: sample[of] / MEGABYTE,
		})),
	);
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
