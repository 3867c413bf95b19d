import { OTHER_PHONE, PHONE } from '../contract/row';
import { useDuplicateStore } from '../support/duplicateStore';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';
import { asking, sent } from './asking';

const accepted = { body: sent };
const rejected = { status: 400, body: { error: 'Bad sender' } };
let responses: Answer[];
let service: Service;
beforeEach(async () => {
	responses = [];
	service = new Service(() => responses.shift() ?? accepted);
	await useDuplicateStore();
});
afterEach(() => service.close());

const once = { sendOnceKey: '={{ $json.order }}' };
const send = async (phone: string, options = {}, more: Partial<RunSetting> = {}) =>
	await runNode(
		asking(
			{ phone, options: { ...once, ...options } },
			{ mode: 'trigger', items: [{ json: { order: '17' } }], ...more },
		),
	);
const phones = () => service.requests.map(({ query }) => new Map(query).get('phone'));
const both = `${PHONE}, ${OTHER_PHONE}`;

describe('Send Once Per Key of a message that waits', () => {
	test('does not send anybody a second message if only some recipients got the first one', async () => {
		responses = [accepted, rejected];
		await send(both);
		const { error } = await send(both);
		expect(error?.message).toMatch(/Send Once Per Key.* may have been sent before/);
		expect(phones()).toEqual([PHONE, OTHER_PHONE]);
		const again = await send(both, { resendUnknown: true });
		expect(again.execution?.status).toBe('waiting');
	});

	test('sends the rest with Retry On Fail if only some recipients got the message', async () => {
		responses = [accepted, rejected, accepted];
		const retried = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { execution } = await send(both, {}, retried);
		expect(execution?.status).toBe('waiting');
		expect(phones()).toEqual([PHONE, OTHER_PHONE, OTHER_PHONE]);
		expect((await send(both)).items[0].json).toMatchObject({ reason: 'already sent' });
	});

	test('asks recipients of whom only the first was asked before, if the key has all of them', async () => {
		for (const phone of [both, `${PHONE}, 380991112233`]) {
			const { execution } = await send(phone, { sendOnceKey: `17 ${phone}` });
			expect(execution?.status).toBe('waiting');
		}
		expect(phones()).toEqual([PHONE, OTHER_PHONE, PHONE, '380991112233']);
	});

	test('sends the message in the next execution if nobody got it', async () => {
		responses = [rejected];
		await send(both);
		expect((await send(both)).execution?.status).toBe('waiting');
		expect(phones()).toEqual([PHONE, PHONE, OTHER_PHONE]);
	});

	test('reports it as already sent before and after the response, whatever the input says', async () => {
		const items = [{ json: { order: '17', is_sent: false } }];
		const { items: output, execution } = await send(PHONE, {}, { items });
		expect(output[0].json.is_sent).toBe(true);
		const [waiting] = execution?.data.executionData?.nodeExecutionStack ?? [];
		expect(waiting.data.main[0]?.[0].json.is_sent).toBe(true);
	});
});
