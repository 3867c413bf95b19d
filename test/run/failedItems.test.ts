import type { IDataObject } from 'n8n-workflow';
import { itemFields as written } from '../../nodes/shared/api/itemFields';
import { file, itemFields } from '../../scripts/itemFields';
import { schemaOf } from '../../scripts/docs/describe/schema';
import { readFileSync } from 'node:fs';
import { contract } from '../contract';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

/** A failed item tells of itself only: not of the message of a step before. */
const every = new Set(Object.values(written).flatMap((names) => names.split(' ')));
const OTHERS = 'of another message';
/** The items of all other operations, laid over one another, with what a person has of its own. */
const others: IDataObject = {
	...Object.fromEntries([...every].map((name) => [name, OTHERS])),
	order: 'A-17',
};

const operations = [
	...new Map(contract.map((row) => [`${row.node} ${row.resource}:${row.operation}`, row])),
];

test('the list of fields is that of the schemas', async () => {
	expect(readFileSync(file, 'utf8')).toBe(await itemFields());
});

describe.each(operations)('%s', (_, { node, resource, operation, parameters, items = [] }) => {
	const given = items[0]?.json ?? {};
	const run = async (answer: object) => {
		const service = new Service(() => answer);
		const { items: output } = await runNode({
			node,
			parameters: { resource, operation, ...parameters },
			items: [{ ...items[0], json: { ...others, ...given } }],
			onError: 'continueRegularOutput',
		});
		service.close();
		return output[0]?.json;
	};

	test.each([
		['rejected', { status: 400, body: { error: 'No such value' } }],
		['rejected', { body: { error: 'No such value' } }],
	])('an item that is %s tells nothing of another one', async (kind, answer) => {
		const json = await run(answer);
		if (json?.error === undefined) return;
		expect(json.error_kind).toBe(kind);
		expect(json.order).toBe('A-17');
		const { properties = {} } = schemaOf(node, resource, operation);
		const own = [...Object.keys(properties), 'is_sent', 'is_delivered', 'reason', 'status'];
		const told = own.filter((name) => json[name] === OTHERS);
		const ids = JSON.stringify(parameters);
		const isGiven = (name: string) =>
			['phone', 'email'].includes(name) || (/id$/.test(name) && ids.includes(camel(name)));
		expect(told.filter((name) => !isGiven(name))).toEqual([]);
	});
});

const camel = (name: string) =>
	name.replace(/_(\w)/g, (__, letter: string) => letter.toUpperCase());
