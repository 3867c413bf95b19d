import { ExecuteContext } from 'n8n-core';
import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeParameters,
	createRunExecutionData,
} from 'n8n-workflow';
import type { Run } from '../../nodes/shared/run/operation';
import { readToolReview, adaptRunToReview } from '../../nodes/shared/wait/review';
import { additionalDataFor, buildWorkflow } from '../support/engine/workflow';
import { PHONE } from '../contract/row';
import { loadNode, type NodeName } from '../support/engine/nodeTypes';
import { useService } from '../support/engine/useService';
import { asking } from './asking';

const service = useService(() => ({ body: { sms_id: 1, message_id: 1, email_id: 1 } }));

interface Call {
	id: string;
	nodeName?: string;
	hitl?: object;
}
const pay = { toolName: 'pay', originalInput: { sum: 40, to: '<Anna & Co>' } };
/** Parameters that a model wrote beside the call. */
const LIES = { tool: 'read', toolParameters: { all: true } };

/**
 * Returns the context in which an agent of version 3 starts a Human Review of the tool call `1`.
 */
async function reviewing(
	calls: Call[],
	beside: IDataObject = {},
	suffix = 'HitlTool',
	setting = asking(),
) {
	const { workflow, node } = await buildWorkflow(setting);
	const { name } = node;
	const item = { json: { toolCallId: '1', query: { page: 1 } } as IDataObject };
	const [call] = calls.filter(({ id }) => id === '1');
	const { toolName: tool, originalInput: toolParameters = {} } = (call?.hitl ?? {}) as Partial<
		typeof pay
	>;
	const read = { json: { tool, toolParameters, query: beside } as IDataObject };
	const actions = calls.map(({ id, nodeName = name, hitl }) => ({
		action: { id, nodeName, metadata: { hitl } },
		runIndex: 0,
	}));
	const step = { node, data: { main: [[item]] }, source: null };
	const agent = { ...step, metadata: { subNodeExecutionData: { actions } } };
	const runExecutionData = createRunExecutionData({
		executionData: { nodeExecutionStack: [step, agent] as never },
		resultData: { runData: { [name]: [{ inputOverride: { ai_tool: [[read]] } }] as never } },
	});
	const context = new ExecuteContext(
		workflow,
		{ ...node, type: `${node.type}${suffix}` },
		await additionalDataFor(setting, workflow),
		'manual',
		runExecutionData,
		0,
		[item],
		step.data,
		step,
		[],
	) as unknown as IExecuteFunctions;
	return { context, step, runExecutionData };
}

test('a review shows the tool and the arguments that the agent runs, in full and in one line', async () => {
	const { context } = await reviewing([{ id: '2' }, { id: '1', hitl: pay }]);
	expect(readToolReview(context)).toEqual({
		tool: { name: 'pay', arguments: JSON.stringify(pay.originalInput, null, 2) },
		argumentsLine: '{"sum":40,"to":"<Anna & Co>"}',
	});
});

test('the line of a review escapes invisible characters', async () => {
	const originalInput = { to: 'A\u00ad\u2062\u3164\u00a0B' };
	const { context } = await reviewing([{ id: '1', hitl: { toolName: 'pay', originalInput } }]);
	const line = readToolReview(context)?.argumentsLine ?? '';
	expect(line).toBe('{"to":"A\\u00ad\\u2062\\u3164\\u00a0B"}');
	expect(JSON.parse(line)).toEqual(originalInput);
});

test('a review of a call without arguments says that there are none', async () => {
	const { context } = await reviewing([{ id: '1', hitl: { toolName: 'stop' } }]);
	expect(readToolReview(context)).toEqual({
		tool: { name: 'stop', arguments: '{}' },
		argumentsLine: '{}',
	});
});

test('a review is an error if its expressions would show a text of the model instead of the call', async () => {
	const { context } = await reviewing([{ id: '1', hitl: pay }], LIES);
	const seen = () => context.evaluateExpression('{{ $tool }}', 0) as unknown;
	expect(seen()).toEqual({ name: LIES.tool, parameters: LIES.toolParameters });
	expect(() => readToolReview(context)).toThrow('would not show the tool call');
});

