import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { isLocal, type Resource } from '../../nodes/shared/run/operation';
import { nodeNames } from '../contract/interfaceTable';
import { byId } from '../contract/row';
import { toolCallers } from '../support/engine/callTool';
import { nodeFolder, type NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { jsonsOf } from '../run/sending/observed';

const service = useService();

/** Records of api.md. The fields that Simplify keeps come first. */
const viberKept = {
	...{ message_id: 6001, message_type: 'BUTTON', message: 'Hello', status: 'SENT' },
	...{ d_create: '2026-11-24 10:00:00', d_schedule: '2026-11-24 11:00:00', cost: '0.50000 EUR' },
};
const button = { button_caption: 'Open', button_link: 'https://example.com', image_file: '' };
const smsKept = {
	...{ id: 31, name: 'March', d_create: 1790000000, d_schedule: 1790000100, count_phones: 2 },
	...{ status: 'NEW', sms_delivered: '0', cost: '0.10', alphaname: 'Shop' },
};

interface Row {
	node: NodeName;
	operation: string;
	fields: INodeParameters;
	kept: IDataObject;
	dropped: IDataObject;
	isFinished: boolean;
	wrap: (records: IDataObject[]) => IDataObject;
}
const viber = { kept: viberKept, dropped: button, isFinished: true };
const rows: Row[] = [
	{
		...{ node: 'messagingServiceViber', operation: 'get', fields: { mailingId: byId(6001) } },
		...viber,
		wrap: ([result]) => ({ status: 'OK', result }),
	},
	{
		...{ node: 'messagingServiceViber', operation: 'getAll', fields: {}, ...viber },
		wrap: (result) => ({ status: 'OK', result }),
	},
	{
		...{ node: 'messagingServiceSms', operation: 'getAll', fields: {}, isFinished: false },
		...{ kept: smsKept, dropped: { type: 'API', parts: '1' } },
		wrap: (data) => ({ status: 'success', data }),
	},
];

const settingOf = ({ node, operation, fields }: Row, more: INodeParameters = {}) => ({
	node,
	parameters: { resource: 'mailing', operation, limit: 1, ...fields, ...more } as INodeParameters,
});
const answering = ({ wrap, kept, dropped }: Row, more: IDataObject = {}) =>
	service.answer(() => ({ body: wrap([structuredClone({ ...kept, ...dropped, ...more })]) }));

describe.each(rows)('Simplify of $node mailing:$operation', (row) => {
	const simple = { ...row.kept, is_finished: row.isFinished };
	const whole = { ...simple, ...row.dropped };
	const outputOf = async (more: INodeParameters) => {
		const result = await runNode(settingOf(row, more));
		if (result.error) throw result.error;
		return jsonsOf(result);
	};

	test.each([
		[undefined, true],
		[true, true],
		[false, false],
		['={{ false }}', false],
		['={{ "true" }}', true],
	])('with the value %p returns at most ten fields: %p', async (simplify, isSimple) => {
		answering(row);
		const output = await outputOf(simplify === undefined ? {} : { simplify });
		expect(output).toEqual([isSimple ? simple : whole]);
		expect(Object.keys(simple).length).toBeLessThanOrEqual(10);
	});

	test('drops unknown fields, but keeps every field about a problem', async () => {
		const problems = {
			...{ errors: ['March: no money'], log: [{ index: 0 }], reason: 'No money' },
			...{ error_code: 7, error_message: 'Blocked', errorText: 'Spam', rejected: 2 },
			...{ Warnings: ['Old'], failures: 3, problem: 'Late' },
		};
		const others = { next: 1, logo: 2, no_error: 3 };
		answering(row, { ...problems, error: 'No money', ...others });
		const told = { ...problems, error_text: 'No money' };
		expect(await outputOf({})).toEqual([{ ...simple, ...told }]);
		expect(await outputOf({ simplify: false })).toEqual([{ ...whole, ...told, ...others }]);
	});

	test('rejects a value that is neither true nor false', async () => {
		answering(row);
		const { error } = await runNode(settingOf(row, { simplify: '={{ "some" }}' }));
		expect(error?.message).toBe('\'Simplify\' is "some", which is neither true nor false');
		expect(service.requests).toEqual([]);
	});

	test.each(toolCallers)('applies to a call by %s', async (_, call) => {
		answering(row);
		expect(await call(settingOf(row), {})).toEqual([simple]);
		const more = settingOf(row, { simplify: false });
		expect(await call(more, { again: true })).toEqual([whole]);
	});
});

test('Simplify keeps all fields of a list entry that is not a mailing', async () => {
	const entry = { errors: ['March: the content URL is invalid'], mailing: 'March' };
	service.answer(() => ({ body: { status: 'OK', result: [entry] } }));
	const output = jsonsOf(await runNode(settingOf(rows[1])));
	expect(output).toEqual([{ ...entry, is_finished: false }]);
});

/** Returns the operations with Simplify, with the fields that they return by default. */
async function simplifying(node: NodeName) {
	const folder = nodeFolder(node);
	const { resources } = (await import(`${folder}/operations`)) as { resources: Resource[] };
	return resources.flatMap(({ value, operations }) =>
		operations.flatMap((operation) => {
			const { fields } = operation;
			const listed = isLocal(operation) ? undefined : operation.simplifiedFields;
			if (!fields.some(({ name }) => name === 'simplify') && !listed) return [];
			const file = join(folder, '__schema__/v1.0.0', value, `${operation.value}.json`);
			const schema = JSON.parse(readFileSync(file, 'utf8')) as { properties: object };
			const inForm = fields.filter(({ type }) => type !== 'collection').at(-1)?.name;
			const properties = Object.keys(schema.properties);
			return [{ does: `${node} ${value}:${operation.value}`, listed, inForm, properties }];
		}),
	);
}

test('operations with Simplify have it last in the form, and list the fields of their schema, at most ten', async () => {
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
