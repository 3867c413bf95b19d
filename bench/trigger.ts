import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeSection } from './section';
import type { Figures } from './trigger/measure';
import type { Size } from './trigger/service';

const LIMITS = { ratio: 12, memory: 200, bytes: 4 };
const SIZES: Size[] = [
	{ event: 'viberDelivery', mailings: 1, recipients: 100_000 },
	{ event: 'viberDelivery', mailings: 100, recipients: 1_000 },
	{ event: 'viberDelivery', mailings: 1_000, recipients: 10 },
	{ event: 'smsDelivery', mailings: 1, recipients: 100_000 },
];

/** Measures each size in a new process, so that memory of another size does not count. */
function measure(size: Size): Figures {
	const script = join(__dirname, 'trigger', 'measure.ts');
	const command = [...process.execArgv, script, JSON.stringify(size)];
	const output = execFileSync(process.execPath, command, { encoding: 'utf8' });
	return JSON.parse(output.slice(output.lastIndexOf('{"size"'))) as Figures;
}

function nameOf({ size: { event, mailings, recipients } }: Figures): string {
	const count = (value: number) => value.toLocaleString('en');
	return `${event === 'smsDelivery' ? 'SMS' : 'Viber'}, ${count(mailings)} × ${count(recipients)}`;
}

function row(figures: Figures): string {
	const { size, parse, memory, stateBytes, ...polls } = figures;
	const { mailings, recipients } = size;
	const times = (value: number) => `${(value / parse).toFixed(1)} ×`;
	const cells = [
		nameOf(figures),
		`${parse.toFixed(0)} ms`,
		...[polls.activation, polls.quiet, polls.onePercent, polls.everyStatus].map(times),
		`${memory.toFixed(0)} MB`,
		(stateBytes / (mailings * recipients)).toFixed(2),
	];
	return `| ${cells.join(' | ')} |`;
}

/** Names the sizes with a single mailing for which a poll took longer than the limit. */
function missed(figures: Figures[]): string {
	const isSlow = ({ parse, ...polls }: Figures) =>
		Math.max(polls.activation, polls.quiet, polls.onePercent, polls.everyStatus) >
		LIMITS.ratio * parse;
	const slow = figures
		.filter((figure) => figure.size.mailings === 1 && isSlow(figure))
		.map(nameOf);
	return slow.length > 0 ? ` Missed in time: ${slow.join('; ')}.` : '';
}

function section(figures: Figures[]): string {
	return [
		'Polls through n8n-core, the best of seven, as multiples of `JSON.parse` for the same responses. State is in bytes per recipient. A request takes about 2 ms, so many small mailings have high factors.',
		'',
		'| recipients | parsing | activation | nothing new | 1 % changed | all changed | memory | state |',
		'| --- | --- | --- | --- | --- | --- | --- | --- |',
		...figures.map(row),
		'',
		`Limits for one mailing of 100,000: ${LIMITS.ratio} ×, ${LIMITS.memory} MB, ${LIMITS.bytes} bytes a recipient.${missed(figures)} Repeat it with \`npm run bench -- trigger\`.`,
	].join('\n');
}

const figures = SIZES.map(measure);
const text = section(figures);
writeSection({ page: 'development/performance.md', name: 'trigger', title: 'Trigger' }, text);
process.stdout.write(`${text}\n`);
