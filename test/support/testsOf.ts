import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Which tests hold a source: the only map of both. `npm run check` runs them for what changed, and the mutation
 * tests run them for each mutant. test/ mirrors nodes/: nodes/shared/<room>/ is tested by test/<room>/. Here is the
 * rest. Tests are named as in test/, without `.test.ts`; a folder means all of its tests.
 */
const shared = 'nodes/shared';
const imports = ['batch/import', 'batch/importColumns', 'batch/importRows'];
const contract = ['contract/contract', 'contract/refusals'];

/** Folders of sources that have no folder of their name in test/, and the files of some rooms. */
const NEAR: Array<[source: string, tests: string[]]> = [
	[`${shared}/node`, ['description']],
	[`${shared}/api`, ['contract/contract']],
	[`${shared}/errors`, ['response', 'run/errorItems', 'batch/check', 'batch/status']],
	['nodes/MessagingServiceContacts/import', imports],
	['nodes/MessagingServiceTemplates', ['templates']],
	['nodes/MessagingServiceTrigger', ['trigger']],
	['nodes/MessagingServiceVerification', ['verification']],
	['credentials', ['credentials']],
	['sandbox', ['sandbox']],
	['nodes', ['contract/contract']],
	['test/contract', ['contract/contract']],
];

/** Any test that sends a message would find something wrong: only their own tests say what. */
const ALONE: Array<[source: string, tests: string[]]> = [
	[`${shared}/http/concurrency.ts`, ['http/concurrency']],
	[`${shared}/http/deadline.ts`, ['http/deadline']],
	[`${shared}/http/onAbort.ts`, ['http/concurrency', 'http/deadline']],
	[`${shared}/http/retry.ts`, ['http/retry']],
	[`${shared}/http/uniqueRows.ts`, ['http/readPages']],
	[`${shared}/values/sendingHours.ts`, ['values/sendingHours']],
	[`${shared}/wait/page`, ['wait/page']],
];

/** Tests of other folders that hold a source too, for the mutation tests. Of `nodes`: of every source. */
const ALSO: Array<[source: string, tests: string[]]> = [
	[
		`${shared}/http`,
		[
			...[
				'description/listSearch',
				'describe/stepOptions',
				'response/parseResponse',
				'wait/send',
			],
			...['hostile/large', 'credentials/privateConnection', 'run/oddSettings', 'run/output'],
			...['run/requestOptions', 'run/binaryFile', 'run/sending', 'run/once/singleSends'],
			...['faults/responses', 'faults/retry', 'faults/inFlight'],
		],
	],
	[`${shared}/store`, ['run/once']],
	[
		`${shared}/response`,
		[
			...['output', 'batch/status', 'http/connection', 'hostile/odd'],
			...['hostile/large', 'faults/responses'],
		],
	],
	[
		`${shared}/errors`,
		['batch/dryRun', 'run/once', 'run/sending', 'run/output', 'describe/stepOptions'],
	],
	[
		`${shared}/values`,
		[...['hostile/odd', 'batch/dryRun', 'batch/urlLimit'], ...['describe', 'run/lineBreaks']],
	],
	[`${shared}/api`, ['response/parseResponse', 'description/listSearch', 'trigger/events']],
	[`${shared}/describe`, ['description/forms', 'description/structure', 'run']],
	[
		`${shared}/run`,
		[
			...['batch/status', 'ledger/attack'],
			...['describe', 'verification', 'batch/check'],
			...['output/simplify', 'wait/send', ...imports],
		],
	],
	[
		`${shared}/batch`,
		['run/sending', 'run/once', 'describe/sendLimits', 'values/itemExpressions'],
	],
	[`${shared}/node`, imports],
	['nodes/MessagingServiceContacts', imports],
	['nodes/MessagingServiceVerification', ['describe/generatedCode', 'run/once/sendBetween']],
	['nodes/MessagingServiceTrigger', ['hostile/odd']],
	['nodes', ['faults/retry', 'faults/tool', ...contract]],
];
/** Of a node, and of what builds it: how its operations are declared. */
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
export function nearTestsOf(file: string): string[] {
	const test = /^test\/(?!e2e|queue|soak)(.*)\.test\.ts$/.exec(file)?.[1];
	if (test) return [test];
	const [, room, name] = /^nodes\/shared\/(\w+)\/(?:.*\/)?(\w+)\.ts$/.exec(file) ?? [];
	const own = `${room}/${name}`;
	if (room && existsSync(join(root, room))) {
		return existsSync(join(root, `${own}.test.ts`)) ? [own, room] : [room];
	}
	return NEAR.find(([source]) => isOf(file, source))?.[1] ?? [];
}

/** All tests that hold a source, those that fail first in front. */
export function testsOf(file: string): string[] {
	const alone = ALONE.find(([source]) => isOf(file, source));
	if (alone) return alone[1];
	const declared = /^nodes\/(shared\/node|Messaging(?!ServiceTrigger))/.test(file)
		? DECLARED
		: [];
	const also = ALSO.filter(([source]) => isOf(file, source)).flatMap(([, tests]) => tests);
	return [...new Set([...nearTestsOf(file), ...declared, ...also])];
}

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
