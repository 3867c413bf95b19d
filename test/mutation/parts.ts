/** A part of nodes/, and the test files that hold it, the quickest to fail first. */
export interface Part {
	/** Files in `folder`, without `.ts`; undefined for all that no other part has. */
	files?: string[];
	folder: string;
	tests: string[];
}

const shared = 'nodes/shared';
const trigger = 'nodes/MessagingServiceTrigger';
const batches = [
	'batch/mailings',
	'batch/dryRun',
	'batch/status',
	'values/itemExpressions',
	'batch/send',
	'batch/check',
];

export const parts: Part[] = [
	{ folder: shared, files: ['http/concurrency'], tests: ['http/concurrency'] },
	{ folder: shared, files: ['http/retry'], tests: ['http/retry'] },
	{ folder: shared, files: ['http/deadline'], tests: ['http/deadline'] },
	{
		folder: shared,
		files: [
			'http/readPages',
			'http/uniqueRows',
			'response/parseResponse',
			'response/readResponse',
			'response/errorText',
			'errors/errorDetail',
			'values/queryString',
			'errors/nodeErrors',
		],
		tests: [
			'response/parseResponse',
			'response/errorText',
			'http/readPages',
			'run/output',
			'batch/check',
			'batch/status',
			'hostile/size',
			'contract/contract',
			'contract/refusals',
		],
	},
	{
		folder: shared,
		files: ['values/formats', 'values/dates', 'values/phoneAndEmail', 'describe/templateText'],
		tests: ['values/formats', 'run/templateText', 'contract/contract'],
	},
	{
		folder: shared,
		files: ['http/sendRequest', 'http/sendOnce', 'http/sentRequests', 'http/service'],
		tests: [
			'run/output',
			'run/credentials',
			'faults/tool',
			'description/listSearch',
			'run/generatedCode',
			'http/connection',
			'faults/unexpectedResponses',
			'faults/retry',
			'http/retry',
			'faults/inFlight',
			'http/deadline',
			'run/stepOptions',
		],
	},
	{
		folder: shared,
		files: ['http/policy', 'http/httpOptions', 'http/connection'],
		tests: [
			'run/stepOptions',
			'http/retry',
			'contract/contract',
			'run/binaryFile',
			'http/connection',
			'faults/retry',
			'faults/inFlight',
			'description/structure',
		],
	},
	{
		folder: shared,
		files: ['response/readBody', 'values/json', 'http/connectionError', 'run/runList'],
		tests: [
			'response/readBody',
			'hostile/ids',
			'hostile/keys',
			'run/runList',
			'run/stepOptions',
			'http/connection',
			'faults/unexpectedResponses',
			'response/parseResponse',
			'contract/contract',
		],
	},
	{
		folder: shared,
		files: ['run/checkRequest', 'run/itemGate', 'run/binaryFile', 'run/runOperation'],
		tests: [
			'run/parameters',
			'run/stepOptions',
			'run/validateBeforeSend',
			'faults/tool',
			'run/templateText',
			'run/generatedCode',
			'run/binaryFile',
			'run/output',
			'batch/status',
			'contract/contract',
			'contract/refusals',
		],
	},
	{
		folder: shared,
		files: [
			'batch/runBatch',
			'batch/fields',
			'batch/options',
			'batch/planRequests',
			'batch/readBatch',
			'errors/rejectedItems',
			'batch/encodeRequest',
			'batch/sendRequests',
			'batch/splitStatus',
			'batch/dryRun',
			'values/itemExpressions',
			'batch/mailingRules',
			'batch/jsonRules',
			'batch/smsParts',
		],
		tests: [...batches, 'contract/contract', 'contract/refusals', 'batch/urlLimit'],
	},
	{
		folder: trigger,
		files: ['state/ids', 'state/statuses'],
		tests: ['trigger/encoding', 'trigger/replies'],
	},
	{
		folder: trigger,
		files: [
			'MessagingServiceTrigger.node',
			'eventSources',
			'fields',
			'poll/poll',
			'service/client',
			'settings',
		],
		tests: ['trigger/description', 'trigger/events', 'trigger/failures'],
	},
	{
		folder: trigger,
		tests: [
			'trigger/pollLock',
			'trigger/service',
			'trigger/pollOnce',
			'trigger/deliveries',
			'trigger/replies',
			'trigger/encoding',
			'hostile/ids',
			'trigger/history',
		],
	},
	{
		folder: 'nodes',
		tests: [
			'description/forms',
			'contract/contract',
			'description/listSearch',
			'run/output',
			'run/templateText',
			'run/generatedCode',
			'run/binaryFile',
			'batch/import',
			'description/structure',
			'contract/refusals',
		],
	},
];
