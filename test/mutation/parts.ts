import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A part of nodes/, and what holds it. */
export interface Part {
	/** A folder or a file, without what earlier parts have of it. */
	source: string;
	/** Test files without `.test.ts`, or folders of them, in `test/`; the quickest to fail first. */
	tests: string[];
}

const root = join(__dirname, '..', '..');
const shared = 'nodes/shared';
const trigger = 'nodes/MessagingServiceTrigger';
const contract = ['contract/contract', 'contract/refusals'];
/** What is sent once, and what is left out. */
const once = ['outcomes', 'singleSends', 'batches', 'sendBetween', 'places'].map(
	(name) => `run/once/${name}`,
);
/** What a run tells if it does not send everything. */
const sending = ['stopOnFailure', 'laterTries', 'cancelled', 'retryOnFail'].map(
	(name) => `run/sending/${name}`,
);

export const parts: Part[] = [
	{ source: `${shared}/http/concurrency.ts`, tests: ['http/concurrency'] },
	{ source: `${shared}/http/retry.ts`, tests: ['http/retry'] },
	{ source: `${shared}/http/deadline.ts`, tests: ['http/deadline'] },
	{ source: `${shared}/http/onAbort.ts`, tests: ['http/concurrency', 'http/deadline'] },
	{
		source: `${shared}/http`,
		tests: [
			'http',
			'run',
			'description/listSearch',
			'faults/tool',
			'faults/unexpectedResponses',
			'faults/retry',
			'faults/inFlight',
			'contract/contract',
		],
	},
	{ source: `${shared}/store`, tests: ['store', 'run/once/singleSends'] },
	{
		source: `${shared}/response`,
		tests: [
			'response',
			'http/readPages',
			'http/connection',
			'hostile/ids',
			'hostile/keys',
			'hostile/size',
			'run/output',
			'batch/status',
			'faults/unexpectedResponses',
			...contract,
		],
	},
	{
		source: `${shared}/errors`,
		tests: ['response', 'run/output', 'batch/check', 'batch/status', ...contract],
	},
	{
		source: `${shared}/values`,
		tests: ['values', 'response', 'hostile/ids', 'hostile/keys', 'batch/mailings', ...contract],
	},
	{
		source: `${shared}/api`,
		tests: ['response', 'description/listSearch', 'trigger/events', ...contract],
	},
	{
		source: `${shared}/describe`,
		tests: ['describe', 'run', 'description/forms', ...contract, 'description/structure'],
	},
	...['keyClaims', 'keyOutcomes', 'keyProblems', 'readKeys', 'leftOut', 'sendingHours'].map(
		(name) => ({ source: `${shared}/run/${name}.ts`, tests: once }),
	),
	...['sendAll', 'progress'].map((name) => ({
		source: `${shared}/run/${name}.ts`,
		tests: [...sending, 'run/requestOptions'],
	})),
	{ source: `${shared}/run/hideCode.ts`, tests: ['verification/check'] },
	{
		source: `${shared}/run`,
		tests: [
			'run',
			'describe/sendLimits',
			'describe/templateText',
			'faults/tool',
			'faults/retry',
			'batch/status',
			...contract,
		],
	},
	{ source: `${shared}/wait/page`, tests: ['wait/page/renderPage'] },
	{ source: `${shared}/wait`, tests: ['wait', 'contract/contract'] },
	{ source: `${shared}/batch`, tests: ['batch', 'values/itemExpressions', ...contract] },
	{
		source: 'nodes/MessagingServiceVerification',
		tests: ['verification', 'describe/generatedCode', 'run/once/sendBetween', ...contract],
	},
	{ source: `${trigger}/state`, tests: ['trigger', 'hostile/ids'] },
	{ source: trigger, tests: ['trigger', 'hostile/ids'] },
	{
		source: 'nodes',
		tests: [
			'description/forms',
			'contract/contract',
			'description/listSearch',
			'run',
			'batch/import',
			'description/structure',
			'contract/refusals',
		],
	},
];

/** They take 10 s and more, or need much memory. */
const SLOW = ['batch/scale.test.ts', 'run/inputs.test.ts', 'run/sending/batchingOption.test.ts'];

const within = (path: string): string[] =>
	statSync(join(root, path)).isFile()
		? [path]
		: readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.ts'))
				.map((file) => join(path, file));

/** The files of a part, from the project's root. @throws if there are none */
export function sourcesOf(part: Part): string[] {
	const earlier = parts.slice(0, parts.indexOf(part)).map(({ source }) => source);
	const has = (source: string, file: string) => file === source || file.startsWith(`${source}/`);
	const files = within(part.source).filter((file) => !earlier.some((one) => has(one, file)));
	if (files.length === 0) throw new Error(`${part.source} has no files`);
	return files;
}

/** The test files that are named, from `test/`. @throws if one is not there */
export const testsOf = (names: string[]): string[] => [
	...new Set(
		names.flatMap((name) => {
			const path = name.includes('/') ? `test/${name}.test.ts` : `test/${name}`;
			return within(path)
				.map((file) => file.slice('test/'.length))
				.filter((file) => file.endsWith('.test.ts') && !SLOW.includes(file));
		}),
	),
];
