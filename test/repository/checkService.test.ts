import type { IncomingMessage } from 'node:http';
import type { Field } from '../../nodes/shared/describe/field';
import type { AnyOperation } from '../../nodes/shared/run/operation';
import { id, type Parser } from '../../nodes/shared/values/formats';
import { phone } from '../../nodes/shared/values/phone';
import { type Sandbox, startSandbox } from '../../sandbox';
import { loadNodes } from '../../scripts/docs/describe/nodes';
import { checkService } from '../../scripts/service/check';
import { type Reading, readingOf, readings } from '../../scripts/service/readings';
import { apiTable } from '../contract/apiTable';
import { call } from '../sandbox/call';
import { prepare } from '../sandbox/prepare';
import { json, type RawService, startRaw } from '../support/rawService';

const TOKEN = 'secrettokenofanaccount';

interface Checked {
	lines: string[];
	isSame: boolean;
}

/** Printed output, which must not contain the token. */
async function check(url: string, args: string[] = [], token = TOKEN): Promise<Checked> {
	const lines: string[] = [];
	const environment = { MESSAGING_SERVICE_URL: url, MESSAGING_SERVICE_TOKEN: token };
	const isSame = await checkService(environment, args, (line) => lines.push(line));
	expect(lines.join('\n')).not.toContain(token);
	return { lines, isSame };
}

/** The lines before the block for a report. */
const findings = ({ lines }: Checked): string[] =>
	lines.slice(
		0,
		lines.findIndex((line) => line.startsWith('\nPaste')),
	);

describe('against the sandbox', () => {
	let sandbox: Sandbox;
	let args: string[];

	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual', token: TOKEN });
		const known = await prepare(sandbox);
		const form = { token: TOKEN, message_id: known.smsMailing, confirm: '1' };
		await call(sandbox, '/api/v1/confirmSendMessageByList', { form });
		args = [
			`sms.smsId=${known.smsId}`,
			`sms.messageId=${known.prepared}`,
			`sms.mailingId=${known.smsMailing}`,
			`sms.uuid=${known.smsBatch}`,
			`viber.messageId=${known.viberSingle}`,
			`viber.mailingId=${known.viberMailing}`,
			`viber.uuid=${known.viberBatch}`,
			`email.mailingId=${known.emailMailing}`,
			`email.uuid=${known.emailBatch}`,
			'templates.templateId=1003',
		];
	});
	afterAll(() => sandbox.close());

	test('only reads, each operation once, one after the other', async () => {
		const { length } = sandbox.requests;
		const before = JSON.stringify([sandbox.messages, sandbox.scheduled, sandbox.replies]);
		await check(sandbox.url, args);
		const asked = sandbox.requests.slice(length);
		const all = await readings();
		expect(asked).toHaveLength(all.filter(({ needs }) => !needs).length);
		for (const { operation, fields, inFlight, error } of asked) {
			expect([operation, inFlight, error]).toEqual([operation, 1, undefined]);
			if (operation === 'getAlphanames' || operation === 'getVibernames') continue;
			const { effect } = apiTable[operation as keyof typeof apiTable];
			const done =
				typeof effect === 'string'
					? effect
					: new Map(Object.entries(effect.values)).get(fields[effect.parameter]);
			expect([operation, done]).toEqual([operation, 'read']);
		}
		expect(JSON.stringify([sandbox.messages, sandbox.scheduled, sandbox.replies])).toBe(before);
	});

	test('finds every record as documented, beyond what public clients know of checkSMS', async () => {
		const checked = await check(sandbox.url, args);
		const others = findings(checked).filter(
			(line) => !/^(ok|seen|skipped) /.test(line) && !line.includes('checkSMS:'),
		);
		// Without a documented body, the sandbox's choice is taken.
		expect(others.filter((line) => !line.includes('confirmSendMessageByList'))).toEqual([]);
		expect(findings(checked).filter((line) => line.includes('no record'))).toEqual([]);
		expect(findings(checked).filter((line) => /^skipped .*<ID>$/.test(line))).toEqual([]);
	});

	test('without IDs says which it could take, and ends with a block to paste', async () => {
		const { lines, isSame } = await check(sandbox.url);
		expect(isSame).toBe(true);
		expect(lines).toContain('skipped  viber reply:getAll: give viber.mailingId=<ID>');
		const begin = lines.findIndex((line) => line.endsWith('```'));
		expect(lines[begin + 1]).toMatch(/^n8n-nodes-\S+ \d+\.\d+\.\d+, \d{4}-\d\d-\d\d, Node/);
		expect(lines.slice(begin + 2, -1)).toEqual(
			findings({ lines, isSame }).filter((line) => !line.startsWith('skipped')),
		);
		expect(lines.at(-1)).toBe('```');
	});

	test('says that a token is invalid by the status alone, and what to check', async () => {
		const checked = await check(sandbox.url, [], 'another-token-that-is-wrong');
		expect(checked.isSame).toBe(false);
		const lines = findings(checked).filter((one) => !one.startsWith('skipped'));
		expect(lines.pop()).toMatch(/^Nothing could be read. Check MESSAGING_SERVICE_URL and /);
		for (const line of lines) expect(line).toMatch(/^failed .*: HTTP 403$/);
	});
});

