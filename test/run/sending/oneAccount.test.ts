import {
	importContacts,
	listPrepared,
	people,
	sendBatch,
	sendEmails,
	sendSms,
} from '../../support/operations';
import { origin, token } from '../../support/engine/credentials';
import { callByAgent } from '../../support/engine/callTool';
import { openTrigger } from '../../support/engine/poll';
import { findTokenLeaks } from '../../support/engine/findTokenLeaks';
import { runNode, type RunSetting } from '../../support/engine/runNode';
import { loadList } from '../../support/engine/pickerLists';
import type { Answer, SentRequest } from '../../support/engine/service';
import { useService } from '../../support/engine/useService';
import { useFakeTime } from '../../support/fakeTime';
import { pause } from '../../support/until';
import { descriptionOf } from './observed';

useFakeTime();

/** The saved credential. n8n reads it for every request, so a change applies immediately. */
let credentials: { baseUrl: string; token: string };
const service = useService();
beforeEach(() => {
	credentials = { baseUrl: origin, token };
});

const other = 'OTHER-0d41b8ee';
const rotate = () => (credentials.token = other);
const edited = /^The credential was edited while this step was running/;

/** Starts a service. Before its n-th response, the credential is edited. */
function editedAt(
	n: number,
	answer: (index: number) => Answer | Promise<Answer>,
	edit: () => unknown = rotate,
) {
	service.answer(async (_, index) => {
		if (index === n) edit();
		return await answer(index);
	});
}
const tokenIn = ({ query, form = [], json }: SentRequest) =>
	new Map([...query, ...form]).get('token') ?? (json as { token?: string } | undefined)?.token;
const used = () => service.requests.map(tokenIn);
const sms = (index: number): Answer => ({ body: { sms_id: 5_000 + index, status: 'NEW' } });
const run = async (setting: RunSetting) => await runNode({ ...setting, credentials });
const one = { maxInFlight: 1, maxWait: 3 };
/** Returns a page of a list with three rows, one row per page. */
const page = (index: number) => ({
	result: index < 3 ? [{ message_id: index + 1, message: 'Text' }] : [],
});

test('a run whose credential gets another token does not send the rest', async () => {
	editedAt(2, sms);
	const result = await run({ ...sendSms(one), items: people(200) });
	expect(used()).toEqual([token, token, token]);
	expect(result.error?.message).toMatch(edited);
	expect(descriptionOf(result)).toContain(
		'Sent: item 0 (sms_id 5000), item 1 (sms_id 5001), item 2 (sms_id 5002). Failed: item 3. Not sent: items 4-199.',
	);
	expect(findTokenLeaks(result.execution)).toEqual([]);
	expect(JSON.stringify(result.execution)).not.toContain(other);
});

test('ten requests in flight end with the account with which they began', async () => {
	editedAt(25, async (index) => {
		await pause(20);
		return sms(index);
	});
	const { error } = await run({ ...sendSms({ maxInFlight: 10 }), items: people(200) });
	expect(error?.message).toMatch(edited);
	expect(new Set(used())).toEqual(new Set([token]));
	expect(service.requests.length).toBeLessThan(40);
});

const [{ json: person }] = people(1);
const ONLY_SEND_TO = /^"Only Send To" in the credential was edited/;
test.each<[field: string, before: string, after: string, message: RegExp | undefined]>([
	['baseUrl', origin, 'https://other.messaging.example', edited],
	['baseUrl', origin, `${origin}/gateway`, edited],
	['onlySendTo', '', 'nobody', ONLY_SEND_TO],
	['onlySendTo', person.phone, '+380501000001', ONLY_SEND_TO],
	// Another spelling of the same account.
	['token', token, ` ${token}\n`, undefined],
])('a run whose %s changes from %j to %j: %s', async (field, before, after, message) => {
	Object.assign(credentials, { [field]: before });
	editedAt(0, sms, () => Object.assign(credentials, { [field]: after }));
	const items = [0, 1, 2].map((n) => ({ json: { ...person, text: `Hi ${n}` } }));
	const { error } = await run({ ...sendSms(one), items });
	if (message) expect(error?.message).toMatch(message);
	else expect(error).toBeUndefined();
	expect([service.requests.length, service.strays]).toEqual([message ? 1 : 3, []]);
});

