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
const sending = ['laterTries', 'retryOnFail', 'cancelled', 'stopOnFailure'].map(
	(name) => `run/sending/${name}`,
);

/** Which events the trigger finds. */
const events = ['pollOnce', 'service', 'history', 'replies', 'events', 'deliveries'].map(
	(name) => `trigger/${name}`,
);

export const parts: Part[] = [
	{ source: `${shared}/http/concurrency.ts`, tests: ['http/concurrency'] },
	{ source: `${shared}/http/retry.ts`, tests: ['http/retry'] },
	{ source: `${shared}/http/deadline.ts`, tests: ['http/deadline'] },
	{ source: `${shared}/http/onAbort.ts`, tests: ['http/concurrency', 'http/deadline'] },
	{ source: `${shared}/http/readPages.ts`, tests: ['http/readPages', 'description/listSearch'] },
	{ source: `${shared}/http/uniqueRows.ts`, tests: ['http/readPages'] },
	{
		source: `${shared}/http/sendRequest.ts`,
		tests: [
			...['faults/retry', 'run/once/singleSends', 'http/retry'],
			...['run/sending/stopOnFailure', 'faults/inFlight', 'http/rateLimit'],
		],
	},
	{
		source: `${shared}/http/sentRequests.ts`,
		tests: ['faults/retry', 'run/sending/oneAccount', 'run/once/singleSends'],
	},
	...['proxy', 'httpOptions', 'policy'].map((name) => ({
		source: `${shared}/http/${name}.ts`,
		tests: [
			...['describe/stepOptions', 'run/requestOptions', 'description/listSearch'],
			...['hostile/uploads', 'credentials/privateConnection', 'run/oddSettings'],
		],
	})),
	{
		source: `${shared}/http`,
		tests: [
			...['response/parseResponse', 'http/n8nInternals', 'http/connection', 'faults/charset'],
			...['run/binaryFile', 'wait/send', 'run/sending/laterTries', 'run/oddSettings'],
			...[
				'faults/unexpectedResponses',
				'faults/retry',
				'faults/tool',
				'run/sending/cancelled',
			],
			...['run/output', 'contract/contract'],
		],
	},
	{ source: `${shared}/store`, tests: ['store', 'run/once/singleSends', 'run/once/outcomes'] },
	{
		source: `${shared}/response`,
		tests: [
			'response',
			'output/delivery',
			'faults/charset',
			'hostile/ids',
			'hostile/keys',
			'batch/status',
			'http/connection',
			'faults/unexpectedResponses',
			'hostile/size',
			...contract,
		],
	},
	{
		source: `${shared}/errors`,
		tests: [
			...['errorText', 'errorField', 'parseResponse'].map((one) => `response/${one}`),
			'batch/dryRun',
			'run/sending/laterTries',
			'run/once/singleSends',
			'faults/retry',
			'faults/tool',
			'batch/check',
			'batch/status',
			'describe/stepOptions',
			'run/errorItems',
			'run/output',
			...contract,
		],
	},
	{ source: `${shared}/values/sendingHours.ts`, tests: ['values/sendingHours'] },
	{ source: `${shared}/values/dates.ts`, tests: ['values/dates', ...contract] },
	{
		source: `${shared}/values`,
		tests: [
			...['formats', 'phoneAndEmail', 'urls', 'itemExpressions', 'countryCode'].map(
				(one) => `values/${one}`,
			),
			'hostile/ids',
			'hostile/keys',
			'batch/mailings',
			'describe/templateText',
			'describe/defaultCountryCode',
			'run/lineBreaks',
			'response/errorText',
			'batch/dryRun',
			'batch/urlLimit',
			...contract,
		],
	},
	{
		source: `${shared}/api`,
		tests: ['response/parseResponse', 'description/listSearch', 'trigger/events', ...contract],
	},
	{
		source: `${shared}/describe`,
		tests: [
			'describe',
			'description/forms',
			'description/structure',
			...['lineBreaks', 'emptyOptions', 'choices', 'readParameters'].map(
				(one) => `run/${one}`,
			),
			...contract,
		],
	},
	...['keyClaims', 'keyOutcomes', 'keyProblems', 'leftOut', 'sendingHours'].map((name) => ({
		source: `${shared}/run/${name}.ts`,
		tests: once,
	})),
	...['sendAll', 'progress'].map((name) => ({
		source: `${shared}/run/${name}.ts`,
		tests: [...sending, 'run/requestOptions'],
	})),
	{ source: `${shared}/run/hideCode.ts`, tests: ['run/hideCode', 'verification/check'] },
	{
		source: `${shared}/run`,
		tests: [
			...['lineBreaks', 'emptyOptions', 'binaryFile', 'urlLimit', 'errorItems', 'choices'],
			...['readParameters', 'validateBeforeSend', 'once/singleSends', 'sending/laterTries'],
			...['oddSettings', 'runOperation', 'sending/retryOnFail'],
		]
			.map((one) => `run/${one}`)
			.concat(
				'batch/status',
				'describe/sendLimits',
				'describe/templateText',
				'faults/retry',
				'faults/tool',
				contract,
			),
	},
	{ source: `${shared}/wait/page`, tests: ['wait/page/renderPage', 'wait/page/words'] },
	{ source: `${shared}/wait`, tests: ['wait', ...contract] },
	{
		source: `${shared}/batch`,
		tests: [
			...['batch', 'run/sending/laterBatches', 'run/once/batches', 'run/once/sendBetween'],
			...[
				'describe/sendLimits',
				'values/itemExpressions',
				'run/sending/retryOnFail',
				...contract,
			],
		],
	},
	{
		source: 'nodes/MessagingServiceVerification',
		tests: [
			'verification',
			'describe/generatedCode',
			'run/once/sendBetween',
			'description/structure',
			...contract,
		],
	},
	{
		source: `${trigger}/state`,
		tests: [
			'trigger/state/readState',
			'trigger/state/encoding',
			'trigger/pollOnce',
			'trigger/history',
			'trigger/state/damaged',
		],
	},
	{
		source: `${trigger}/changes`,
		tests: [
			...events,
			'trigger/state/encoding',
			'trigger/recipients/statuses',
			'trigger/failures',
			'hostile/ids',
		],
	},
	{
		source: `${trigger}/account`,
		tests: [
			...events,
			'trigger/settings/accounts',
			'trigger/recipients/singles',
			'trigger/failures',
			'trigger/pollTime',
		],
	},
	{
		source: trigger,
		tests: [
			...events,
			'trigger/description',
			'trigger/processMemory',
			'trigger/recipients/statuses',
			'trigger/settings/accounts',
			'trigger/settings/mailingOptions',
			'trigger/failures',
			'trigger/pollTime',
		],
	},
	{
		source: 'nodes',
		tests: [
			'description/forms',
			'description/structure',
			'description/listSearch',
			'description/contactLists',
			'contract/routing',
			'run/sending/laterTries',
			'run/sending/retryOnFail',
			'batch/importColumns',
			'batch/importRows',
			'batch/import',
			'run/choices',
			'run/requestOptions',
			'run/oddSettings',
			'faults/tool',
			...contract,
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
