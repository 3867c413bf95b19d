import type { IDataObject } from 'n8n-workflow';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { type Answer, Service } from '../support/engine/service';

const recipients = {
	node: 'messagingServiceEmail',
	parameters: {
		resource: 'mailing',
		operation: 'getRecipients',
		mailingId: '={{ $json.id }}',
		returnAll: true,
	},
	items: [{ json: { id: 1 } }, { json: { id: 2 } }],
} satisfies RunSetting;

const recipient = (email: string, error: string | number | null) => ({
	email,
	status: 'UNDELIVERED',
	error,
});
const shown = (message_id: number, email: string, error_text: string | number | null) => ({
	email,
	status: 'UNDELIVERED',
	error_text,
	message_id,
	is_delivered: false,
});

/** The output of two mailings, of which the second may fail, and the number of requests. */
async function read(answer: (id: string) => Answer, more: Partial<RunSetting>) {
	const service = new Service(({ form = [] }) =>
		answer(form.find(([name]) => name === 'message_id')?.[1] ?? ''),
	);
	try {
		const { items, errorItems, error, runs } = await runNode({ ...recipients, ...more });
		if (error) throw error;
		const json = items.map((item) => item.json);
		return { json, errorItems, runs, requests: service.requests.length };
	} finally {
		service.close();
	}
}
const list = (...result: IDataObject[]): Answer => ({ body: { status: 'OK', result } });

describe('recipients with a field called error', () => {
	test.each(['', 'mailbox full', null, 0])(
		'are read once under Retry On Fail (%p)',
		async (error) => {
			const { json, requests, runs } = await read(
				(id) => list(recipient(`a${id}@example.com`, error)),
				{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			);
			expect(json).toEqual([
				shown(1, 'a1@example.com', error),
				shown(2, 'a2@example.com', error),
			]);
			expect([requests, runs]).toEqual([2, 1]);
		},
	);

	test('leave the error output to the items that failed', async () => {
		const { json, errorItems } = await read(
			(id) =>
				id === '1'
					? list(recipient('a@example.com', 'full'), { error: 'x', message: 'y' })
					: { status: 400, body: { error: 'No such mailing' } },
			{ onError: 'continueErrorOutput' },
		);
		expect(json).toEqual([
			shown(1, 'a@example.com', 'full'),
			{ error_text: 'x', message: 'y', message_id: 1, is_delivered: false },
		]);
		expect(errorItems.map((item) => item.json)).toEqual([
			{ id: 2, error: 'No such mailing', error_kind: 'rejected' },
		]);
	});
});