test('with Continue, each item not sent after an edit is an error, and the others are returned', async () => {
	editedAt(1, sms);
	const setting = { ...sendSms(one), items: people(4) };
	const { items } = await run({ ...setting, onError: 'continueRegularOutput' });
	expect(used()).toEqual([token, token]);
	const failed: unknown = expect.stringMatching(/^The credential was edited/);
	expect(items.map(({ json }) => json.sms_id ?? json.error)).toEqual([
		...[5_000, 5_001],
		...[failed, failed],
	]);
});

const rejected: Answer = { body: { error: 'Not now' } };
const SENT_BEFORE = 'Sent by an earlier try: item 0 (sms_id 5000).';
test.each<[title: string, edit: number, Answer, options: object, tokens: string[], said: string]>([
	['sends nothing to another account', 1, rejected, {}, [token, token], SENT_BEFORE],
	[
		'does not resend what may have been sent',
		0,
		{ status: 500 },
		{ resendUnknown: true },
		[token],
		'May have been sent: item 0.',
	],
	['uses the new account if nothing was sent', 0, { status: 401 }, {}, [token, other, other], ''],
])('Retry On Fail after an edit %s', async (_, at, failure, options, tokens, said) => {
	editedAt(at, (index) => (index === at ? failure : sms(index)));
	const made = sendSms({ ...one, ...options });
	const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
	const result = await run({ ...made, ...retrying, items: people(2) });
	expect(used()).toEqual(tokens);
	if (!said) return expect(result.error).toBeUndefined();
	expect(result.error?.message).toMatch(edited);
	expect(descriptionOf(result)).toContain(said);
});

const alone = { ...one, recipientsPerRequest: 1 };
const result = { uuid: 'u', inserted: 1, updated: 0, invalid: 0 };
test.each<[kind: string, setting: RunSetting, count: number]>([
	['batch', sendBatch(alone), 3],
	['email batch', sendEmails(alone), 3],
	['import', importContacts(one), 1_200],
	['list of several pages', listPrepared(one), 1],
])('the requests of one %s use one account', async (kind, setting, count) => {
	const accepted = { uuid: 'u', success: 'OK', status: 'OK', result };
	editedAt(0, (index) => ({ body: kind.startsWith('list') ? page(index) : accepted }));
	const { error } = await run({ ...setting, items: people(count) });
	expect(used()).toEqual([token]);
	expect(error?.message).toMatch(edited);
});

test('an attempt after a rate limit uses the account of the first attempt', async () => {
	const limited = { status: 429, headers: { 'retry-after': '0' } };
	editedAt(0, (index) => (index === 0 ? limited : sms(index)));
	const { error } = await run({ ...sendSms(one), items: people(1) });
	expect(used()).toEqual([token]);
	expect(error?.message).toMatch(edited);
});

test('the next call of an agent uses the edited credential', async () => {
	editedAt(0, sms);
	const made = sendSms(one);
	const send = {
		...made,
		credentials,
		parameters: { ...made.parameters, phone: '+380501234567' },
	};
	await callByAgent(send, { text: 'Hello' });
	await callByAgent(send, { text: 'Hello' });
	expect(used()).toEqual([token, other]);
});

test('the requests of one list in the editor use one account', async () => {
	editedAt(0, (index) => ({ body: page(index) }));
	const parameters = { resource: 'message', operation: 'sendPrepared' };
	const setting = { node: 'messagingServiceSms' as const, parameters, credentials };
	await expect(loadList(setting, 'messageId')).rejects.toThrow(edited);
	expect(used()).toEqual([token]);
});

test('the requests of one poll use one account, and the next poll uses the edited credential', async () => {
	const mailings = { status: 'OK', result: [{ message_id: 7 }, { message_id: 8 }] };
	const isList = ({ path }: SentRequest) => path.endsWith('getViberMessages');
	const reply = { id: '1', phone: '380501234567', message: 'Yes' };
	service.answer((request) => {
		if (!isList(request)) return { body: { status: 'OK', result: [reply] } };
		rotate();
		return { body: mailings };
	});
	const parameters = { event: 'viberReply', mailings: 'all', options: {} };
	const { poll, state } = await openTrigger({
		node: 'messagingServiceTrigger',
		parameters,
		credentials,
	});
	await expect(poll()).rejects.toThrow(edited);
	expect(new Set(used())).toEqual(new Set([token]));
	expect(state).toEqual({});
	await poll();
	expect(used().at(-1)).toBe(other);
});
