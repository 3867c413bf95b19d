import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { isLocal, type Resource } from '../../nodes/shared/run/operation';
import { nodeNames } from '../contract/interfaceTable';
import { byId } from '../contract/row';
import { callers } from '../support/engine/callTool';
import { nodeFolder, type NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';

/** The records as api.md has them. */
const viberMailing = {
	message_id: 6001,
	message_type: 'BUTTON',
	message: 'Hello',
	button_caption: 'Open',
	button_link: 'https://example.com',
	image_file: '',
	status: 'SENT',
	d_create: '2026-11-24 10:00:00',
	d_schedule: '2026-11-24 11:00:00',
	cost: '0.50000 EUR',
};
const smsMailing = {
	id: 31,
	name: 'March',
	d_create: 1790000000,
	d_schedule: 1790000100,
	type: 'API',
	parts: '1',
	count_phones: 2,
	status: 'NEW',
	sms_delivered: '0',
	cost: '0.10',
	alphaname: 'Shop',
};

const without = (record: IDataObject, ...names: string[]): IDataObject =>
	Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
const viberFields = without(viberMailing, 'button_caption', 'button_link', 'image_file');
const smsFields = without(smsMailing, 'type', 'parts');

interface Row {
	node: NodeName;
	operation: string;
	fields: INodeParameters;
	record: IDataObject;
	wrap: (records: IDataObject[]) => IDataObject;
	simple: IDataObject;
	whole: IDataObject;
}
const viberRow = {
	node: 'messagingServiceViber' as const,
	record: viberMailing,
	simple: { ...viberFields, is_finished: true },
	whole: { ...viberMailing, is_finished: true },
};
const rows: Row[] = [
	{
		...viberRow,
		operation: 'get',
		fields: { mailingId: byId(6001) },
		wrap: ([result]) => ({ status: 'OK', result }),
	},
	{ ...viberRow, operation: 'getAll', fields: {}, wrap: (result) => ({ status: 'OK', result }) },
	{
		node: 'messagingServiceSms',
		operation: 'getAll',
		fields: {},
		record: smsMailing,
		wrap: (data) => ({ status: 'success', data }),
		simple: { ...smsFields, is_finished: false },
		whole: { ...smsMailing, is_finished: false },
	},
];

const settingOf = ({ node, operation, fields }: Row, more: INodeParameters = {}) => ({
	node,
	parameters: { resource: 'mailing', operation, limit: 1, ...fields, ...more } as INodeParameters,
});

const service = useService();
const answering = ({ wrap }: Row, ...records: IDataObject[]) => {
	service.answer(() => ({ body: wrap(structuredClone(records)) }));
};

async function outputOf(row: Row, more: INodeParameters = {}, records = [row.record]) {
	answering(row, ...records);
	const { items, error } = await runNode(settingOf(row, more));
	if (error) throw error;
	return items.map(({ json }) => json);
}

describe.each(rows)('$node mailing:$operation', (row) => {
	test('returns at most ten fields by default, also of a step saved without Simplify', async () => {
		const output = await outputOf(row);
		expect(output).toEqual([row.simple]);
		expect(Object.keys(output[0]).length).toBeLessThanOrEqual(10);
	});

	test.each([
		[true, true],
		[false, false],
		['={{ false }}', false],
		['={{ "true" }}', true],
	])('with Simplify %p', async (simplify, isSimple) => {
		const [output] = await outputOf(row, { simplify });
		expect(output).toEqual(isSimple ? row.simple : row.whole);
	});

	test('drops unknown fields only with Simplify, and never what tells of a problem', async () => {
		const same = {
			...{ errors: ['March: no money'], log: [{ index: 0 }], reason: 'No money' },
			...{ error_code: 7, error_message: 'Blocked', errorText: 'Spam', rejected: 2 },
		};
		const problems = { ...same, error: 'No money' };
		const more = [{ ...row.record, ...problems, next: 1 }];
		const told = { ...same, error_text: 'No money' };
		expect(await outputOf(row, {}, more)).toEqual([{ ...row.simple, ...told }]);
		expect(await outputOf(row, { simplify: false }, more)).toEqual([
			{ ...row.whole, ...told, next: 1 },
		]);
	});

	test('rejects a Simplify that is neither true nor false', async () => {
		answering(row, row.record);
		const { error } = await runNode(settingOf(row, { simplify: '={{ "some" }}' }));
		expect(error?.message).toBe('\'Simplify\' is "some", which is neither true nor false');
		expect(service.requests).toEqual([]);
	});

	test.each(callers)('is simplified as a tool, for %s', async (_, call) => {
		answering(row, row.record);
		const records = await call(settingOf(row), {});
		expect(records).toEqual([row.simple]);
		const whole = await call(settingOf(row, { simplify: false }), { again: true });
		expect(whole).toEqual([row.whole]);
	});
});

test('an entry of a list that is no mailing stays whole', async () => {
	const entry = { errors: ['March: the content URL is invalid'], mailing: 'March' };
	expect(await outputOf(rows[1], {}, [entry])).toEqual([{ ...entry, is_finished: false }]);
});

/** The operations of a node with Simplify, with the fields that they return by default. */
async function simplifying(node: NodeName) {
	const folder = nodeFolder(node);
	const { resources } = (await import(`${folder}/operations`)) as { resources: Resource[] };
	return resources.flatMap(({ value, operations }) =>
		operations.flatMap((operation) => {
			const { fields } = operation;
			const listed = isLocal(operation) ? undefined : operation.simplified;
			const hasField = fields.some(({ name }) => name === 'simplify');
			if (!hasField && !listed) return [];
			const file = join(folder, '__schema__/v1.0.0', value, `${operation.value}.json`);
			const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
			const inForm = fields.filter(({ type }) => type !== 'collection').at(-1)?.name;
			const properties = Object.keys(schema.properties);
			return [{ does: `${node} ${value}:${operation.value}`, listed, inForm, properties }];
		}),
	);
}

test('the operations with Simplify have it last in the form, and ten fields at most in schema and list', async () => {
	const found = (await Promise.all(nodeNames.map(simplifying))).flat();
	expect(found.map(({ does }) => does).sort()).toEqual([
		'messagingServiceSms mailing:getAll',
		'messagingServiceViber mailing:get',
		'messagingServiceViber mailing:getAll',
	]);
	for (const { listed = [], inForm, properties } of found) {
		expect(inForm).toBe('simplify');
		expect(listed).toEqual(properties);
		expect(listed.length).toBeLessThanOrEqual(10);
	}
});
