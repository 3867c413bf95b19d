import { type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';
import { hideCode } from '../../nodes/shared/run/planItems';

/** The record as it is output after a code was sent. */
const without = async (code: string | undefined, record: IDataObject) =>
	(await hideCode(code, async () => await Promise.resolve([record])))[0];

test.each<[code: string, response: IDataObject, output: IDataObject]>([
	['1234', { text: 'Code 1234. 1234!' }, { text: 'Code ***. ***!' }],
	['1234', { inner: [{ text: '1234' }] }, { inner: [{ text: '***' }] }],
	['1234', { code: 1234 }, { code: '***' }],
	['1234', { idea: 1234, id_2: 1234 }, { idea: '***', id_2: '***' }],
	['1000', { code: 1_000 }, { code: '***' }],
	['01234', { code: 1_234, text: '01234' }, { code: '***', text: '***' }],
])('the code %s is hidden in %j', async (code, response, output) => {
	expect(await without(code, response)).toEqual(output);
});

test.each<[code: string, response: IDataObject]>([
	['1234', { text: '12345, 51234, 512345' }],
	['1234', { sms_id: 1234, ID: 1234, uuid: 1234 }],
	['1234', { code: 1235, other: 12340, none: null }],
	['999', { status: 999 }],
	['007', { parts: 7 }],
])('the code %s does not change %j', async (code, response) => {
	expect(await without(code, response)).toEqual(response);
});

test('nothing changes if no code is hidden', async () => {
	const response = { text: '1234', code: 1_234 };
	expect(await without(undefined, response)).toBe(response);
});

describe('an error about a code', () => {
	const fails = async (message: string, description?: string) => {
		const error = new NodeOperationError({ name: 'Codes' } as INode, message, { description });
		const request = async () => await Promise.reject<IDataObject[]>(error);
		return await hideCode('1234', request).catch((caught: NodeOperationError) => caught);
	};

	test('has it neither in its message nor in its description', async () => {
		expect(await fails('1234 was rejected', 'Check 1234')).toMatchObject({
			message: '*** was rejected',
			description: 'Check ***',
		});
	});

	test('gets no description if it has none', async () => {
		expect(await fails('1234 was rejected')).not.toMatchObject({
			description: expect.anything(),
		});
	});
});
