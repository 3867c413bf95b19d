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
	'batch/itemValues',
	'batch/send',
	'batch/check',
];

export const parts: Part[] = [
	{ folder: shared, files: ['limiter'], tests: ['faults/limiter'] },
	{ folder: shared, files: ['waiting'], tests: ['faults/retryAfter'] },
	{ folder: shared, files: ['deadline'], tests: ['faults/deadline'] },
	{
		folder: shared,
		files: ['paging', 'records', 'responses', 'words', 'moreWords', 'brackets', 'failures'],
		tests: [
			'faults/answers',
			'faults/words',
			'paging',
			'output',
			'batch/check',
			'batch/status',
			'hostile/size',
			'contract',
			'refusals',
		],
	},
	{
		folder: shared,
		files: ['formats', 'dates', 'addresses', 'templateText'],
		tests: ['formats', 'editor/templateText', 'contract'],
	},
	{
		folder: shared,
		files: ['transport', 'oneRequest', 'memory', 'service'],
		tests: [
			'output',
			'credentials',
			'faults/tool',
			'pickers',
			'editor/generatedCode',
			'connection',
			'faults/odd',
			'faults/retry',
			'faults/retryAfter',
			'faults/inFlight',
			'faults/deadline',
			'stepOptions',
		],
	},
	{
		folder: shared,
		files: ['policy', 'httpOptions', 'connection'],
		tests: [
			'stepOptions',
			'faults/retryAfter',
			'contract',
			'files',
			'connection',
			'faults/retry',
			'faults/inFlight',
			'structure',
		],
	},
	{
		folder: shared,
		files: ['answerText', 'exactJson', 'networkError', 'listRun'],
		tests: [
			'faults/answerText',
			'hostile/ids',
			'hostile/keys',
			'listRun',
			'stepOptions',
			'connection',
			'faults/odd',
			'faults/answers',
			'contract',
		],
	},
	{
		folder: shared,
		files: ['request', 'run', 'files', 'routing'],
		tests: [
			'reader',
			'stepOptions',
			'gate',
			'faults/tool',
			'editor/templateText',
			'editor/generatedCode',
			'files',
			'output',
			'batch/status',
			'contract',
			'refusals',
		],
	},
	{
		folder: shared,
		files: [
			'batch',
			'batchFields',
			'batchOptions',
			'batchPlan',
			'batchReader',
			'batchRejects',
			'batchRequests',
			'batchSend',
			'batchStatus',
			'dryRun',
			'itemValues',
			'mailings',
			'shapes',
			'smsParts',
		],
		tests: [...batches, 'contract', 'refusals', 'urlLimit'],
	},
	{ folder: trigger, files: ['bits', 'statusCode'], tests: ['trigger/coding'] },
	{
		folder: trigger,
		files: [
			'MessagingServiceTrigger.node',
			'reader',
			'runPoll',
			'settings',
			'sources',
			'fields',
		],
		tests: ['trigger/description', 'trigger/events', 'trigger/troubles'],
	},
	{
		folder: trigger,
		tests: [
			'trigger/turns',
			'trigger/reading',
			'trigger/pollOnce',
			'trigger/deliveries',
			'trigger/replies',
			'trigger/pages',
			'trigger/coding',
			'hostile/ids',
			'trigger/history',
		],
	},
	{
		folder: 'nodes',
		tests: [
			'forms',
			'contract',
			'pickers',
			'output',
			'editor/templateText',
			'editor/generatedCode',
			'files',
			'batch/import',
			'structure',
			'refusals',
		],
	},
];
