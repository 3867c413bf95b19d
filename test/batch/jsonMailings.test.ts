import type { Setting } from '../support/engine/workflow';
import { callers } from '../support/engine/callTool';
import { runNode } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';
import { descriptionOf } from '../run/sending/observed';

let service: Service;
afterEach(() => service.close());

const letter = (name: string) => ({
	name,
	sender_email: 'shop@example.com',
	subject: 'Sale',
	message: 'Hello',
	delivery_list: [`ann@${name}.example`, `bob@${name}.example`],
});
const mailings = ['a', 'b', 'c'].map(letter);

const rejected: Answer = { body: { status: 'error', error: 'No funds' } };
const lost: Answer = { status: 500, body: 'Oops' };
/** Gives the answer to mailing b, and accepts the others. */
const failSecond = (answer: Answer) => {
	service = new Service(({ form = [] }) => {
		const { name } = Object.fromEntries(form);
		return name === 'b' ? answer : { body: { status: 'OK', result: { uuid: `u-${name}` } } };
	});
};

const asJson = (mailingsJson: string, more: Partial<Setting> = {}): Setting => ({
	node: 'messagingServiceEmail',
	parameters: { resource: 'batch', operation: 'send', specifyMailings: 'json', mailingsJson },
	...more,
});
const written = JSON.stringify(mailings);
const chosen = "={{ $fromAI('mailings', '', 'json') }}";
const retrying = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const STOPPED = 'Sent: mailing 0 (uuid u-a). Failed: mailing 1. Not sent: mailing 2.';

describe('of several mailings of an item, each with its own request', () => {
	test('names those that were sent, failed, and were not sent', async () => {
		failSecond(rejected);
		expect(descriptionOf(await runNode(asJson(written)))).toContain(`batch) ${STOPPED}`);
	});

	test('names the one that may have been sent, also after Retry On Fail', async () => {
		failSecond(lost);
		expect(descriptionOf(await runNode(asJson(written, retrying)))).toContain(
			'Sent: mailing 0 (uuid u-a), mailing 2 (uuid u-c). May have been sent: mailing 1.',
		);
	});

	test('keeps the place of a mailing if one before it has no recipient left', async () => {
		failSecond(rejected);
		const [first, ...others] = mailings;
		const json = JSON.stringify([{ ...first, delivery_list: ['nobody'] }, ...others]);
		const onError = 'continueRegularOutput';
		const { items } = await runNode(asJson(json, { onError }));
		expect(items.map(({ json: { error, uuid } }) => error ?? uuid)).toEqual([
			'u-c',
			expect.stringContaining('[0].delivery_list[0]'),
			'No funds. Sent: mailing 2 (uuid u-c). Failed: mailing 1.',
		]);
	});

	test.each([
		['rejected', rejected, 'No funds', 'Failed'],
		['lost', lost, 'Oops. It may have been sent anyway', 'May have been sent'],
	])(
		'names the one that was %s with each way to continue',
		async (_, answer, message, became) => {
			for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
				failSecond(answer);
				const { items, errorItems } = await runNode(asJson(written, { onError }));
				const output = [...items, ...errorItems];
				expect(output.map(({ json: { error, uuid } }) => error ?? uuid)).toEqual([
					'u-a',
					'u-c',
					`${message}. Sent: mailing 0 (uuid u-a), mailing 2 (uuid u-c). ${became}: mailing 1.`,
				]);
				service.close();
			}
		},
	);

	test.each(callers)('tells %s', async (_, call) => {
		failSecond(rejected);
		const told = await call(asJson(chosen), { mailings }).then(
			([{ error }]) => String(error),
			(error: Error) => error.message,
		);
		expect(told).toContain(STOPPED);
		const onError = 'continueRegularOutput';
		const [, , last] = await call(asJson(chosen, { onError }), { mailings });
		expect(last.error).toMatch(/^No funds\. Top up .* Failed: mailing 1\.$/);
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'every input item is paired with what became of a fixed JSON, with %s',
	async (onError) => {
		failSecond(lost);
		const items = [{ json: { a: 0 } }, { json: { a: 1 } }, { json: { a: 2 } }];
		const json = JSON.stringify([letter('b')]);
		const { items: regular, errorItems } = await runNode({
			...asJson(json, { onError }),
			items,
		});
		const output = [...regular, ...errorItems];
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([
			[{ item: 0 }, { item: 1 }, { item: 2 }],
		]);
		expect(service.requests).toHaveLength(1);
	},
);
