import type { INode, INodeParameters } from 'n8n-workflow';
import { formatForLog } from '../../nodes/MessagingServiceTrigger/service';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { importContacts, people, sendBatch, sendSms } from '../support/operations';
import { openTrigger } from '../support/engine/poll';
import { loadColumns, loadList } from '../support/engine/pickerLists';
import { json, type RawService, startRawService } from '../support/rawService';
import { captureLog, credentialsOf, run } from '../support/sandboxHarness';

jest.setTimeout(30_000);

let raw: RawService;
let log: string[];
beforeAll(() => (log = captureLog()));
beforeEach(() => log.splice(0));
afterEach(async () => await raw.close());

const characters = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n));
/** Characters that start a line, move a terminal's cursor, or reorder the following text. */
const ODD = [
	...['\u0085', '\u001b[2K'],
	...characters(0, 0x1f),
	...characters(0x7f, 0x9f),
	...['\u061c', '\u200e', '\u200f', '\u2028', '\u2029'],
	...characters(0x202a, 0x202e),
	...characters(0x2066, 0x2069),
	...['\r\n', '\n\n', '\u001b[2K', '\u001b[1A\r'],
];
const FORGED = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
/** 200 words, each after a character that starts a line. */
const WORDS = ODD.flatMap((odd, n) => [`${odd}FORGED${n}`, `${odd}${odd}forged ${n}`]).join('');

/** Detects a forged line in a log. */
const isForged = (line: string) => /^\W*forged/im.test(line) || line.includes('\u001b');

const modes: Array<INode['onError']> = ['stopWorkflow', 'continueRegularOutput'];
const sent = { sms_id: 7, status: 'NEW', parts: 1 };
/** Sets the response to the first request, and to all later requests. */
const firstAndThen = async (first: object, then: object, status = 200) =>
	await startRawService((request, response) =>
		(raw.requests.length > 1 ? json(then, status) : json(first))(request, response),
	);
/** Expects the service's text in these texts, without characters that start a line. */
function expectOneLine(texts: unknown[]) {
	const shown = texts.filter((text) => typeof text === 'string');
	expect(shown.join()).toMatch(/FORGED/);
	expect(shown.filter((text) => FORGED.test(text))).toEqual([]);
}

test.each<[title: string, answer: object | string, status: number]>([
	['an error', { error: `No${WORDS}` }, 400],
	['a text', `No${WORDS}`, 500],
	['the status of a response', { status: `failed${WORDS}` }, 200],
	['the ID beside an error', { ...sent, sms_id: `1${WORDS}`, error: 'No' }, 200],
	['the ID beside an error of status 400', { sms_id: `1${WORDS}`, error: 'No' }, 400],
])(
	'line breaks of the service are removed wherever they are shown: %s',
	async (_, answer, status) => {
		raw = await startRawService((request, response) =>
			typeof answer === 'string'
				? response.writeHead(status).end(answer)
				: json(answer, status)(request, response),
		);
		for (const onError of modes) {
			const result = await run(raw, { ...sendSms(), items: people(2), onError });
			const { message, description } = (result.error ?? {}) as { [key: string]: string };
			expectOneLine([message, description, ...result.items.map((item) => item.json.error)]);
		}
		expect(log.filter(isForged)).toEqual([]);
	},
);

test('line breaks in IDs of sent messages are removed in the error of the run', async () => {
	raw = await firstAndThen({ ...sent, sms_id: `7${WORDS}` }, { error: 'No' }, 400);
	const { error } = await run(raw, { ...sendSms(), items: people(2) });
	const { description = '' } = error as { description?: string };
	expect(description).toMatch(/sms_id 7 FORGED0/);
	expect(description).not.toMatch(FORGED);
});

test('line breaks in a reject of an import are removed in its item', async () => {
	const log = [{ index: 1, error_message: `No${WORDS}` }];
	raw = await startRawService(json({ status: 'OK', result: { inserted: 1, log } }));
	const { items } = await run(raw, {
		...importContacts({ rejectsAsItems: true }),
		items: people(2),
		onError: 'continueRegularOutput',
	});
	expectOneLine(items.map((item) => item.json.error));
});

test('line breaks in the UUID of a batch are removed in the log', async () => {
	const success = [{ phone: people(1)[0].json.phone, status: 'READ' }];
	const accepted = { success: true, uuid: `u-1${WORDS}` };
	raw = await firstAndThen(accepted, [{ message_id: 1, success }]);
	await run(raw, { ...sendBatch({ waitForFinalStatus: 1 }), items: people(1) });
	const lines = log.filter((line) => line.includes('u-1'));
	expect(lines.join()).toContain('u-1 FORGED0');
	expect(lines.filter(isForged)).toEqual([]);
});

