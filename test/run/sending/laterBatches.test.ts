import { run, useSandbox, sandbox } from '../../support/sandboxHarness';
import { bulk, emailBatch, itemsOf, type Kind, personal, sms } from './kinds';
import { descriptionOf, pairsOf, sentOf, throwing } from './observed';

useSandbox();

const retrying = { retryOnFail: true, maxTries: 2 };
const refuseSecond = ({ sends }: Pick<Kind, 'sends'>) =>
	sandbox.fault({ kind: 'error200', operation: sends, skip: 1 });

const accepted = (kind: Kind, count = 3) => sentOf(sandbox, kind, count, ({ fault }) => !fault);

describe('a later try of a batch whose first request was sent', () => {
	const alone = { recipientsPerRequest: 1, maxInFlight: 1 };

	test.each([sms, bulk, personal, emailBatch].map((kind) => [kind.title, kind] as const))(
		'sends the other requests, though an expression of the first one throws: %s',
		async (_, kind) => {
			refuseSecond(kind);
			const items = throwing(itemsOf(kind, 3), { 0: (attempt) => attempt > 1 });
			const { error, items: output } = await run(sandbox, {
				...kind.made(alone),
				...retrying,
				items,
			});
			expect(error).toBeUndefined();
			expect(accepted(kind)).toEqual([1, 1, 1]);
			expect(pairsOf(output)).toEqual([[0], [1], [2]]);
		},
	);

	test('names the recipients that were sent to, whatever their expression returns now', async () => {
		refuseSecond(bulk);
		const items = itemsOf(bulk, 3);
		const [{ json }] = items;
		let attempt = 0;
		Object.defineProperty(json, 'value', { get: () => [bulk.value(0), 'nobody'][attempt++] });
		const made = bulk.made({ ...alone, oneItemPerRecipient: true });
		made.parameters.phone = '={{ (() => $json.value)() }}';
		const { error, items: output } = await run(sandbox, { ...made, ...retrying, items });
		expect(error).toBeUndefined();
		expect(output.map((item) => item.json.phone)).toEqual([0, 1, 2].map(bulk.value));
	});

	test('does not split the requests again, though the text is now too long for the URL', async () => {
		refuseSecond(personal);
		let attempt = 0;
		const items = itemsOf(personal, 3);
		Object.defineProperty(items[0].json, 'value', {
			get: () => (attempt++ ? 'x'.repeat(9_000) : 'Hello'),
		});
		const made = personal.made({ ...alone });
		made.parameters.message = '={{ (() => $json.value)() }}';
		const { error } = await run(sandbox, { ...made, ...retrying, items });
		expect(error).toBeUndefined();
		expect(accepted(personal)).toEqual([1, 1, 1]);
	});
});

test.each([true, false])(
	'a later try of a batch resends what may have been sent only with Resend If Unknown: %p',
	async (resendUnknown) => {
		sandbox.fault({ kind: 'cut', operation: bulk.sends, after: true });
		const made = bulk.made({ maxWait: 0, resendUnknown });
		const items = itemsOf(bulk, 2);
		const { error } = await run(sandbox, { ...made, ...retrying, items });
		const times = resendUnknown ? 2 : 1;
		expect(sentOf(sandbox, bulk, 2)).toEqual([times, times]);
		expect(error === undefined).toBe(resendUnknown);
	},
);

test('a later try of a batch is an error if Dry Run is now on, and says what was sent', async () => {
	refuseSecond(emailBatch);
	const dryRun = '={{ (() => $json.turn)() }}';
	const items = itemsOf(emailBatch, 2);
	const turn = { get: () => sandbox.requests.length > 0 };
	for (const { json } of items) Object.defineProperty(json, 'turn', turn);
	const made = emailBatch.made({ recipientsPerRequest: 1, dryRun });
	const result = await run(sandbox, { ...made, ...retrying, items });
	expect(result.error?.message).toBe(
		"'Dry Run' has changed since an earlier try of Retry On Fail",
	);
	expect(descriptionOf(result)).toMatch(
		/Sent by an earlier try: item 0 \(uuid [\w-]+\)\. Nothing else was sent\.$/,
	);
	expect(accepted(emailBatch, 2)).toEqual([1, 0]);
});
