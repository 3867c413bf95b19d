import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Which tests hold a source: the only map of both. `npm run check` runs them for what changed, and the mutation
 * tests run them for each mutant. test/ mirrors nodes/: nodes/shared/<room>/ is tested by test/<room>/. Here is the
 * rest. Tests are named as in test/, without `.test.ts`; a folder means all of its tests. `npm run check` adds those
 * that import the file (`importers.ts`). A fault that it misses, and `npm test` finds, is a link that is missing here.
 */
const shared = 'nodes/shared';
const imports = ['batch/import', 'batch/importColumns', 'batch/importRows', 'batch/clearEmpty'];

/** The tests in other places that hold a folder or a file, those that fail first in front. */
const ELSEWHERE: Array<[source: string, tests: string[]]> = [
	[
		`${shared}/run/keys`,
		[
			...['wait/cancelled', 'wait/once', 'wait/lists', 'verification', 'batch/finalStatus'],
			'saved/stored',
		],
	],
	[
		`${shared}/http`,
		[
			...['description/listSearch', 'describe/stepOptions', 'response/judge'],
			...['wait/send', 'verification', 'hostile/large', 'credentials/privateConnection'],
			...['run/oddSettings', 'run/output', 'run/requestOptions', 'run/binaryFile'],
			...['run/sending', 'run/once/singleSends'],
			...['faults/responses', 'faults/retry', 'faults/inFlight', 'faults/token'],
		],
	],
	[`${shared}/store`, ['saved/stored', 'run/once', 'wait/once', 'verification']],
	[
		`${shared}/response`,
		[
			...['output', 'batch/status', 'http/connection', 'hostile/odd'],
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
			...['hostile/odd', 'batch/dryRun', 'batch/urlLimit', 'describe', 'run/lineBreaks'],
			...['run/onlySendTo', 'verification'],
		],
	],
	[`${shared}/values/secret.ts`, ['saved/stored']],
	[
		`${shared}/api`,
		[
			...['response/judge', 'description/listSearch'],
			...['trigger/events', 'output', 'batch/finalStatus', 'run/waitForFinalStatus'],
		],
	],
	[`${shared}/describe`, ['description/forms', 'description/structure', 'run']],
	...['run', 'in', 'each', 'out'].map((room): [string, string[]] => [
		`${shared}/${room}`,
		[
			...['run', 'batch/status', 'ledger/attack', 'describe', 'verification', 'batch/check'],
			...['output', 'wait/send', ...imports],
		],
	]),
	[
		`${shared}/batch`,
		['run/sending', 'run/once', 'describe/sendLimits', 'values/itemExpressions'],
	],
	[`${shared}/wait`, ['faults/token']],
	[`${shared}/wait/state.ts`, ['saved/stored']],
	[`${shared}/node`, ['description', ...imports]],
	['nodes/MessagingServiceContacts', [...imports, 'contacts']],
	[`${shared}/values/phone.ts`, ['contacts']],
	[
		'nodes/MessagingServiceVerification',
		['verification', 'describe/generatedCode', 'run/once/sendBetween', 'saved/stored'],
	],
	['nodes/MessagingServiceTemplates', ['templates']],
	['nodes/MessagingServiceTrigger', ['trigger', 'hostile/odd', 'saved/stored']],
	['nodes', ['contract/contract', 'contract/refusals', 'faults/retry', 'faults/tool']],
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

/** For a mutant: any test that sends a message would find something wrong, and only their own say what. */
const ALONE: Array<[source: string, tests: string[]]> = [
	[`${shared}/http/concurrency.ts`, ['http/concurrency']],
	[`${shared}/http/deadline.ts`, ['http/deadline']],
	[`${shared}/http/onAbort.ts`, ['http/concurrency', 'http/deadline']],
	[`${shared}/http/retry.ts`, ['http/retry']],
	[`${shared}/values/sendingHours.ts`, ['values/sendingHours']],
	[`${shared}/wait/page`, ['wait/page']],
];

/** The tests of how operations are declared: they hold each node, and what builds it. */
const DECLARED = [
	...['forms', 'structure', 'listSearch', 'contactLists'].map((name) => `description/${name}`),
	...['run/choices', 'run/requestOptions', 'run/oddSettings', 'run/sending'],
];

/** Not for each mutant. */
const LEFT_OUT = [
	// They take 10 s and more, or need much memory.
	...['batch/scale', 'run/inputs', 'run/sending/batchingOption'],
	// They load modules anew, or replace a function of one, as only Jest can.
	...['description/panel', 'faults/token'],
];

const root = join(__dirname, '..');
const isOf = (file: string, source: string) => file === source || file.startsWith(`${source}/`);

/** The tests at the place in test/ that mirrors that of a source, its own file first. */
function mirrorOf(file: string): string[] {
	const test = /^test\/(?!e2e|queue|soak)(.*)\.test\.ts$/.exec(file)?.[1];
	if (test) return [test];
	const [, room, name] = /^nodes\/shared\/(\w+)\/(?:.*\/)?(\w+)\.ts$/.exec(file) ?? [];
	if (!room || !existsSync(join(root, room))) return [];
	const own = `${room}/${name}`;
	return existsSync(join(root, `${own}.test.ts`)) ? [own, room] : [room];
}

/** All tests that hold a source, those that fail first in front. */
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

/** Those of them that are quick and exact enough for each mutant. */
export const testsOfMutant = (file: string): string[] =>
	ALONE.find(([source]) => isOf(file, source))?.[1] ?? testsOf(file);

/** What the map names, for the test that all of it exists. */
export const named = {
	sources: [...ELSEWHERE, ...ALONE].map(([source]) => source),
	tests: [...[...ELSEWHERE, ...ALONE].flatMap(([, tests]) => tests), ...DECLARED, ...LEFT_OUT],
};

/** The files of tests, from test/. @throws if a name has none */
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