test.each<[title: string, answer: object, status: number]>([
	['an error', { error: `No${WORDS}` }, 400],
	['an unknown status', { status: 'OK', result: [{ phone: '1', status: `odd${WORDS}` }] }, 200],
])('line breaks are removed in a warning of the trigger: %s', async (_, answer, status) => {
	raw = await firstAndThen({ status: 'OK', result: [] }, answer, status);
	const trigger = await openTrigger({
		node: 'messagingServiceTrigger',
		parameters: { event: 'viberDelivery', mailings: 'selected', mailingIds: '1,2' },
		credentials: credentialsOf(raw),
	});
	await trigger.poll('activation').catch(() => {});
	await trigger.poll().catch(() => {});
	const lines = log.join('\n').split(/[\r\n\u0085\u2028\u2029]/);
	expect(lines.join()).toMatch(/forged/i);
	expect(lines.filter(isForged)).toEqual([]);
});

test('line breaks in a name are removed in the list of the editor', async () => {
	raw = await startRawService(
		json({ status: 'OK', result: [{ id: 5, name: `Sale\u202e\r\nFORGED` }] }),
	);
	const parameters = { resource: 'template', operation: 'get' };
	const step = { node: 'messagingServiceTemplates', parameters } as const;
	const found = await loadList({ ...step, credentials: credentialsOf(raw) }, 'templateId');
	expect(JSON.stringify(found)).toContain('Sale FORGED');
});

test('line breaks in a column are removed in the list of the editor, and its ID keeps them', async () => {
	const params = 'CITY\u202e\u001b[2KFORGED';
	raw = await startRawService(json({ status: 'OK', result: [{ list_id: 1001, params }] }));
	const setting = { ...importContacts(), credentials: credentialsOf(raw) };
	const { fields } = await loadColumns(setting, 'columns');
	expect(fields.at(-1)).toMatchObject({ id: params, displayName: 'CITY [2KFORGED' });
});

const [sms, viber] = ['messagingServiceSms', 'messagingServiceViber'] as const;
const no = `No${WORDS}`;
const delivery = { status: 'OK', result: { phone: '1', status: 'READ' }, error: no };
const prepare = { operation: 'prepare', message: 'A' };

test.each<[title: string, node: NodeName, INodeParameters, answer: object, field: string]>([
	['beside a prepared SMS', sms, prepare, { error: no, message_id: 3 }, 'error_text'],
	['beside a record', viber, { operation: 'getDelivery', messageId: 3 }, delivery, 'errors'],
	[
		'in place of a record',
		sms,
		{ operation: 'getStatus', messageId: byId(3) },
		{ status: 'OK', result: no },
		'message',
	],
])('line breaks in texts %s are removed in the item', async (_, node, step, answer, field) => {
	raw = await startRawService(json(answer));
	const { items } = await run(raw, { node, parameters: { resource: 'message', ...step } });
	expect(String(items[0]?.json[field])).toMatch(/^No FORGED0/);
	expect(String(items[0].json[field])).not.toMatch(FORGED);
});

test.each([
	...['+380 50 123 45 67', '(044) 123-45-67', '380-50-123-45-67', '050.123.45.67'],
	...['+1 (415) 555‑2671', '٠٥٠١٢٣٤٥٦٧'],
])('a warning of the trigger does not show the phone %s', (phone) => {
	expect(formatForLog(new Error(`No ${phone}, item 12`))).toBe('No …, item 12');
	expect(formatForLog(new Error('x'.repeat(195) + phone))).not.toMatch(/\p{Nd}/u);
});

test.each(['activation', 'scheduled', 'manual'] as const)(
	'an error of the trigger does not show a phone of the service: %s',
	async (kind) => {
		raw = await startRawService(json({ error: 'No +380 50 123 45 67 in it' }, 400));
		const trigger = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: { event: 'viberReply', mailings: 'all' },
			credentials: credentialsOf(raw),
		});
		await expect(trigger.poll(kind)).rejects.toThrow('No … in it');
	},
);

test('the excerpt of a value shows the escape of a character that reorders text', async () => {
	raw = await startRawService(json(sent));
	const [{ json: person }] = people(1);
	const items = [{ json: { ...person, phone: '\u202e17\u2066 BAD' } }];
	const { error } = await run(raw, { ...sendSms(), items });
	expect((error as { description?: string }).description).toContain('"�17� BAD"');
});
