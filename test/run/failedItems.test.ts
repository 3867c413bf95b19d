import type { IDataObject, OnError } from 'n8n-workflow';
import { itemFields as written } from '../../nodes/shared/api/itemFields';
import { schemaOf } from '../../scripts/docs/describe/schema';
import { contract } from '../contract';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

/** A failed item tells of itself only: not of the message of a step before. */
const every = new Set(Object.values(written).flatMap((names) => names.split(' ')));
const OTHERS = 'of another message';
/** Parameters that have another name than the ID that they are. */
const PARAMETER: Record<string, string> = {
	message_id: 'mailingId',
	id: 'templateId',
	alphaname_id: 'ender',
};
/** The items of all other operations, laid over one another, with what a person has of its own. */
const others: IDataObject = {
	...Object.fromEntries([...every].map((name) => [name, OTHERS])),
	order: 'A-17',
};

const operations = [
	...new Map(contract.map((row) => [`${row.node} ${row.resource}:${row.operation}`, row])),
];

describe.each(operations)('%s', (_, { node, resource, operation, parameters, items = [] }) => {
	const given = items[0]?.json ?? {};
	const run = async (answer: object, onError: OnError) => {
		const service = new Service(() => answer);
		const { items: output, errorItems } = await runNode({
			node,
			parameters: { resource, operation, ...parameters },
			items: [{ ...items[0], json: { ...others, ...given } }],
			onError,
		});
		service.close();
		return [...errorItems, ...output][0]?.json;
	};

	test.each<[object, OnError]>([
		[{ status: 400, body: { error: 'No such value' } }, 'continueRegularOutput'],
		[{ body: { error: 'No such value' } }, 'continueErrorOutput'],
	])(
		'an item that fails by %j tells nothing of another one, with %s',
		async (answer, onError) => {
			const json = await run(answer, onError);
			if (json?.error === undefined) return;
			if (resource !== 'contact') expect(json.error_kind).toBe('rejected');
			expect(json.order).toBe('A-17');
			const { properties = {} } = schemaOf(node, resource, operation);
			const own = Object.keys(properties);
			if (json.is_sent === false)
				own.push('is_delivered', 'reason', 'status', 'sms_id', 'uuid');
			const told = own.filter((name) => json[name] === OTHERS);
			const ids = JSON.stringify(parameters);
			const isGiven = (name: string) =>
				['phone', 'email'].includes(name) ||
				(/id$/.test(name) &&
					[camel(name), PARAMETER[name]].some((one) => ids.includes(one)));
			expect(told.filter((name) => !isGiven(name))).toEqual([]);
		},
	);
});

const camel = (name: string) =>
	name.replace(/_(\w)/g, (__, letter: string) => letter.toUpperCase());
