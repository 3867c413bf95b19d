import { inspect } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { listCallbackSecrets } from '../../nodes/shared/batch/callback';
import { captureLog } from '../support/sandboxHarness';
import { runNode } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';
import { resumeToken, resumeUrl } from '../support/engine/workflow';
import { callbackUrl, itemsOf, phones, smsBatch } from './settings';

let service: Service;
afterEach(() => service.close());

const accepted: Answer = { body: { uuid: 'u', success: 'OK' } };
const items = itemsOf(phones(3).map((phone) => ({ phone })));
const typed = { callbackUrl: '={{ $execution.resumeUrl }}' };

describe('a batch whose callback URL is the resume URL', () => {
	const setting = (options: IDataObject = {}) => ({
		...smsBatch({ ...typed, options }, { items }),
		followedBy: 'wait',
	});

	test('sends the signed URL in the query and in the body', async () => {
		service = new Service(() => accepted);
		const { error } = await runNode(setting({ recipientsPerRequest: 2 }));
		expect(error).toBeUndefined();
		for (const { query, json: body } of service.requests) {
			expect(Object.fromEntries(query)).toMatchObject({ callback_url: resumeUrl });
			expect(body).toMatchObject({ callback_url: resumeUrl, messages: [expect.anything()] });
		}
	});

	test('does not show the signed URL in an error or in the output, even if the service repeats it', async () => {
		const log = captureLog();
		const echoes = [
			...[resumeUrl, encodeURIComponent(resumeUrl), resumeUrl.replaceAll('/', '\\/')],
			resumeToken,
		];
		// An error has at most 500 characters of a response.
		expect(echoes.join().length).toBeLessThan(450);
		const answers: Answer[] = [
			{ body: `{"error":"${echoes.join()} cannot be reached"}`, status: 400 },
			{ body: `{"error":"${echoes.join()} cannot be reached"}` },
			{ body: `${echoes.join()} broke`, status: 500 },
			{ body: `{"uuid":"u","success":"OK","callback_url":"${echoes.join()}"}` },
		];
		for (const answer of answers) {
			service = new Service(() => answer);
			for (const onError of ['stopWorkflow', 'continueRegularOutput'] as const) {
				const result = await runNode({ ...setting(), onError });
				const shown = inspect([result.error, result.items], { depth: Infinity });
				expect(shown).not.toContain(resumeToken);
				expect(shown).not.toContain('webhook-waiting');
				expect(shown.split('***').length).toBeGreaterThan(echoes.length);
			}
			service.close();
		}
		expect(log.join('\n')).not.toContain(resumeToken);
	});

	test('does not show the signed URL in a dry run', async () => {
		service = new Service(() => accepted);
		const { items: output } = await runNode(setting({ dryRun: true }));
		expect(JSON.stringify(output)).not.toContain(resumeToken);
		expect(service.requests).toEqual([]);
	});
});

test.each([
	['hides a callback URL with a query', `${callbackUrl}?key=s3cret-of-the-hook`, '', '***'],
	['shows a callback URL without a query', callbackUrl, '', callbackUrl],
	[
		'hides only query values of at least eight characters',
		`${callbackUrl}?pin=1234567&key=12345678`,
		'1234567 and 12345678',
		'1234567 and ***',
	],
])('an error that repeats the callback URL %s', async (_, url, response, shown) => {
	service = new Service(() => ({
		status: 400,
		body: { error: response || `Cannot reach ${url}` },
	}));
	const { error } = await runNode(smsBatch({ callbackUrl: url }, { items }));
	expect(error?.message).toBe(response ? shown : `Cannot reach ${shown}`);
});

test.each<[url: string | undefined, parts: string[]]>([
	[undefined, []],
	['https://a.example/done', []],
	['https://a.example/?key=12345678&id=5', ['key=12345678&id=5', '12345678']],
	['https://a.example/?k=1', []],
])('the parts of the callback URL %s that no error shows are it and %j', (url, parts) => {
	const isWhole = url?.includes('?') === true;
	expect(listCallbackSecrets(url)).toEqual([...(isWhole ? [url] : []), ...parts]);
});

test('a response is not redacted where it has a short query value of the callback URL', async () => {
	service = new Service(() => ({ body: { uuid: 'sms-5', success: 'OK' } }));
	const query = { callbackUrl: `${callbackUrl}?kind=sms&id=5&done=OK` };
	const { items: output } = await runNode(smsBatch(query, { items }));
	expect(output[0].json).toMatchObject({ uuid: 'sms-5', success: 'OK' });
});

test('a batch rejects a callback URL of more than 1,000 characters', async () => {
	service = new Service(() => accepted);
	const long = `${callbackUrl}?x=${'y'.repeat(20_000)}`;
	const { error } = await runNode(smsBatch({ callbackUrl: long }, { items }));
	expect(error?.message).toMatch(/^'Callback URL' has \d+ characters$/);
	expect(service.requests).toEqual([]);
	const longest = `${callbackUrl}?x=${'y'.repeat(997 - callbackUrl.length)}`;
	const { error: none } = await runNode(smsBatch({ callbackUrl: longest }, { items }));
	expect(none).toBeUndefined();
});
