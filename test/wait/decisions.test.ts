import { EventEmitter } from 'node:events';
import { takenResponse, takeResponse } from '../../nodes/shared/wait/decisions';
import type { WebResponse } from '../../nodes/shared/wait/n8nWait';

const TIME = '2026-11-22T15:17:51.000Z';
let waits = 0;
const newWait = () => `wait ${++waits}`;

/** The page that n8n sends for a response, which ends with this status. */
function page(closed = false) {
	const sending = Object.assign(new EventEmitter(), { statusCode: 200, closed });
	const end = (event: 'finish' | 'close', status: number) => {
		sending.statusCode = status;
		sending.emit(event);
	};
	return { response: sending as unknown as WebResponse, end };
}

test('of two responses that both found none taken, one is taken', async () => {
	const id = newWait();
	expect(await Promise.all([takenResponse(id), takenResponse(id)])).toEqual([
		undefined,
		undefined,
	]);
	const { response, end } = page();
	expect(takeResponse(id, response, 'Pay', TIME)).toBe(true);
	expect(takeResponse(id, page().response, 'Keep', TIME)).toBe(false);
	end('finish', 200);
	expect(await takenResponse(id)).toMatchObject({ label: 'Pay', respondedAt: TIME });
});

test.each([
	['finish', 399],
	['close', 200],
] as const)('a response is kept if its page ends with %s and %i', async (event, status) => {
	const id = newWait();
	const { response, end } = page();
	takeResponse(id, response, 'Pay', TIME);
	end(event, status);
	expect(await takenResponse(id)).toMatchObject({ label: 'Pay' });
});

test.each(['finish', 'close'] as const)(
	'another response may be taken if n8n ends the page with an error (%s)',
	async (event) => {
		const id = newWait();
		const { response, end } = page();
		takeResponse(id, response, 'Pay', TIME);
		end(event, 400);
		expect(await takenResponse(id)).toBeUndefined();
		expect(takeResponse(id, page(true).response, 'Keep', TIME)).toBe(true);
	},
);

test('a response whose page nobody waits for is kept', async () => {
	const id = newWait();
	takeResponse(id, page(true).response, 'Pay', TIME);
	expect(await takenResponse(id)).toMatchObject({ label: 'Pay' });
});

test('the latest 1,000 responses are known', async () => {
	const ids = Array.from({ length: 1_001 }, newWait);
	for (const id of ids) takeResponse(id, page(true).response, 'Pay', TIME);
	expect(await takenResponse(ids[0])).toBeUndefined();
	for (const id of [ids[1], ids[1_000]]) expect(await takenResponse(id)).toBeDefined();
});
