import { Socket } from 'node:net';
import { setImmediate as turn, setTimeout as after } from 'node:timers/promises';

interface Timer {
	at: number;
	run: () => void;
}

const { write } = Socket.prototype;
const { timeout } = AbortSignal;
const { clearTimeout } = globalThis;

/** After this many event loop turns without traffic, only a timer can be pending. */
const QUIET_TURNS = 40;
/**
 * Number of turns at the end of `QUIET_TURNS` that take a real millisecond each, because nock
 * responds with real timers.
 */
const SLOW_TURNS = 4;

/**
 * Skips pauses in this file's tests: the clock stands still during requests, and jumps to the next
 * timer when nothing else is pending. Start servers before the test.
 *
 * @returns a function that advances the clock to simulate long synchronous work
 */
export function useFakeTime(): { blockFor: (milliseconds: number) => void } {
	const clock = { now: 0, isOver: false };
	let passing: Promise<void>;
	// Makes the first timer of Node's `fetch` real, because `fetch` keeps this timer permanently.
	beforeAll(async () => {
		await fetch('http://127.0.0.1:2').catch(() => {});
	});
	beforeEach(() => {
		clock.isOver = false;
		passing = passTime(clock);
	});
	afterEach(async () => {
		clock.isOver = true;
		await passing;
	});
	return { blockFor: (milliseconds) => (clock.now += milliseconds) };
}

async function passTime(clock: { now: number; isOver: boolean }): Promise<void> {
	clock.now = Math.ceil(performance.now());
	const offset = Date.now() - clock.now;
	const timers = new Set<Timer>();
	let quietTurns = 0;
	const spies = [
		jest.spyOn(performance, 'now').mockImplementation(() => clock.now),
		jest.spyOn(Date, 'now').mockImplementation(() => offset + Math.floor(clock.now)),
		...fakeTimers(clock, timers),
		jest.spyOn(Socket.prototype, 'write').mockImplementation(function (
			this: Socket,
			...args: unknown[]
		) {
			quietTurns = 0;
			return Reflect.apply(write, this, args) as boolean;
		}),
	];
	while (!clock.isOver) {
		await (quietTurns < QUIET_TURNS - SLOW_TURNS ? turn() : after(1));
		if (++quietTurns < QUIET_TURNS || timers.size === 0) continue;
		const next = [...timers].reduce((first, timer) => (timer.at < first.at ? timer : first));
		timers.delete(next);
		clock.now = Math.max(clock.now, next.at);
		quietTurns = 0;
		next.run();
	}
	for (const spy of spies) spy.mockRestore();
}

/** Collects timers in the set instead of starting them. */
function fakeTimers(clock: { now: number }, timers: Set<Timer>) {
	const start = (run: () => void, milliseconds: number): Timer => {
		const timer = { at: clock.now + Math.max(0, milliseconds), run };
		timers.add(timer);
		return timer;
	};
	type Run = (...args: unknown[]) => void;
	const setTimeout = (run: Run, milliseconds = 0, ...args: unknown[]) => {
		const timer = start(() => run(...args), milliseconds);
		return Object.assign(timer, { ref: () => timer, unref: () => timer });
	};
	return [
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(setTimeout as never),
		jest
			.spyOn(globalThis, 'clearTimeout')
			// Stops real timers too. Otherwise, Node's `fetch` fails when a timer that it stopped runs out.
			.mockImplementation((timer) => timers.delete(timer as never) || clearTimeout(timer)),
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
			// Throws if the number is invalid.
			timeout.call(AbortSignal, milliseconds);
			const controller = new AbortController();
			start(() => controller.abort(), milliseconds);
			return controller.signal;
		}),
	];
}
