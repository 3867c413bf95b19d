import { contract } from '.';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import type { ContractRow } from './row';
import { actualRequest, expectedRequest } from './wire';

/** Operations of which n8n cannot declare the request of an item. ARCHITECTURE has the same list. */
const PLANNED: Record<string, string> = {
	'batch:send': 'several items are one request, nested',
	'contact:import': 'several items are one request, with the columns of a list',
	'message:sendAndWait': 'each recipient gets a link of its own, and the execution waits',
	'code:check': 'there is no request',
};

/** Whether a value is read from the service or made, before the request is. */
const isPrepared = ({ operation, parameters }: ContractRow): boolean =>
	/^send(Telegram|WhatsApp)$/.test(operation) && parameters.generateCode !== false;

const rows = contract
	.filter(({ resource, operation }) => !(`${resource}:${operation}` in PLANNED))
	.filter((row) => !isPrepared(row))
	.map((row): [string, ContractRow] => [
		`${row.node} ${row.resource}:${row.operation} ${row.title}`,
		row,
	]);

test('most rows of the contract are declared', () => {
	expect(rows.length).toBeGreaterThan(100);
});

// The values are those of the contract; without our functions, n8n makes one request of one item.
test.each(rows)("n8n's RoutingNode alone sends %s", async (_, row) => {
	const { node, resource, operation, parameters, timezone } = row;
	const service = new Service(() => ({ body: row.sends[0].answer }));
	try {
		const { error } = await runNode({
			node,
			parameters: { resource, operation, ...parameters },
			items: row.items?.slice(0, 1),
			timezone,
			isDeclared: true,
		});
		expect(error).toBeUndefined();
		expect(service.requests.map(actualRequest)).toEqual([expectedRequest(row, row.sends[0])]);
	} finally {
		service.close();
	}
});