const required = (name: string, parse?: Parser): Field => ({
	...{ displayName: `Field ${name}`, name, type: 'string', default: '' },
	...{ required: true, parse, routing: { send: { type: 'query', property: name } } },
});

test.each([
	['a phone', [required('phone', phone)], 'Field phone'],
	[
		'two IDs',
		[required('listId', id), required('mailingId', id)],
		'Field listId, Field mailingId',
	],
])('an operation that needs %s is not asked, and says why', async (_, fields, needs) => {
	const [reads] = (await loadNodes()).flatMap(({ operations }) => operations);
	const declared = { ...reads.declared, effect: 'read', fields } as AnyOperation;
	const reading = readingOf({ ...reads, declared }) as Reading;
	const lines: string[] = [];
	const account = { MESSAGING_SERVICE_URL: 'http://127.0.0.1:1', MESSAGING_SERVICE_TOKEN: TOKEN };
	await checkService(account, [], (line) => lines.push(line), [reading]);
	expect(lines[0]).toBe(`skipped  ${reading.name}: not asked, because it needs ${needs}`);
});

describe('against a service that responds as others describe it', () => {
	let service: RawService | undefined;
	afterEach(async () => {
		await service?.close();
		service = undefined;
	});

	/** Responses by the operation; a function gets the request. Everything else is a 404. */
	type Responses = Record<string, unknown>;
	const start = async (responses: Responses): Promise<RawService> => {
		service = await startRaw((request: IncomingMessage, response) => {
			const [path] = (request.url ?? '').split('?');
			const key = `${request.method} ${path.replace('/api/', '')}`;
			const [body, status] =
				key in responses ? [responses[key], 200] : [{ error: TOKEN }, 404];
			json(body, status)(request, response);
		});
		return service;
	};
	const lineWith = (checked: Checked, part: string) =>
		findings(checked).filter((line) => line.includes(part));

	test('names a list of one, a field that is new, and senders as a list or by GET v1', async () => {
		const { url } = await start({
			'GET v1/checkSMS': [{ sms_id: 48291, sent: 1616064700, delivered: 0, status: 'SENT' }],
			'GET v1/getAlphanames': ['System name'],
			'GET v1/getVibernames': { '77': 'Anna' },
		});
		const checked = await check(url, ['sms.smsId=48291']);
		const [delivery] = lineWith(checked, 'checkSMS');
		expect(delivery).toMatch(/^differs .*: one record; shape: list of one, not a record/);
		// Unless the schema has it by then.
		if (!delivery.includes('new: status')) expect(delivery).not.toContain('new:');
		expect(lineWith(checked, 'getAlphanames')).toEqual([
			'seen     sms senders, GET /api/v1/getAlphanames: list of string',
		]);
		expect(lineWith(checked, 'getVibernames')).toEqual([
			'failed   viber senders, POST /api/v2/getVibernames: HTTP 404',
			'seen     viber senders, GET /api/v1/getVibernames: { <number>: string }',
		]);
		expect(checked.lines.join('\n')).not.toMatch(/48291|1616064700|System|Anna|77/);
	});

	test('names fields that are missing, new or of another type, also in a record within', async () => {
		const recipient = { delivery_id: '7', phone: 'Anna', status: 'NEW', operator: 'Anna' };
		const { url } = await start({
			'POST v2/getSubscriberLists': {
				status: 'OK',
				result: [
					{
						list_id: '1001',
						name: 'Anna',
						count: 5,
						[TOKEN]: 1,
						'Anna Doe': 1,
						'380': 1,
					},
					{ list_id: 1002, name: null, count: 6 },
				],
				total: 2,
			},
			'POST v1/statusBulkSms': [{ message_id: 1, name: 'A', success: [recipient] }],
			'GET v1/getSMSMessages': { status: 'success', data: { anna: { id: 5, words: 1 } } },
		});
		const checked = await check(url, ['sms.uuid=anna-1']);
		expect(lineWith(checked, 'getSubscriberLists')).toEqual([
			'differs  contacts list:getAll, POST /api/v2/getSubscriberLists: several records; ' +
				'shape: beside result: total; missing: params; new: <number>, count, ***, <other name>; ' +
				'type: list_id (string, not integer), name (null, not string)',
		]);
		expect(lineWith(checked, 'statusBulkSms')).toEqual([
			'differs  sms batch:getStatus, POST /api/v1/statusBulkSms: one record; ' +
				'missing: alphaname_id, success[].status_time; new: success[].operator; ' +
				'type: success[].delivery_id (string, not integer)',
		]);
		expect(lineWith(checked, 'getSMSMessages')[0]).toMatch(
			/: one record; shape: map of records, not a list; missing: name, .*; new: words$/,
		);
		expect(checked.lines.join('\n')).not.toMatch(/anna|380|1001/i);
	});

	test.each([
		[
			'GET v1/checkSMS',
			{ status: 'OK', result: [{ sms_id: 1, sent: 1, delivered: 1 }] },
			'inside result, list of one, not a record',
		],
		['POST v1/statusBulkSms', { status: 'OK', result: [] }, 'no record; shape: inside result'],
		[
			'POST v2/getTemplateMessages',
			[{ id: 1, name: 'Anna' }],
			'no record with result around it',
		],
		['POST v2/getTemplateMessages', { result: null }, 'no status, null, not a list'],
		['POST v2/getTemplateMessageById', { status: 'OK' }, 'no record; shape: no result'],
	])('names the shape of %s if it is another, case %#', async (key, body, text) => {
		const { url } = await start({ [key]: body });
		const ids = ['sms.smsId=1', 'sms.uuid=anna', 'templates.templateId=1'];
		const [line] = lineWith(await check(url, ids), `/api/${key.split(' ')[1]}:`);
		expect(line).toMatch(/^differs /);
		expect(line).toContain(text);
		expect(line).not.toMatch(/anna/i);
	});

	test('shows no words of a failure, whatever its HTTP status is', async () => {
		const { url } = await start({
			'GET v1/getAlphanames': { error: `Anna has the token ${TOKEN}` },
			'POST v2/getVibernames': { [TOKEN]: { Anna: [TOKEN] } },
			'POST v2/getTemplateMessages': { error: `Anna ${TOKEN}` },
			'POST v2/getEmailTemplates': {
				status: 'OK',
				result: [{ [TOKEN]: 1, id: 1, title: '' }],
			},
		});
		const checked = await check(url);
		expect(lineWith(checked, 'getAlphanames')[0]).toMatch(
			/^differs .*: { error: string }; the package reads it as a failure$/,
		);
		expect(lineWith(checked, 'getVibernames')[0]).toMatch(
			/: { <other name>: { <other name>: list of string } }/,
		);
		expect(lineWith(checked, 'getTemplateMessages')[0]).toMatch(/^differs .* as a failure$/);
		expect(checked.lines.join('\n')).not.toContain('Anna');
		expect(checked.isSame).toBe(false);
	});

	test('follows no redirect, and reads a web page as such', async () => {
		const other = await startRaw(json({}));
		service = await startRaw((request, response) => {
			if (request.method === 'GET') response.end('<html>Anna</html>');
			else response.writeHead(307, { location: `${other.url}${request.url}` }).end();
		});
		const checked = await check(service.url);
		expect(lineWith(checked, 'getAlphanames')[0]).toMatch(/: HTTP 200, not JSON$/);
		expect(lineWith(checked, 'getEmailTemplates')[0]).toMatch(/: HTTP 307$/);
		expect(other.requests).toEqual([]);
		await other.close();
	});

	test.each([
		['a 429', (url: string) => url, 'HTTP 429'],
		['no connection', () => 'http://127.0.0.1:1', 'no response'],
	])('asks nothing more after %s', async (_, urlOf, text) => {
		service = await startRaw(json({ error: 'Request limit exceeded' }, 429));
		const found = findings(await check(urlOf(service.url)));
		expect(found).toEqual([expect.stringContaining(text), 'The rest was not asked.']);
		expect(service.requests.length).toBeLessThanOrEqual(1);
	});
});

