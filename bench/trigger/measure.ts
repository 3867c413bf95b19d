import './environment';
import { openPoller } from './poller';
import { responsesFor, FIRST_MAILING, type Round, type Size, startService } from './service';

/** What one size costs; times in milliseconds, the best of several. */
export interface Figures {
	size: Size;
	/** `JSON.parse` of the responses to one poll. */
	parse: number;
	activation: number;
	/** Nothing changed. */
	quiet: number;
	onePercent: number;
	everyStatus: number;
	/** Growth of the process at its largest, in MB. */
	memory: number;
	stateBytes: number;
}

const TIMES = 7;
const START: Round = { number: 0, changed: 0 };

async function timed(task: () => unknown): Promise<number> {
	global.gc?.();
	const since = performance.now();
	await task();
	return performance.now() - since;
}

async function main(size: Size): Promise<Figures> {
	const service = await startService(size);
	const ids = Array.from({ length: size.mailings }, (_, place) => FIRST_MAILING + place);
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
	const poll = async (kind: keyof typeof best) => {
		best[kind] = Math.min(best[kind], await timed(poller.poll));
	};
	for (let time = 0; time < TIMES; time++) {
		poller = await open();
		await service.show(START);
		await poll('activation');
		await poll('quiet');
		await service.show({ number: 1, changed: 1 });
		await poll('onePercent');
		await service.show({ number: 2, changed: 100 });
		await poll('everyStatus');
	}
	const memory = (process.resourceUsage().maxRSS - idle) / 1024;
	service.stop();
	const stateBytes = Buffer.byteLength(JSON.stringify(poller.state));
	const texts = ids.flatMap((_, place) => [...responsesFor(size, place, START).values()]);
	let parse = Infinity;
	for (let time = 0; time < TIMES * 2; time++) {
		parse = Math.min(
			parse,
			await timed(() => texts.forEach((text) => JSON.parse(text) as unknown)),
		);
	}
	return { size, parse, ...best, memory, stateBytes };
}

void main(JSON.parse(process.argv[2]) as Size).then((figures) => {
	process.stdout.write(JSON.stringify(figures));
});
