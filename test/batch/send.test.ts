import type { IDataObject } from 'n8n-workflow';
import { isSameContent } from '../../nodes/shared/batch/types';
import { useDuplicateStore } from '../support/duplicateStore';
import { origin, token } from '../support/engine/credentials';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import {
	emailBatch,
	itemsOf,
	jsonOf,
	pairsOf,
	phones,
	shown,
	smsBatch,
	useWorld,
} from './settings';

const world = useWorld();

test.each([
	[{ text: 'a' }, { text: 'a' }, true],
	[{ text: 'a' }, { text: 'b' }, false],
	[{ text: 'a' }, { text: 'a', button_link: 'b' }, false],
	[{ text: 'a', button_link: 'b' }, { text: 'a' }, false],
])('%j and %j are the same content for a bulk mailing: %p', (first, second, isSame) => {
	expect(isSameContent(first, second)).toBe(isSame);
});

const people = (count: number) => itemsOf(phones(count).map((phone) => ({ phone })));
const perRequest = (recipientsPerRequest: number) => ({ options: { recipientsPerRequest } });

describe('Recipients per Request', () => {
	test('splits a batch into requests, each with its items', async () => {
		const { items, error } = await world.run(smsBatch(perRequest(2), { items: people(5) }));
		if (error) throw error;
		expect(items.map(pairsOf)).toEqual([[0, 1], [2, 3], [4]]);
		expect(jsonOf(items)).toEqual(
			['0-1', '2-3', '4'].map((indexes) => ({
				uuid: expect.any(String),
				success: 'OK',
				message_type: 'bulk',
				is_sent: true,
				recipients: indexes.length === 1 ? 1 : 2,
				indexes,
			})),
		);
		expect(new Set(items.map(({ json }) => json.uuid)).size).toBe(3);
		expect(world.sentTo()).toEqual(phones(5));
	});

	test('splits an email batch into requests', async () => {
		const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
		const items = itemsOf(emails.map((email) => ({ email })));
		const result = await world.run(emailBatch(perRequest(2), { items }));
		if (result.error) throw result.error;
		expect(result.items.map(pairsOf)).toEqual([[0, 1], [2]]);
		expect(world.sentTo()).toEqual(emails);
	});
});

describe('One Item per Recipient', () => {
	test('returns items with the UUID of their request, each paired with its own input', async () => {
		const options = { recipientsPerRequest: 2, oneItemPerRecipient: true };
		const { items, error } = await world.run(smsBatch({ options }, { items: people(3) }));
		if (error) throw error;
		const [first, , last] = items.map(({ json }) => json.uuid);
		expect(jsonOf(items)).toEqual(
			phones(3).map((phone, index) => ({
				uuid: index < 2 ? first : last,
				message_type: 'bulk',
				success: 'OK',
				is_sent: true,
				phone,
			})),
		);
		expect(first).not.toBe(last);
		expect(items.map(pairsOf)).toEqual([[0], [1], [2]]);
	});
});

test.each([
	['first', 0, / May have been sent: items 0-1\. Not sent: items 2-5\.$/],
	[
		'second',
		1,
		/ Sent: items 0-1 \(uuid [\w-]{36}\)\. May have been sent: items 2-3\. Not sent: items 4-5\.$/,
	],
	['third', 2, / Sent: items 0-1 \(uuid [\w-]{36}\), items 2-3 \(uuid [\w-]{36}\)\./],
])('the error of the %s request of a batch names sent and unsent items', async (_, skip, text) => {
	world.sandbox.fault({ operation: 'sendBulkSms', kind: '500', skip, times: 1 });
	const { error } = await world.run(smsBatch(perRequest(2), { items: people(6) }));
	expect(shown(error)).toMatch(text);
	expect(world.sentTo()).toEqual(phones(2 * skip));
});

test('the error of a batch with a single request does not list items', async () => {
	world.sandbox.fault({ operation: 'sendBulkSms', kind: '500' });
	const { error } = await world.run(smsBatch({}, { items: people(2) }));
	expect(shown(error)).toMatch(/may have been sent/);
	expect(shown(error)).not.toContain('items');
});

describe('a form of an email batch', () => {
	const credentials = { baseUrl: origin, token, onlySendTo: '*@example.com' };
	let service: Service;
	beforeEach(async () => {
		await useDuplicateStore();
		service = new Service(() => ({ body: { status: 'OK', result: { uuid: 'u-1' } } }));
	});
	afterEach(() => service.close());

	const run = async (parameters: IDataObject, emails: string[]) => {
		const items = itemsOf(emails.map((email) => ({ email })));
		const onError = 'continueRegularOutput' as const;
		const setting = emailBatch(parameters, { items, onError, credentials, mode: 'trigger' });
		const { error, items: output } = await runNode(setting);
		if (error) throw error;
		return jsonOf(output).filter(({ is_sent }) => is_sent === false);
	};
	const others = Array.from({ length: 1_000 }, (_, n) => `person${n}@example.com`);
	const options = { sendOnceKey: '={{ $json.email }}' };

	describe.each([
		['personal', { message: '=Hi {{ $json.email }}' }],
		['bulk', {}],
	])('that is a %s mailing', (_, parameters) => {
		test.each<[title: string, first: string, left: IDataObject]>([
			['is rejected', 'anna', { error_kind: 'invalid' }],
			['is not in Only Send To', 'anna@other.example', { reason: 'not in Only Send To' }],
			['was sent to before', 'sent@example.com', { reason: 'already sent' }],
		])(
			'has at most 900 fields, which PHP reads, if its first recipient %s',
			async (_title, first, left) => {
				await run({ ...parameters, options }, ['sent@example.com']);
				service.requests.length = 0;
				const notSent = await run({ ...parameters, options }, [first, ...others]);
				expect(notSent).toEqual([expect.objectContaining(left)]);
				const fields = service.requests.map(({ form = [] }) => form.length);
				expect(Math.max(...fields)).toBeLessThanOrEqual(900);
				// A personal recipient takes three fields, so a full form may lack two.
				expect(fields[0]).toBeGreaterThan(897);
			},
		);
	});
});
