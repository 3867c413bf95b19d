import { EventEmitter } from 'node:events';
import type { IDataObject } from 'n8n-workflow';
import { awaitAcceptedResponse, recordFirstResponse } from '../../nodes/shared/wait/decisions';
import type { WebResponse } from '../../nodes/shared/wait/n8nWait';
import { readFormResponse, buildSentItem } from '../../nodes/shared/wait/outcome';
import type { Question } from '../../nodes/shared/wait/page/types';
import { readStoredWait, storeWait } from '../../nodes/shared/wait/state';

const TIME = '2026-11-22T15:17:51.000Z';
let waits = 0;
const newWait = () => `wait ${++waits}`;

/** Returns n8n's response to a request, with this status. */
function page(closed = false) {
	const sending = Object.assign(new EventEmitter(), { statusCode: 200, closed });
	const end = (event: 'finish' | 'close', status: number) => {
		sending.statusCode = status;
		sending.emit(event);
	};
	return { response: sending as unknown as WebResponse, end };
}

test('a wait accepts only one of two responses at the same time', async () => {
	const id = newWait();
	expect(await Promise.all([awaitAcceptedResponse(id), awaitAcceptedResponse(id)])).toEqual([
		undefined,
		undefined,
	]);
	const { response, end } = page();
	expect(recordFirstResponse(id, response, 'Pay', TIME)).toBe(true);
	expect(recordFirstResponse(id, page().response, 'Keep', TIME)).toBe(false);
	end('finish', 200);
	expect(await awaitAcceptedResponse(id)).toMatchObject({
		displayedResponse: 'Pay',
		respondedAt: TIME,
	});
});

test.each([
	['finish', 399],
	['close', 200],
] as const)('a wait keeps a response if its page ends with %s and %i', async (event, status) => {
	const id = newWait();
	const { response, end } = page();
	recordFirstResponse(id, response, 'Pay', TIME);
	end(event, status);
	expect(await awaitAcceptedResponse(id)).toMatchObject({ displayedResponse: 'Pay' });
});

test.each(['finish', 'close'] as const)(
	'a wait accepts another response if n8n ends the page with an error (%s)',
	async (event) => {
		const id = newWait();
		const { response, end } = page();
		recordFirstResponse(id, response, 'Pay', TIME);
		end(event, 400);
		expect(await awaitAcceptedResponse(id)).toBeUndefined();
		expect(recordFirstResponse(id, page(true).response, 'Keep', TIME)).toBe(true);
	},
);

test('a wait keeps a response even if its browser has closed the page', async () => {
	const id = newWait();
	recordFirstResponse(id, page(true).response, 'Pay', TIME);
	expect(await awaitAcceptedResponse(id)).toMatchObject({ displayedResponse: 'Pay' });
});

test('an n8n process remembers the latest 1,000 responses', async () => {
	const ids = Array.from({ length: 1_001 }, newWait);
	for (const id of ids) recordFirstResponse(id, page(true).response, 'Pay', TIME);
	expect(await awaitAcceptedResponse(ids[0])).toBeUndefined();
	for (const id of [ids[1], ids[1_000]]) expect(await awaitAcceptedResponse(id)).toBeDefined();
});

const both: Question = { type: 'approval', approveLabel: 'Pay', declineLabel: 'Keep' };
const approveOnly: Question = { type: 'approval', approveLabel: 'OK' };
const choice: Question = { type: 'choice', choices: ['Red', 'Blue'] };
const freeText: Question = { type: 'freeText', maxLength: 5 };

test.each<[question: Question, sent: unknown, label: string, value: boolean | string]>([
	[both, 'approve', 'Pay', true],
	[both, 'decline', 'Keep', false],
	[choice, '1', 'Blue', 'Blue'],
	[freeText, ' 12345\r\n', '12345', '12345'],
	[freeText, 'a\r\nb\rc', 'a\nb\nc', 'a\nb\nc'],
])('a response to %j is read: %j', (question, sent, label, value) => {
	expect(readFormResponse(question, sent)).toEqual({
		displayedResponse: label,
		outputValue: value,
	});
});

test.each<[problem: string, question: Question, ...sent: unknown[]]>([
	['invalid', both, 'Approve', ['approve'], undefined],
	['invalid', approveOnly, 'decline'],
	['invalid', choice, '2', '', '01', '-1', 'length', '1x', 'x1'],
	['empty', freeText, ' \r\n', '\u200b\u00ad'],
	['tooLong', freeText, '123456'],
])('a response is rejected as %s to %j: %j', (problem, question, ...all) => {
	for (const sent of all)
		expect([sent, readFormResponse(question, sent)]).toEqual([sent, { problem }]);
});

describe('the item that waits', () => {
	const file = { image: { data: '', mimeType: 'image/png' } };
	const earlier = { approved: true, data: 1, error: 'x', is_sent: false };
	const input = { json: { order: 7, ...earlier }, binary: file };

	test('has the input and its files, and no field that could be an approval', () => {
		expect(buildSentItem(input, [{ sms_id: 1, is_sent: true }], false)).toEqual({
			json: { order: 7, sms_id: 1, is_sent: true },
			binary: file,
			pairedItem: { item: 0 },
		});
		const json = { messages: ['Hi'] };
		expect(buildSentItem({ json }, [], false).json).toEqual(json);
		const record = { sms_id: 1, is_sent: true };
		expect(buildSentItem({ json: {} }, [record], false)).not.toHaveProperty('binary');
		expect(buildSentItem({} as never, [record], false).json).toEqual(record);
	});

	test('has no field of the input for an agent', () => {
		expect(buildSentItem(input, [{ sms_id: 1 }, { sms_id: 2 }], true)).toEqual({
			json: { sms_id: 1, messages: [{ sms_id: 1 }, { sms_id: 2 }] },
			pairedItem: { item: 0 },
		});
	});
});

const waitOf = (id: string, ...codes: string[]) => ({
	id,
	recipients: codes.map((codeHash) => ({ codeHash, address: '1' })),
	question: { type: 'freeText', maxLength: 9 } as const,
	texts: {},
	until: null,
});

test('a step that has not waited yet has no stored wait', () => {
	expect(readStoredWait({})).toBeUndefined();
});

test('a stored wait has the hashes of earlier waits as old, but not its own', () => {
	const stored: IDataObject = {};
	const earlier = () => readStoredWait(stored)?.earlierHashes;
	storeWait(stored, waitOf('1', 'a', 'b'));
	expect(earlier()).toEqual([]);
	storeWait(stored, waitOf('2', 'c'));
	expect(earlier()).toEqual(['a', 'b']);
	storeWait(stored, waitOf('2', 'c'));
	expect(earlier()).toEqual(['a', 'b']);
	storeWait(stored, waitOf('3', 'd'));
	expect(earlier()).toEqual(['a', 'b', 'c']);
	expect(readStoredWait(stored)).toMatchObject(waitOf('3', 'd'));
});

test('a stored wait has the latest 500 hashes of earlier waits', () => {
	const stored: IDataObject = {};
	for (let round = 0; round <= 501; round++)
		storeWait(stored, waitOf(`${round}`, `code ${round}`));
	const { earlierHashes = [] } = readStoredWait(stored) ?? {};
	expect(earlierHashes).toHaveLength(500);
	expect([earlierHashes[0], earlierHashes.at(-1)]).toEqual(['code 1', 'code 500']);
});
