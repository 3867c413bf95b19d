import type { IDataObject } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';

/** Maximum length of a URL. The service rejects longer URLs with 414. */
let limit = 100_000;
const service = useService(({ url }) => {
	if (url.length > limit) return { status: 414, body: '<html>Request-URI Too Large</html>' };
	const record = { sms_id: 1, message_id: 1, parts: 1, list_id: 1 };
	return { body: { status: 'OK', ...record, result: record } };
});
afterEach(() => {
	limit = 100_000;
});

const options = { maxParts: 255 };
const send = { resource: 'message', operation: 'send', sender: byId(1363), phone: PHONE, options };
const sms = { node: 'messagingServiceSms' as const, parameters: { ...send, message: '' } };
const withText = (message: string) => ({ ...sms, parameters: { ...sms.parameters, message } });
const LONG = 'ї'.repeat(1_400);

test.each<[string, IDataObject, string]>([
	['messagingServiceSms', { ...send, message: LONG }, 'Message'],
	[
		'messagingServiceSms',
		{ resource: 'message', operation: 'prepare', sender: byId(1), message: LONG, options },
		'Message',
	],
	['messagingServiceContacts', { resource: 'list', operation: 'create', name: LONG }, 'Name'],
])('%s names the field that makes a URL too long: %#', async (node, parameters, label) => {
	const { error } = await runNode({ node, parameters } as Parameters<typeof runNode>[0]);
	expect(error?.message).toMatch(
		new RegExp(`^'${label}' is too long: the URL would have \\d+ bytes; the limit is 8000$`),
	);
	expect(service.requests).toEqual([]);
});

test('with Continue, only the items whose URL is too long are errors', async () => {
	const { items } = await runNode({
		...withText('={{ $json.text }}'),
		items: [{ json: { text: LONG } }, { json: { text: 'Hi' } }],
		onError: 'continueRegularOutput',
	});
	expect(items.map(({ json }) => json.error ?? json.sms_id)).toEqual([
		expect.stringMatching(/^'Message' is too long/),
		1,
	]);
	expect(service.requests).toHaveLength(1);
});

test('a step sends a text that just fits into a URL', async () => {
	const empty = await runNode(withText('x'));
	const [{ url }] = service.requests.splice(0);
	// The name of the token counts twice, because the package reserves room for it.
	const fits = 'x'.repeat(8_000 - url.length - 7);
	expect([empty.error, (await runNode(withText(fits))).error]).toEqual([undefined, undefined]);
	expect(service.requests[0].url.length).toBeLessThanOrEqual(8_000);
	expect((await runNode(withText(`${fits}${'x'.repeat(10)}`))).error).toBeDefined();
});

test('an error of the service about a long URL says what to do', async () => {
	limit = 500;
	const { error } = await runNode(withText('x'.repeat(1_000)));
	expect(error).toMatchObject({
		httpCode: '414',
		description: expect.stringMatching(/^The URL is too long for the service\. Shorten/),
	});
	expect(error?.message).not.toContain('may have been sent');
});
