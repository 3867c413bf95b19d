import type { IDataObject } from 'n8n-workflow';
import { PHONE } from '../contract/row';
import {
	type CallTool,
	toolCallers,
	callByAgent,
	callByMcpServer,
} from '../support/engine/callTool';
import { runAgent } from '../support/engine/runAgent';
import { callInWorker, openTool } from '../support/engine/runTool';
import { Service, type Answer } from '../support/engine/service';
import type { Setting } from '../support/engine/workflow';
import {
	automaticImport,
	importedFields,
	mappedImport,
	sendingTools,
	sms,
} from '../support/toolSettings';

let service: Service;
afterEach(() => service.close());

const result = { uuid: 'u-1', inserted: 1, updated: 0, invalid: 0 };
const accepted = { body: { status: 'OK', sms_id: 1, uuid: 'u-1', result } };
/** Sets the responses of the service in order. It accepts all further requests. */
const answering = (...answers: Answer[]) => {
	service = new Service(() => answers.shift() ?? accepted);
};
/** Returns the sent parameters by their API names, without the token. */
const sentFields = () =>
	service.requests.map(({ query, form = [] }) =>
		Object.fromEntries([...query, ...form].filter(([name]) => name !== 'token')),
	);

/** Returns the error that the caller reads, thrown or as a record. */
const errorFrom = async (call: CallTool, setting: Setting, args: IDataObject): Promise<string> => {
	const records = call(setting, args).then(([record]) => String(record.error));
	return await records.catch((error: Error) => error.message);
};

const hello = (to: string) => ({ to, text: 'Hello' });
const retrying = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
/** Queue-mode workers and n8n Agents ignore Retry On Fail. */
const retryingCallers = toolCallers.filter(([name]) => !/queue mode|n8n Agents/.test(name));
const unknownOutcome = { status: 500, body: 'Oops' };
const UNKNOWN =
	/^Oops\. The (message may have been sent|change may have been made\. Nothing was sent)\. The request was not retried/;

describe.each(toolCallers)('%s', (_, call) => {
	test.each(sendingTools)(
		'does not send %s with an invalid argument',
		async (__, setting, to) => {
			answering();
			const advice =
				to === PHONE ? /\. Enter the number with \+ and its country code/ : /\. Enter /;
			expect(await errorFrom(call, setting, hello('Anna'))).toMatch(advice);
			expect(service.requests).toEqual([]);
		},
	);

	test.each(sendingTools)(
		'gets the advice of an error once if %s fails',
		async (__, setting, to) => {
			for (const onError of [undefined, 'continueRegularOutput'] as const) {
				answering(unknownOutcome);
				const told = await errorFrom(call, { ...setting, onError }, hello(to));
				expect([onError, UNKNOWN.test(told)]).toEqual([onError, true]);
				expect(told.split('The request was not retried')).toHaveLength(2);
				service.close();
			}
		},
	);

	test.each(['read ECONNRESET', 'The upstream econnrefused it', 'No preexisting sender'])(
		'gets advice for a message that may have been sent, although the service says %j',
		async (words) => {
			// n8n would replace the first message by "You can retry the request immediately".
			for (const onError of [undefined, 'continueRegularOutput'] as const) {
				answering({ status: 500, body: words });
				const told = await errorFrom(call, { ...sms, onError }, hello(PHONE));
				expect(told).toContain('Run the step again only if the message was not sent.');
				expect(told).not.toMatch(/can retry|perhaps|already exists/);
				expect(told.split('The request was not retried')).toHaveLength(2);
				service.close();
			}
		},
	);
});

describe.each(retryingCallers)('a call by %s with Retry On Fail', (_, call) => {
	test.each(sendingTools)(
		'sends %s again after the service rejected it',
		async (__, setting, to, fields) => {
			answering({ body: { error: 'Oops' } });
			const [record] = await call({ ...setting, ...retrying }, hello(to));
			expect(record.error).toBeUndefined();
			expect(sentFields()).toEqual([fields, fields]);
		},
	);

	test.each(sendingTools)(
		'sends %s once if it may have been sent',
		async (__, setting, to, fields) => {
			for (const onError of [undefined, 'continueRegularOutput'] as const) {
				answering(unknownOutcome);
				const told = await errorFrom(call, { ...setting, ...retrying, onError }, hello(to));
				expect(UNKNOWN.test(told)).toBe(true);
				expect(told.split('The request was not retried')).toHaveLength(2);
				expect([onError, sentFields()]).toEqual([onError, [fields]]);
				service.close();
			}
		},
	);
});

