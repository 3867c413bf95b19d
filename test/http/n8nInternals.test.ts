import { ExecuteContext, ExecuteSingleContext } from 'n8n-core';
import type { IExecuteFunctions, IExecutePaginationFunctions, INodeParameters } from 'n8n-workflow';
import {
	getInputItems,
	isTool,
	getRunIdentity,
	toSingleItemContext,
	getToolArguments,
	callWithCancelSignal,
} from '../../nodes/shared/http/n8nInternals';
import { contactLists } from '../../nodes/shared/api/endpoints';
import { buildHttpOptions } from '../../nodes/shared/http/httpOptions';
import { PHONE } from '../contract/row';
import { people, sendSms } from '../support/operations';
import { credentialName, origin } from '../support/engine/credentials';
import { type RunSetting, runNode } from '../support/engine/runNode';
import { runAgent } from '../support/engine/runAgent';
import { openTool } from '../support/engine/runTool';
import { Service } from '../support/engine/service';
import { buildWorkflow } from '../support/engine/workflow';

let service: Service;
let failures: number;
let contexts: IExecuteFunctions[];
let singles: IExecutePaginationFunctions[];

beforeEach(() => {
	failures = 0;
	contexts = [];
	singles = [];
	service = new Service(() => ({ body: failures-- > 0 ? { error: 'No' } : { sms_id: 1 } }));
	const base = Object.getPrototypeOf(ExecuteContext.prototype) as ExecuteContext;
	const { getExecuteData } = base;
	jest.spyOn(base, 'getExecuteData').mockImplementation(function (this: ExecuteContext) {
		if (this instanceof ExecuteContext) contexts.push(this as never);
		return getExecuteData.call(this);
	});
	const { getNodeParameter } = ExecuteSingleContext.prototype;
	jest.spyOn(ExecuteSingleContext.prototype, 'getNodeParameter').mockImplementation(function (
		this: ExecuteSingleContext,
		...args
	) {
		if (singles.at(-1) !== (this as never)) singles.push(this as never);
		return getNodeParameter.apply(this, args);
	});
});
afterEach(() => {
	service.close();
	jest.restoreAllMocks();
});

const made = sendSms({ maxInFlight: 1 });
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const run = async (more: Partial<RunSetting> = {}) =>
	await runNode({ ...made, items: people(2), ...more });

describe('n8n in a normal run', () => {
	test('keeps the input items where this package reads them, and is not recognized as a tool', async () => {
		await run();
		const [context] = contexts;
		expect(getInputItems(context).map(({ json }) => json)).toEqual(
			people(2).map(({ json }) => json),
		);
		expect(getInputItems(context)).toEqual(context.getInputData());
		expect(isTool(context)).toBe(false);
	});

	test('passes the same execution data in each try, and different data to another step or round', async () => {
		failures = 2;
		expect((await run(retrying)).error).toBeUndefined();
		const keys = contexts.map((context) => getRunIdentity(context));
		expect(new Set(contexts).size).toBeGreaterThanOrEqual(3);
		expect(new Set(keys).size).toBe(1);
		contexts = [];
		await run({ rounds: 3 });
		expect(new Set(contexts.map((context) => getRunIdentity(context))).size).toBe(3);
	});

	test('returns a parameter as it is saved with rawExpressions', async () => {
		await run();
		const raw = contexts[0].getNodeParameter('phone', 1, '', { rawExpressions: true });
		expect(raw).toBe('={{ $json.phone }}');
		expect(contexts[0].getNodeParameter('phone', 1)).toBe(people(2)[1].json.phone);
	});

	test('reads the cancel signal synchronously, and gets the one of the request', async () => {
		await run();
		const [context] = contexts;
		const { signal } = new AbortController();
		const ask = () => context.getExecutionCancelSignal();
		const original = ask();
		const options = { url: '/api/v1/x', qs: { token: '' }, abortSignal: undefined };
		const { httpRequestWithAuthentication: request } = context.helpers;
		const response = callWithCancelSignal(context, signal, () =>
			request.call(context, credentialName, options),
		);
		expect(options.abortSignal).toBe(signal);
		expect(ask()).toBe(original);
		await response;
	});

	test('reads the cancel signal of the execution again after the call has thrown', async () => {
		await run();
		const [context] = contexts;
		const original = context.getExecutionCancelSignal();
		const call = () => {
			throw new Error('No');
		};
		expect(() => callWithCancelSignal(context, AbortSignal.abort(), call)).toThrow('No');
		expect(context.getExecutionCancelSignal()).toBe(original);
		expect(callWithCancelSignal({}, AbortSignal.abort(), () => 'called')).toBe('called');
	});

	test('writes the token into the query object that it was given', async () => {
		await run();
		const [context] = contexts;
		const qs = { token: '' };
		const { httpRequestWithAuthentication: request } = context.helpers;
		await request.call(context, credentialName, { url: `${origin}/api/v1/x`, qs });
		expect(qs.token).not.toBe('');
	});

	test('gets other objects in each attempt, so that no request keeps the token', () => {
		const [qs, body] = [{ token: '' }, { token: '' }];
		const policy = { maxInFlight: 1, maxRateLimitSeconds: 0 };
		const { qs: query = {}, body: form } = buildHttpOptions({
			...{ endpoint: contactLists, policy, qs, body },
		});
		Object.assign(query, { token: 'A' });
		Object.assign(form as object, { token: 'A' });
		expect([qs, body]).toEqual([{ token: '' }, { token: '' }]);
	});
});

