import type { INodeExecutionData } from 'n8n-workflow';
import { apiTable } from './apiTable';
import { contract, isFirst, keyOf } from '.';
import type { ContractRow } from './row';
import { token } from '../support/engine/credentials';
import { runNode } from '../support/engine/runNode';
import { Service, type SentRequest } from '../support/engine/service';
import { share } from '../support/thorough';
import { interfaceTable, nodeNames } from './interfaceTable';
import {
	actualRequest,
	apiOf,
	carried,
	expectedRequest,
	operationNames,
	tableViolations,
	type WireRequest,
} from './wire';
import { withoutAdded } from '../support/withoutAdded';

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const byText = (requests: WireRequest[]): WireRequest[] =>
	[...requests].sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

/** Returns the indexes of an output item's input items. */
function pairsOf({ pairedItem }: INodeExecutionData): number[] {
	const pairs = pairedItem === undefined ? [] : [pairedItem].flat();
	return pairs.map((pair) => (typeof pair === 'number' ? pair : pair.item));
}

/**
 * Returns the row with two input items, and the requests and outputs of both. The second message
 * has another recipient, because a message to the same recipient is sent once.
 */
function doubled(row: ContractRow): ContractRow {
	const [item] = row.items ?? [{ json: {} }];
	const other = apiOf(row).effect === 'send' ? toOther(row) : row;
	return {
		...row,
		parameters: other.parameters,
		items: [item, item],
		sends: [...row.sends, ...other.sends],
		output: [...row.output, ...other.output],
		pairs: [0, 1].flatMap((index) => row.output.map(() => [index])),
	};
}

const OTHERS = { phone: '380509998877', email: 'other@example.com' };

/**
 * Returns the requests and the output for another recipient, and a parameter that differs per item.
 */
function toOther(row: ContractRow): Pick<ContractRow, 'parameters' | 'sends' | 'output'> {
	const field = row.parameters.phone === undefined ? 'email' : 'phone';
	const [{ query = {}, form = {} }] = row.sends;
	const sent = { ...query, ...form }[field];
	if (row.parameters[field] === undefined || sent === undefined) return row;
	const entered = String(row.parameters[field]);
	const first = /^=\{\{(.*)\}\}$/.exec(entered)?.[1] ?? JSON.stringify(entered);
	const both = `={{ $itemIndex === 0 ? ${first} : '${OTHERS[field]}' }}`;
	const texts = JSON.stringify([row.sends, row.output]).replaceAll(sent, OTHERS[field]);
	const [sends, output] = JSON.parse(texts) as [ContractRow['sends'], ContractRow['output']];
	return { parameters: { ...row.parameters, [field]: both }, sends, output };
}

/** Reports whether each item has a separate request. */
const isRepeatable = ({ wholeInput }: ContractRow): boolean => wholeInput !== true;

/** Counts the token in a request. */
const tokenCount = ({ url, headers, body }: SentRequest): number =>
	[url, JSON.stringify(headers), body].join('\n').split(token).length - 1;

async function check(row: ContractRow): Promise<void> {
	const expected = row.sends.map((exchange) => expectedRequest(row, exchange));
	// Items run in parallel, so responses are matched by request, not by order.
	const open = row.sends.map((exchange, index) => ({ request: expected[index], exchange }));
	const service = new Service((request) => {
		const wire = actualRequest(request);
		const exact = open.findIndex((one) => same(one.request, wire));
		const [taken] = open.splice(Math.max(exact, 0), 1);
		return { body: taken?.exchange.answer ?? { error: 'more requests than expected' } };
	});
	try {
		const { items, error } = await runNode({
			node: row.node,
			parameters: { resource: row.resource, operation: row.operation, ...row.parameters },
			items: row.items,
			timezone: row.timezone,
			followedBy: row.followedBy,
		});
		if (error && service.requests.length === 0) throw error;
		expect(byText(service.requests.map(actualRequest))).toEqual(byText(expected));
		expect(service.strays).toEqual([]);
		// The JSON object of a batch also contains the token.
		const counts = service.requests.map(({ json }) => (json === undefined ? 1 : 2));
		expect(service.requests.map(tokenCount)).toEqual(counts);
		expect(service.requests.every(({ url }) => url.length <= 8000)).toBe(true);
		if (error) throw error;
		const output = items.map(({ json }) => json);
		expect(withoutAdded(output, row.output)).toEqual(row.output);
		expect(items.map(pairsOf)).toEqual(row.pairs ?? row.output.map(() => [0]));
	} finally {
		service.close();
	}
}

describe.each(nodeNames)('%s', (node) => {
	const own = contract.filter((row) => row.node === node);

	const alone = own.filter((row) => isFirst(row) || !isRepeatable(row));
	test.each(share(own, alone))(
		'$resource:$operation ($title) sends and returns what the API documents',
		check,
	);

	test.each(own.filter(isRepeatable))(
		'$resource:$operation ($title) sends one request for each of two input items',
		async (row) => await check(doubled(row)),
	);
});

describe('the contract', () => {
	const requestsOf = (row: ContractRow): WireRequest[] =>
		row.sends.map((exchange) => expectedRequest(row, exchange));

	test('reaches every operation of the API document', () => {
		const reached = new Set(interfaceTable.map(([, , , api]) => api));
		expect(operationNames.filter((name) => !reached.has(name))).toEqual([]);
	});

	test('sends every parameter of the API document at least once', () => {
		const missing = operationNames.flatMap((name) => {
			const sent = contract
				.filter((row) => apiOf(row) === apiTable[name])
				.flatMap(requestsOf)
				.flatMap(carried);
			return apiTable[name].parameters
				.filter((one) => !sent.some(([n, place]) => n === one.name && place === one.place))
				.map((one) => `${name} ${one.name}`);
		});
		expect(missing).toEqual([]);
	});

	test('sends everything that the API document requires, and nothing that it does not list', () => {
		const violations = contract.flatMap((row) =>
			requestsOf(row).flatMap((request) =>
				tableViolations(apiOf(row), request).map(
					(violation) => `${keyOf(row)} ${row.title} ${violation}`,
				),
			),
		);
		expect(violations).toEqual([]);
	});
});