test.each<[what: string, calls: Call[]]>([
	['no call', []],
	['a call of another ID', [{ id: '2', hitl: pay }]],
	['a call of another step', [{ id: '1', nodeName: 'Other', hitl: pay }]],
	['a call that is no review', [{ id: '1' }]],
	['two calls of one ID', ['1', '1'].map((id) => ({ id, hitl: pay }))],
])('a review is an error if n8n has stored %s', async (_, calls) => {
	const { context } = await reviewing(calls);
	expect(() => readToolReview(context)).toThrow('cannot find the tool call to review');
});

test.each<[what: string, evaluated: unknown]>([
	['evaluates $tool from another place', JSON.stringify([LIES.tool, LIES.toolParameters])],
	['has no $tool', undefined],
])('a review is an error if a newer n8n %s', async (_, evaluated) => {
	const { context } = await reviewing([{ id: '1', hitl: pay }]);
	context.evaluateExpression = () => evaluated as never;
	expect(() => readToolReview(context)).toThrow('would not show the tool call');
});

test('a step that is not a review has no tool call to show', async () => {
	const { context } = await reviewing([{ id: '1', hitl: pay }], {}, '');
	expect(readToolReview(context)).toBeUndefined();
});

/** Returns the parameters of a review as they are sent. */
const readerOf = (values: Record<string, unknown>, isShort: boolean) => {
	const run = {
		parameterReaderOf: () => (path: string) => values[path],
		errorContextOf: () => ({}),
		account: {},
	} as unknown as Run;
	const review = { tool: { name: 'pay', arguments: '' }, argumentsLine: '{"sum":"$&"}' };
	const { parameterReaderOf, readerOf } = adaptRunToReview(run, review, isShort);
	return { at: parameterReaderOf(0), item: readerOf(0).read };
};

test.each([
	['Pay [object Object]?', 'Pay {"sum":"$&"}?'],
	['[object Object]\n[object Object]', '{"sum":"$&"}\n{"sum":"$&"}'],
	[7, 7],
])('a review puts the arguments into the message %j', (message, sent) => {
	const { at, item } = readerOf({ message }, false);
	expect([at('message'), item('message')]).toEqual([sent, sent]);
});

test.each([
	['  Pay?\nFor [object Object]', 'Pay?'],
	['Pay?\rNow', 'Pay?'],
	['x'.repeat(100), 'x'.repeat(100)],
	['x'.repeat(101), `${'x'.repeat(99)}…`],
	['👋'.repeat(100), '👋'.repeat(100)],
	['👋'.repeat(101), `${'👋'.repeat(99)}…`],
	[7, 7],
])('a review shortens a message that costs by length to one line: %j', (message, sent) => {
	const { at, item } = readerOf({ message }, true);
	expect([at('message'), item('message')]).toEqual([sent, sent]);
});

test.each<[node: NodeName, recipient: IDataObject, sendsAllLines: boolean]>([
	['messagingServiceSms', { phone: PHONE }, false],
	['messagingServiceViber', { phone: PHONE, contentType: 'text' }, false],
	['messagingServiceEmail', { email: 'anna@example.com' }, true],
])(
	'a review by %s sends only the first line if the length is charged',
	async (node, to, sendsAllLines) => {
		const parameters = {
			...to,
			message: 'Pay?\nNow',
			subject: 'Pay',
			senderEmail: 'a@b.example',
		};
		const setting = { ...asking(parameters as INodeParameters), node };
		const { context } = await reviewing([{ id: '1', hitl: pay }], {}, 'HitlTool', setting);
		const { customOperations } = await loadNode(node);
		await customOperations?.message.sendAndWait.call(context);
		const [{ query, form = [] }] = service.requests;
		const sent = new Map([...query, ...form]).get('message');
		expect([sent?.includes('Pay?'), sent?.includes('Now')]).toEqual([true, sendsAllLines]);
	},
);

test('a review shows the whole text on the page, and changes no other parameter', () => {
	const { item: read } = readerOf(
		{ 'options.pageMessage': 'Pay\n[object Object]', phone: '[object Object]' },
		true,
	);
	expect(read('options.pageMessage')).toBe('Pay\n{"sum":"$&"}');
	expect(read('phone')).toBe('[object Object]');
});

test('a review hides no character that a model has written', () => {
	const hidden = 'Pay\u200b40\u2800\u{e0041}\ufe0f';
	const shown = 'Pay\\u200b40\\u2800\\udb40\\udc41\\ufe0f';
	const { item: read } = readerOf(
		{ message: hidden, subject: hidden, 'options.pageMessage': hidden },
		true,
	);
	for (const path of ['message', 'subject', 'options.pageMessage'])
		expect(read(path)).toBe(shown);
});
