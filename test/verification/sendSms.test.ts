import type { IDataObject, INodeParameters, NodeOperationError } from 'n8n-workflow';
import { byId, OTHER_PHONE, PHONE } from '../contract/row';
import { useDuplicateStore } from '../support/duplicateStore';
import { toolCallers } from '../support/engine/callTool';
import { origin, token as accountToken } from '../support/engine/credentials';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

const node = 'messagingServiceVerification';
let service: Service;
/** Returns the service's response to a text. */
let response: (text: string) => { status?: number; body: unknown };
beforeEach(async () => {
	await useDuplicateStore();
	response = () => ({ body: { sms_id: 1, status: 'NEW', parts: 1 } });
	service = new Service(({ query }) => response(new Map(query).get('message') ?? ''));
});
afterEach(() => {
	service.close();
	jest.restoreAllMocks();
});

const TEXT = 'Your code is {code}.';
const sending = (given: object = {}): INodeParameters => ({
	...{ resource: 'code', operation: 'sendSms', sender: byId('1363'), phone: PHONE },
	...{ message: TEXT, generateCode: true },
	...given,
});
type More = Partial<Omit<RunSetting, 'node' | 'parameters'>>;
const send = async (given: object = {}, more: More = {}) =>
	await runNode({ node, parameters: sending(given), mode: 'trigger', ...more });
const sentTexts = () => service.requests.map(({ query }) => new Map(query).get('message') ?? '');
const codeIn = (text: string) => /\d{2,}/.exec(text)?.[0] ?? '';

async function check(given: IDataObject) {
	const parameters = { resource: 'code', operation: 'check', phone: PHONE, ...given };
	const { items, error } = await runNode({
		...{ node, mode: 'trigger' },
		parameters: parameters as INodeParameters,
	});
	if (error) throw error;
	return items[0].json;
}
async function sentCode() {
	const { items, error } = await send();
	if (error) throw error;
	const code = codeIn(sentTexts()[0]);
	return { token: items[0].json.token as string, code };
}

test('a code by SMS is verified once, even after a wrong try', async () => {
	const { token, code } = await sentCode();
	expect(sentTexts()).toEqual([`Your code is ${code}.`]);
	const reasons = [];
	for (const entered of [
		code.replace(/.$/, (last) => String((Number(last) + 1) % 10)),
		code,
		code,
	]) {
		reasons.push((await check({ token, code: entered })).reason);
	}
	expect(reasons).toEqual(['wrong', 'ok', 'used']);
});

test('a code by SMS is not verified after it expires', async () => {
	const { token, code } = await sentCode();
	jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
	expect(await check({ token, code })).toMatchObject({ verified: false, reason: 'expired' });
});

const quotes: Array<[title: string, given: object, quote: (text: string) => string]> = [
	['whole', {}, (text) => `Cannot send "${text}"`],
	['cut in its middle', {}, (text) => `Cannot send ${text.slice(0, -3)}…`],
	['in groups', {}, (text) => text.replace(/\d{3}/, '$& ')],
	['twice in a row', { message: '{code} {code}' }, (text) => text],
	['of two digits, whole', { generateCode: false, code: '73' }, (text) => `No: ${text}`],
];
test.each(quotes)(
	'no output and no error shows a code that the service quotes %s',
	async (_, given, quote) => {
		response = (text) => ({ status: 400, body: { error: quote(text) } });
		const { error } = await send(given);
		response = (text) => ({ body: { sms_id: 1, note: quote(text), [text]: text } });
		const { items } = await send(given);
		const code = codeIn(sentTexts()[0]);
		const { note, ...record } = items[0].json;
		expect(error?.message).toMatch(/\*\*\*/);
		for (const shown of [error?.message, error?.stack, note, Object.keys(record).join()]) {
			expect(shown).not.toContain(code);
		}
		expect(record).toMatchObject({ sms_id: 1, phone: PHONE, is_sent: true });
	},
);

test.each(toolCallers)('a model does not get a code by SMS: %s', async (_, call) => {
	const parameters = sending({ phone: "={{ $fromAI('phone') }}" });
	response = (text) => ({ body: { sms_id: 1, note: text } });
	const output = await call({ node, parameters }, { phone: PHONE });
	expect(output).toEqual([expect.objectContaining({ token: expect.any(String) })]);
	expect(JSON.stringify(output)).not.toContain(codeIn(sentTexts()[0]));
});

const texts: Array<[message: string, error: string]> = [
	['Your code is {{code}}', "'Message' has {{code}} in double braces"],
	['Your code is {{ code }} {code}', "'Message' has {{ code }} in double braces"],
	['Your code is {CODE}', "'Message' does not contain {code}"],
	['Code 7{code}', "'Message' has a digit next to {code}"],
	['{code}{code}', "'Message' has a digit next to {code}"],
	['{code}7', "'Message' has a digit next to {code}"],
	['٣{code}', "'Message' has a digit next to {code}"],
	['{code} {{Code}}', "'Message' has {{Code}} in double braces"],
];
test.each(texts)('a code by SMS is not sent with the text %j', async (message, error) => {
	const found = await send({ message });
	expect(found.error?.message).toContain(error);
	expect((found.error as NodeOperationError).description).toMatch(/Write .*\{code\}/);
	expect(service.requests).toEqual([]);
});

test('Max Parts per Message counts the text with the code', async () => {
	const options = { maxParts: 1 };
	const long = { message: `${'x'.repeat(144)} {code}`, options };
	const { error } = await send({ ...long, codeLength: 16 });
	expect(error?.message).toMatch(/^'Message' has 2 SMS parts in GSM-7/);
	expect(service.requests).toEqual([]);
	await send({ ...long, codeLength: 15 });
	expect(sentTexts()).toEqual([expect.stringMatching(/^x+ \d{15}$/)]);
});

test('Only Send To and Send Once Per Key apply to codes by SMS', async () => {
	const account = { baseUrl: origin, token: accountToken, onlySendTo: PHONE };
	const options = { sendOnceKey: '={{ $json.phone }}' };
	const items = [PHONE, OTHER_PHONE, PHONE].map((phone) => ({ json: { phone } }));
	const given = { phone: '={{ $json.phone }}', options };
	const { items: output } = await send(given, { credentials: account, items });
	expect(output.map(({ json }) => [json.is_sent, json.reason, 'token' in json])).toEqual([
		[true, undefined, true],
		[false, 'not in Only Send To', false],
		[false, 'already sent', false],
	]);
	expect(service.requests).toHaveLength(1);
});
