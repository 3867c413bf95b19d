import type { INodeParameters } from 'n8n-workflow';
import { importing } from '../batch/settings';
import { byId, PHONE } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	service = new Service(({ path }) => {
		if (path.includes('getSMSMessages')) return { body: { status: 'success', data: [] } };
		if (path.includes('createSms')) return { body: { status: 'ok', message_id: 1 } };
		if (path.includes('import')) return { body: { status: 'OK', result: imported } };
		return path.includes('v1')
			? { body: { sms_id: 1, status: 'NEW', parts: 1, uuid: 'u', success: 'OK' } }
			: { body: { status: 'OK', result: { message_id: 1 } } };
	});
});
afterEach(() => service.close());

const imported = { inserted: 1, updated: 0, invalid: 0, skipped: 2, job: 'a', log: [] };
const run = async (node: NodeName, parameters: INodeParameters, timezone?: string) => {
	const { error, items } = await runNode({ node, parameters, timezone });
	if (error) throw error;
	const [{ query, form }] = service.requests;
	return { items, sent: { ...Object.fromEntries(query), ...Object.fromEntries(form ?? []) } };
};
const sms = { resource: 'message', operation: 'send', phone: PHONE, message: 'Hello' };

describe('a sender of an SMS', () => {
	const given: Array<[unknown, string]> = [
		['MyShop', 'MyShop'],
		['00123', '00123'],
		[' 1363 ', '1363'],
		[1363, '1363'],
		['12345678901234567890', '12345678901234567890'],
	];
	test.each(given)('%j is sent as %j', async (value, sent) => {
		const sender = byId(`={{ ${JSON.stringify(value)} }}`);
		const wire = await run('messagingServiceSms', { ...sms, sender });
		expect(wire.sent).toMatchObject({ alphaname_id: sent });
	});
});

describe("the API's own word", () => {
	test.each(['WEB', 'web', 'Web'])('%s lists mailings created on the website', async (word) => {
		const options = { createdVia: `={{ "${word}" }}` };
		const parameters = { resource: 'mailing', operation: 'getAll', options };
		expect((await run('messagingServiceSms', parameters)).sent).toMatchObject({ type: 'WEB' });
	});
});

test('an image may have a text, which a forwarded SMS has', async () => {
	const image = { contentType: 'image', imageUrl: 'https://example.com/a.png' };
	const parameters = { ...sms, sender: byId(1), ...image, options: { forwardToSms: true } };
	const { sent } = await run('messagingServiceViber', parameters);
	expect(sent).toMatchObject({ type_message: 'IMAGE', message: 'Hello' });
});

test.each(['2090-12-24\u00a018:30', '2090-12-24\u202f18:30', '\u00a02090-12-24 18:30'])(
	'a date may have a no-break space: %j',
	async (time) => {
		const parameters = {
			resource: 'message',
			operation: 'prepare',
			message: 'Hello',
			options: { scheduleTime: `={{ ${JSON.stringify(time)} }}` },
		};
		const { sent } = await run('messagingServiceSms', parameters);
		expect(sent).toMatchObject({ time: '2090-12-24 18:30' });
	},
);

describe('an import', () => {
	test("sends a date as its text in the workflow's time zone", async () => {
		const created = new Date('2026-07-01T10:00:00Z') as unknown as string;
		const setting = importing(1, {}, { items: [{ json: { phone: PHONE, created } }] });
		const { error } = await runNode({ ...setting, timezone: 'Europe/Kyiv' });
		if (error) throw error;
		expect(service.requests[0].query).toContainEqual([
			'data[0][1]',
			'2026-07-01T13:00:00+03:00',
		]);
	});

	test.each([{ a: 1 }, new Date(NaN)])('rejects another object: %p', async (created) => {
		const json = { phone: PHONE, created: created as unknown as string };
		const { error } = await runNode(importing(1, {}, { items: [{ json }] }));
		expect(error?.message).toBe("'Map Automatically: created' is an object, not text");
	});

	test('outputs what the service adds to the totals', async () => {
		const { items } = await runNode(importing(1, {}, { items: [{ json: { phone: PHONE } }] }));
		expect(items.map(({ json }) => json)).toEqual([
			{ inserted: 1, updated: 0, invalid: 0, merged: 0, skipped: 2, job: 'a' },
		]);
	});

	test('adds up the numbers of several requests, and keeps what differs', async () => {
		let job = 0;
		service.close();
		service = new Service(() => ({
			body: { status: 'OK', result: { ...imported, job: ++job > 1 ? 'b' : 'a', by: 'x' } },
		}));
		const items = [{ json: { phone: PHONE } }, { json: { email: 'a@example.com' } }];
		const run = await runNode(importing(1, {}, { items }));
		expect(run.items.map(({ json }) => json)).toEqual([
			{
				inserted: 2,
				updated: 0,
				invalid: 0,
				merged: 0,
				skipped: 4,
				job: ['a', 'b'],
				by: 'x',
			},
		]);
	});
});