describe('two calls with the same words', () => {
	test.each(sendingTools)('send %s twice', async (_, setting, to, fields) => {
		answering();
		const tool = await openTool({ ...setting, ...retrying });
		await tool.invoke(hello(to));
		await tool.invoke(hello(to));
		await runAgent({ ...setting, ...retrying, calls: [hello(to), hello(to)] });
		expect(sentFields()).toEqual([fields, fields, fields, fields]);
	});

	test('send the second SMS after the first one failed', async () => {
		answering(unknownOutcome, unknownOutcome);
		const tool = await openTool({ ...sms, ...retrying });
		await expect(tool.invoke(hello(PHONE))).rejects.toThrow('The request was not retried');
		await expect(tool.invoke(hello(PHONE))).rejects.toThrow('The request was not retried');
		expect(service.requests).toHaveLength(2);
	});
});

describe('an import with automatic mapping as a tool', () => {
	const contact = { phone: PHONE, NAME: 'Ann' };
	const chat = { sessionId: 's-1', action: 'sendMessage', chatInput: 'Add Ann' };

	test.each(toolCallers.filter(([, call]) => call !== callByMcpServer))(
		'imports the arguments of %s as columns',
		async (_, call) => {
			answering();
			await call(automaticImport, { ...contact, ...chat });
			expect(sentFields()).toEqual([importedFields(contact)]);
		},
	);

	test('does not import the ID of the call as a column', async () => {
		answering();
		await callInWorker(automaticImport, { ...contact, toolCallId: 'call_0' });
		expect(sentFields()).toEqual([importedFields(contact)]);
	});

	test.each([
		['a chat', chat],
		['a form', { phone: '380509999999', NAME: 'Bob', submittedAt: '2030-01-01' }],
		['a schedule', { timestamp: '2030-01-01T09:00:00Z', 'Day of week': 'Monday' }],
		['a webhook', { headers: { host: 'n8n' }, body: {}, executionMode: 'production' }],
	])('does not import a column from %s, the input of the agent', async (_, item) => {
		answering();
		const others: Array<Record<string, string>> = [
			{ email: 'ann@example.com' },
			{ phone: PHONE, CITY: 'Oslo' },
		];
		await runAgent({ ...automaticImport, item, calls: [contact, ...others] });
		expect(sentFields()).toEqual([contact, ...others].map((one) => importedFields(one)));
		const [[none]] = await runAgent({ ...automaticImport, item, calls: [{}] });
		expect(none.json.error).toContain('neither a phone nor an email');
	});

	test('does not import a column from a Human Review', async () => {
		answering();
		const reviewed = { tool: 'Import_contacts', ...contact };
		await runAgent({ ...automaticImport, item: chat, calls: [reviewed] });
		expect(sentFields()).toEqual([importedFields(contact)]);
	});

	test('imports nothing if n8n mixes the arguments with the input of the agent', async () => {
		answering();
		// So an n8n shows them that shows what it gives the tool.
		const mixed = { ...chat, ...contact, toolCallId: 'call_0' };
		expect(await errorFrom(callByAgent, automaticImport, mixed)).toMatch(
			/^'Map Automatically' cannot be used in a tool, because .* Choose "Map Each Column Manually", or/,
		);
		await runAgent({ ...mappedImport, calls: [{ ...hello(PHONE), toolCallId: 'call_0' }] });
		expect(sentFields()).toEqual([importedFields({ phone: PHONE, NAME: 'Hello' })]);
	});

	test('imports nothing if n8n gives the tool no arguments', async () => {
		answering();
		expect(await errorFrom(callByMcpServer, automaticImport, contact)).toMatch(
			/neither a phone nor an email\. Fill the column "phone" or "email"/,
		);
		expect(service.requests).toEqual([]);
	});

	test('does not import a column from the input of the agent if the columns are mapped manually', async () => {
		answering();
		await runAgent({ ...mappedImport, item: chat, calls: [hello(PHONE)] });
		expect(sentFields()).toEqual([importedFields({ phone: PHONE, NAME: 'Hello' })]);
	});
});
