import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Maps sources to their tests, for `npm run check` and for the mutation tests. test/<room>/ tests
 * nodes/shared/<room>/, so this file lists only tests in other places. `npm run check` also runs
 * tests that import the changed file (`importers.ts`). Names are relative to test/, without
 * `.test.ts`; the name of a folder means all of its tests. If `npm test` finds a fault that `npm
 * run check` misses, an entry is missing here.
 */
const shared = 'nodes/shared';
const imports = ['batch/import', 'batch/importColumns', 'batch/importRows', 'batch/clearEmpty'];

/**
 * Tests outside the mirrored folder, by source: a folder or a file. The tests that are most likely
 * to fail come first.
 */
const ELSEWHERE: Array<[source: string, tests: string[]]> = [
	[
		`${shared}/run/keys`,
		[
			...['wait/cancelled', 'wait/once', 'wait/lists', 'verification', 'batch/finalStatus'],
			...['saved/stored', 'ledger'],
		],
	],
	[
		`${shared}/http`,
		[
			...['description/listSearch', 'describe/stepOptions', 'response/judge'],
			...['wait/send', 'verification', 'hostile/large', 'credentials/privateConnection'],
			...['run/output', 'run/options', 'run/binaryFile'],
			...['run/sending', 'run/once/singleSends'],
			...['faults/responses', 'faults/retry', 'faults/inFlight', 'faults/token'],
		],
	],
	[`${shared}/http/attempt.ts`, ['run/waitForFinalStatus', 'faults/oneLine', 'credentials']],
	[`${shared}/store`, ['saved/stored', 'run/once', 'wait/once', 'verification']],
	[
		`${shared}/response`,
		[
			...['output', 'batch/status', 'http/connection', 'values/json'],
			...['hostile/large', 'faults/responses', 'verification'],
		],
	],
	[
		`${shared}/errors`,
		[
			...['response', 'run/errorItems', 'batch/check', 'batch/status', 'batch/dryRun'],
			...['run/once', 'run/sending', 'run/output', 'describe/stepOptions'],
			...['faults/token', 'faults/responses'],
		],
	],
	[
		`${shared}/values`,
		[
			...['batch/dryRun', 'batch/urlLimit', 'describe', 'run/lineBreaks'],
			...['run/onlySendTo', 'verification'],
		],
	],
	[`${shared}/errors/problem.ts`, ['trigger/failures']],
	[`${shared}/values/secret.ts`, ['saved/stored', 'wait/respond']],
	[`${shared}/values/itemExpressions.ts`, ['run/literalCode', 'batch/readOnce']],
	[`${shared}/values/email.ts`, ['run/senderName']],
	[
		`${shared}/values/singleLine.ts`,
		['run/once/singleSends', 'run/marks', 'faults/oneLine', 'batch/importRows'],
	],
	[
		`${shared}/api`,
		[
			...['response/judge', 'description/listSearch'],
			...['trigger/events', 'output', 'batch/finalStatus', 'run/waitForFinalStatus'],
		],
	],
	[
		`${shared}/describe`,
		['description/forms', 'description/labels', 'description/structure', 'run'],
	],
	...['run', 'in', 'each', 'out'].map((room): [string, string[]] => [
		`${shared}/${room}`,
		[
			...[
				'run',
				'batch/status',
				'ledger/examples',
				'describe',
				'verification',
				'batch/check',
			],
			...['output', 'wait/send', 'wait/once', ...imports],
		],
	]),
	[`${shared}/run/sendAll.ts`, ['response/reasons']],
	[
		`${shared}/batch`,
		['run/sending', 'run/once', 'describe/sendLimits', 'values/itemExpressions'],
	],
	[`${shared}/wait`, ['faults/token', 'description/labels']],
	[`${shared}/wait/state.ts`, ['saved/stored']],
	[`${shared}/node`, ['description', ...imports]],
	[`${shared}/node/execute.ts`, ['batch/dryRun']],
	[`${shared}/node/listSearch.ts`, ['faults/oneLine', 'faults/token']],
	['nodes/MessagingServiceContacts', [...imports, 'contacts', 'run/dryRun']],
	[`${shared}/values/phone.ts`, ['contacts']],
	[
		'nodes/MessagingServiceVerification',
		['verification', 'describe/generatedCode', 'run/once/sendBetween', 'saved/stored'],
	],
	['nodes/MessagingServiceTemplates', ['templates']],
	['nodes/MessagingServiceViber', ['run/marks', 'wait/review']],
	['nodes/MessagingServiceTrigger', ['trigger', 'saved/stored']],
	['nodes', ['contract/contract', 'contract/refusals', 'faults/retry', 'faults/tool']],
	['credentials/multipart.ts', ['run/binaryFile']],
	[
		'credentials',
		[
			...['credentials', 'faults/token', 'run/sending/oneAccount', 'run/onlySendTo'],
			...['values/onlySendTo', 'http/connection', 'describe/timeZone'],
		],
	],
	['sandbox', ['sandbox', 'repository/playground', 'reference/examples']],
	['examples', ['reference/examples', 'repository/docs']],
];

