import './environment';
import { openPoller } from './poller';
import { FIRST_MAILING, Responses, type Round, type Size, startService } from './service';

/** Measurements of one size. Times are the fastest of several, in milliseconds. */
export interface Figures {
	size: Size;
	/** `JSON.parse` of the responses to one poll. */
	parse: number;
	activation: number;
	/** A poll without changes. */
	quiet: number;
	onePercent: number;
	everyStatus: number;
	/** Peak memory of the process minus its memory before the first poll, in MB. */
	memory: number;
	stateBytes: number;
}

const TIMES = 7;
const START: Round = { number: 0, changed: 0 };

async function timed<T>(task: () => T): Promise<[milliseconds: number, result: Awaited<T>]> {
	global.gc?.();
	const since = performance.now();
	const result = await task();
	return [performance.now() - since, result];
}

async function main(size: Size): Promise<Figures> {
	const service = await startService(size);
	const ids = Array.from({ length: size.mailings }, (_, index) => FIRST_MAILING + index);
	const parameters = { event: size.event, mailings: 'selected', mailingIds: ids.join() };
	const open = async () => await openPoller(service.url, parameters);
	await service.show(START);
	const idle = process.resourceUsage().maxRSS;
	let poller = await open();
	const best = {
		activation: Infinity,
		quiet: Infinity,
		onePercent: Infinity,
		everyStatus: Infinity,
	};
	const all = size.mailings * size.recipients;
	/**
	 * @param percent of the recipients with an event; approximate, because some phones occur twice
	 * @throws if the number of events differs
	 */
	const poll = async (kind: keyof typeof best, percent: number) => {
		const [time, events] = await timed(poller.poll);
		const expected = (all * percent) / 100;
		if (Math.abs(events - expected) > expected * (percent === 100 ? 0.001 : 0.5)) {
			throw new Error(`${kind}: ${events} events, ${expected} expected`);
		}
		best[kind] = Math.min(best[kind], time);
	};
	for (let time = 0; time < TIMES; time++) {
		poller = await open();
		await service.show(START);
		await poll('activation', 0);
		await poll('quiet', 0);
		await service.show({ number: 1, changed: 1 });
		await poll('onePercent', 1);
		await service.show({ number: 2, changed: 100 });
		await poll('everyStatus', 100);
	}
	const memory = (process.resourceUsage().maxRSS - idle) / 1024;
	service.stop();
	const stateBytes = Buffer.byteLength(JSON.stringify(poller.state));
	const texts = ids.map((_, index) => new Responses(size, index, START).of().toString());
	let parse = Infinity;
	for (let time = 0; time < TIMES * 2; time++) {
		const [time] = await timed(() => texts.forEach((text) => JSON.parse(text) as unknown));
		parse = Math.min(parse, time);
	}
	return { size, parse, ...best, memory, stateBytes };
}

void main(JSON.parse(process.argv[2]) as Size).then((figures) => {
	process.stdout.write(JSON.stringify(figures));
});