test('n8n removes parameters that the node does not declare before the step reads them', async () => {
	const parameters = {
		...{ ...sendSms().parameters, phone: PHONE },
		...{ maxParts: 1, 'options.maxParts': 1, options: { maxPart: 1, maxParts: 2 } },
	} as INodeParameters;
	const { node } = await buildWorkflow({ node: 'messagingServiceSms', parameters });
	expect(node.parameters).toMatchObject({ phone: PHONE, options: { maxParts: 2 } });
	expect(JSON.stringify(node.parameters)).not.toMatch(/maxPart":|options\.|maxParts":1/);
});

describe('n8n with a step as a tool', () => {
	const opened = async (retry: object = {}) => {
		const message = "={{ $fromAI('text', 'Text of the SMS', 'string') }}";
		const parameters = { ...made.parameters, phone: people(1)[0].json.phone, message };
		return await openTool({ node: made.node, parameters, ...retry });
	};
	const keys = () => singles.map((context) => getRunIdentity(toSingleItemContext(context)));

	test("keeps the agent's arguments where this package reads them", async () => {
		await (await opened()).invoke({ text: 'Hello' });
		const [context] = singles;
		expect(isTool(context)).toBe(true);
		expect(getInputItems(context).map(({ json }) => json)).toEqual([{ text: 'Hello' }]);
		const single = toSingleItemContext(context);
		expect(isTool(single)).toBe(true);
		expect(getInputItems(single)).toEqual(getInputItems(context));
	});

	test('passes the arguments of an agent of version 3 either alone or together with the ID of the call', async () => {
		const calls = people(2).map(({ json }) => json);
		await runAgent({ ...made, item: { chatInput: 'Hi' }, calls });
		const shown = contexts.map((context) => getToolArguments(context));
		// n8n-core 1.122 mixes them.
		expect([calls, [undefined]]).toContainEqual([...new Set(shown)]);
	});

	test('passes the same arguments object in each try of a call, and another one in the next call', async () => {
		failures = 2;
		const tool = await opened(retrying);
		await tool.invoke({ text: 'Hello' });
		expect(singles.length).toBeGreaterThanOrEqual(3);
		expect(new Set(keys()).size).toBe(1);
		await tool.invoke({ text: 'Hello' });
		expect(new Set(keys()).size).toBe(2);
	});

	test('reads parameters and expressions in a context of one item', async () => {
		await (await opened()).invoke({ text: 'Hello' });
		const [context] = singles;
		const [item] = getInputItems(context);
		const single = toSingleItemContext(context);
		expect(single.getInputData()).toEqual([item]);
		expect(single.getNodeParameter('phone', 0)).toBe(people(1)[0].json.phone);
		expect(single.evaluateExpression('{{ 1 + 1 }}', 0)).toBe(2);
		expect(single.getNode().type).toBe(context.getNode().type);
		expect(single.getTimezone()).toBe(context.getTimezone());
		expect(single.continueOnFail()).toBe(false);
	});
});