/**
 * Tests for the mutants of a source. Other tests would fail too, but only these tests name the
 * fault.
 */
const ALONE: Array<[source: string, tests: string[]]> = [
	[`${shared}/http/concurrency.ts`, ['http/concurrency']],
	[`${shared}/http/deadline.ts`, ['http/deadline']],
	[`${shared}/http/onAbort.ts`, ['http/concurrency', 'http/deadline']],
	[`${shared}/http/retry.ts`, ['http/retry']],
	[`${shared}/values/sendingHours.ts`, ['values/sendingHours']],
	[`${shared}/wait/page`, ['wait/page']],
];

/** Tests of the declared operations, which cover each node and the code that builds nodes. */
const DECLARED = [
	...['labels', 'forms', 'structure', 'listSearch', 'contactLists'].map(
		(name) => `description/${name}`,
	),
	...['run/choices', 'run/options', 'run/sending'],
];

/** Tests that do not run for mutants. */
const LEFT_OUT = [
	// Tests that take 10 s or more, or need much memory.
	...['batch/scale', 'run/inputs', 'run/sending/batchingOption'],
	// Tests that reload modules or replace functions, which works only in Jest.
	...['description/panel', 'faults/token'],
];

const root = join(__dirname, '..');
const isOf = (file: string, source: string) => file === source || file.startsWith(`${source}/`);

/** Returns the test of the same name, and the folder of tests that mirrors the source's folder. */
function mirrorOf(file: string): string[] {
	const test = /^test\/(?!e2e|queue|soak)(.*)\.test\.ts$/.exec(file)?.[1];
	if (test) return [test];
	const [, room, name] = /^nodes\/shared\/(\w+)\/(?:.*\/)?(\w+)\.ts$/.exec(file) ?? [];
	if (!room || !existsSync(join(root, room))) return [];
	const mirrorFile = `${room}/${name}`;
	return existsSync(join(root, `${mirrorFile}.test.ts`)) ? [mirrorFile, room] : [room];
}

export function testsOf(file: string): string[] {
	const elsewhere = ELSEWHERE.filter(([source]) => isOf(file, source));
	const declared = /^nodes\/(shared\/node|Messaging(?!ServiceTrigger))/.test(file);
	return [
		...new Set([
			...mirrorOf(file),
			...(declared ? DECLARED : []),
			...elsewhere.flatMap(([, tests]) => tests),
		]),
	];
}

/** Returns the tests that are fast and exact enough to run for each mutant. */
export const testsOfMutant = (file: string): string[] =>
	ALONE.find(([source]) => isOf(file, source))?.[1] ?? testsOf(file);

/** All names in the map. A test verifies that they exist. */
export const mappedNames = {
	sources: [...ELSEWHERE, ...ALONE].map(([source]) => source),
	tests: [...[...ELSEWHERE, ...ALONE].flatMap(([, tests]) => tests), ...DECLARED, ...LEFT_OUT],
};

/**
 * Returns the test files, relative to test/.
 * @throws if a name has no files
 */
export const testFiles = (names: string[]): string[] => [
	...new Set(
		names.flatMap((name) => {
			if (existsSync(join(root, `${name}.test.ts`))) return [`${name}.test.ts`];
			return readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
				.filter((file) => file.endsWith('.test.ts'))
				.map((file) => join(name, file))
				.filter((file) => !LEFT_OUT.includes(file.replace('.test.ts', '')));
		}),
	),
];
