import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

interface Timer {
	at: number;
	run: () => void;
}

/** Turns of the event loop without traffic after which nothing but a timer can go on. */
const QUIET_TURNS = 40;

/**
 * In each test of this file pauses are asked for, and not slept: time stands still while requests are on
 * their way, and goes on to the next timer when nothing else is left to do.
 */
export function useFakeTime(): void {
	let isOver = false;
	let pump: Promise<void>;
	// Node's `fetch` keeps its first timer for good, so that one must be real.
	beforeAll(async () => {
		await fetch('http://127.0.0.1:2').catch(() => {});
	});
	beforeEach(() => {
		isOver = false;
		pump = passTime(() => isOver);
	});
	afterEach(async () => {
		isOver = true;
		await pump;
	});
}

async function passTime(isOver: () => boolean): Promise<void> {
	const timers = new Set<Timer>();
	let now = performance.now();
	const offset = Date.now() - now;
	const start = (run: () => void, milliseconds: number): Timer => {
		const timer = { at: now + Math.max(0, milliseconds), run };
		timers.add(timer);
		return timer;
	};
	let quiet = 0;
	const { write } = Socket.prototype;
	const spies = [
		jest.spyOn(performance, 'now').mockImplementation(() => now),
		jest.spyOn(Date, 'now').mockImplementation(() => Math.floor(offset + now)),
		jest
			.spyOn(globalThis, 'setTimeout')
			.mockImplementation(((
				run: (...given: unknown[]) => void,
				ms = 0,
				...given: unknown[]
			) => withRef(start(() => run(...given), ms))) as typeof setTimeout),
		jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
			timers.delete(timer as unknown as Timer);
		}),
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			const controller = new AbortController();
			start(() => controller.abort(), milliseconds);
			return controller.signal;
		}),
		jest.spyOn(Socket.prototype, 'write').mockImplementation(function (
			this: Socket,
			...given: unknown[]
		) {
			quiet = 0;
			return Reflect.apply(write, this, given) as boolean;
		}),
	];
	while (!isOver()) {
		await turn();
		if (++quiet < QUIET_TURNS || timers.size === 0) continue;
		const next = [...timers].reduce((first, timer) => (timer.at < first.at ? timer : first));
		timers.delete(next);
		now = Math.max(now, next.at);
		quiet = 0;
		next.run();
	}
	for (const spy of spies) spy.mockRestore();
}

/** As timers of Node are. */
const withRef = (timer: Timer) => {
	const self = Object.assign(timer, {
		ref: () => self,
		unref: () => self,
		hasRef: () => true,
	});
	return self;
};