describe('before it asks anything', () => {
	const asking = (environment: NodeJS.ProcessEnv, args: string[] = []) =>
		checkService(environment, args, () => undefined);
	const account = {
		MESSAGING_SERVICE_URL: 'http://127.0.0.1:1',
		MESSAGING_SERVICE_TOKEN: TOKEN,
	};

	test.each([
		[{}, [], 'Set MESSAGING_SERVICE_URL'],
		[{ ...account, MESSAGING_SERVICE_TOKEN: '' }, [], 'Set MESSAGING_SERVICE_URL'],
		[{ ...account, MESSAGING_SERVICE_URL: 'http://api.example.com' }, [], 'https://'],
		[account, ['sms.smsId=Anna'], 'sms.smsId is not an ID.'],
		[account, ['sms.uuid='], 'sms.uuid has no value.'],
		[account, ['sms.phone=Anna'], 'An argument is not one of sms.smsId, sms.messageId'],
		[account, ['Anna'], 'An argument is not one of'],
	])('rejects what it was given, case %#', async (environment, args, text) => {
		const failed = asking(environment, args);
		await expect(failed).rejects.toThrow(text);
		const { message } = (await failed.catch((error: unknown) => error)) as Error;
		expect(message).not.toMatch(new RegExp(`Anna|${TOKEN}`));
	});
});
