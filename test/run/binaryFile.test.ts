import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../../nodes/shared/run/operation';
import { assertNonEmptyFile } from '../../nodes/shared/in/binaryFile';
import { useBinaryMode, type BinaryMode, type InputFile } from '../support/engine/binaryData';
import { runNode, type RunSetting } from '../support/engine/runNode';
import type { Part } from '../support/engine/service';
import { useService } from '../support/engine/useService';
import { emailWithFile, viberWithImage } from '../support/uploads';
import { descriptionOf } from './sending/observed';

/** All 256 bytes, so that any decoding would change the file. */
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
/** Larger than a chunk of a stream. */
const LARGE = Buffer.alloc(300 * 1024, BYTES);

const service = useService(() => ({
	body: { status: 'OK', result: { message_id: 1, email_id: 1, count_emails: 1 } },
}));
const fileOf = (wire: string): Part | undefined =>
	service.requests[0]?.parts?.find(({ name }) => name === wire);
const mimeType = 'image/png';

describe.each<BinaryMode>(['default', 'filesystem', 'database'])('a file in %s mode', (mode) => {
	beforeAll(async () => await useBinaryMode(mode));
	afterAll(async () => await useBinaryMode('default'));

	const kinds: Array<[string, typeof viberWithImage, string]> = [
		['a picture', viberWithImage, 'image'],
		['an attachment', emailWithFile, 'attachment'],
	];
	test.each(kinds)('is sent unchanged as %s', async (_, setting, wire) => {
		const fileName = 'a "b" ї.png';
		for (const content of [BYTES, LARGE]) {
			service.requests.length = 0;
			const { error } = await runNode(setting({ data: { content, fileName, mimeType } }));
			if (error) throw error;
			const { value, ...file } = fileOf(wire) as Part;
			expect(file).toEqual({ name: wire, fileName, contentType: mimeType });
			expect(value === content.toString('latin1')).toBe(true);
		}
	});

	test.each(kinds)('that is empty is an error as %s, and nothing is sent', async (_, setting) => {
		const data = { content: Buffer.alloc(0), fileName: 'a.png', mimeType };
		const result = await runNode(setting({ data }));
		expect(result.error?.message).toMatch(/'.+' is "data", which is an empty file/);
		const advice = 'Check the earlier step that reads or downloads the file.';
		expect(descriptionOf(result)).toContain(advice);
		expect(service.requests).toEqual([]);
	});

	test.each<[file: Partial<InputFile>, name: string]>([
		[{}, 'file'],
		[{ fileName: '' }, 'file'],
		[{ fileName: '', fileExtension: 'pdf' }, 'file.pdf'],
		[{ fileExtension: 'pdf' }, 'file.pdf'],
	])('without a name (%j) is sent with a default name', async (file, name) => {
		const data = { content: BYTES, mimeType: 'application/pdf', ...file };
		const { error } = await runNode(emailWithFile({ data }));
		if (error) throw error;
		expect(fileOf('attachment')?.fileName).toBe(name);
	});

	test('without a type is sent as any file', async () => {
		const { error } = await runNode(emailWithFile({ data: { content: BYTES, mimeType: '' } }));
		if (error) throw error;
		expect(fileOf('attachment')?.contentType).toBe('application/octet-stream');
	});

	test('is sent with its own item', async () => {
		const file = (content: string): InputFile => ({ content, fileName: content, mimeType });
		const items = ['one', 'two'].map((name) => ({ json: {}, files: { data: file(name) } }));
		const { error } = await runNode({ ...viberWithImage({}), items });
		if (error) throw error;
		const parts = service.requests.flatMap((request) => request.parts ?? []);
		const sent = parts.filter(({ name }) => name === 'image').map(({ value }) => value);
		expect(sent.sort()).toEqual(['one', 'two']);
	});
});

const photo = { content: 'x', mimeType };
const named = (setting: RunSetting, binaryPropertyName: string): RunSetting => ({
	...setting,
	parameters: { ...setting.parameters, binaryPropertyName },
});
const LONG = 'data'.repeat(50);
const ADD = 'Before this step, add a step that reads or downloads the file. Nothing was sent.';
const lacks = (label: string, name: string) =>
	`'${label}' is "${name}", and the item has no binary field of that name`;
test.each<[title: string, setting: RunSetting, message: string, advice: string]>([
	[
		'names the files that the item has',
		viberWithImage({ photo, logo: photo }),
		lacks('Input Binary Field', 'data'),
		'The item has: photo, logo. Nothing was sent.',
	],
	['says how to get one', emailWithFile({}), lacks('Attachment', 'data'), ADD],
	[
		'cuts a long name',
		named(viberWithImage({}), LONG),
		lacks('Input Binary Field', `${LONG.slice(0, 40)}…`),
		ADD,
	],
	[
		'asks for a name',
		named(viberWithImage({ data: photo }), '={{ "" }}'),
		"'Input Binary Field' is empty",
		'Fill in this field. Nothing was sent.',
	],
])('the error of a file that the item lacks %s', async (_, setting, message, advice) => {
	const result = await runNode(setting);
	expect(service.requests).toEqual([]);
	expect(result.error?.message).toBe(message);
	expect(descriptionOf(result).split(' (')[0]).toBe(advice);
});

const EMPTY = 'is "data", which is an empty file';
test.each<[Partial<IBinaryData>, error: string | undefined]>([
	[{ id: 'filesystem-v2:1', data: 'filesystem-v2', bytes: 0, fileSize: '1 B' }, EMPTY],
	[{ id: 'filesystem-v2:1', data: 'filesystem-v2', fileSize: '0 B' }, EMPTY],
	[{ data: '', bytes: undefined }, EMPTY],
	[{ id: 'filesystem-v2:1', data: '' }, undefined],
	[{ data: 'eA==' }, undefined],
	[{ data: 'eA==', bytes: 1, fileSize: '1 B' }, undefined],
])('a file with the data %j is recognized as empty: %s', (binary, error) => {
	const operation = { fileUpload: { field: { displayName: 'Input Binary Field' } } };
	const item = { json: {}, binary: { data: { mimeType, ...binary } } };
	const asserting = () =>
		assertNonEmptyFile(
			item as unknown as INodeExecutionData,
			operation as unknown as Operation,
			'data',
		);
	if (error) expect(asserting).toThrow(error);
	else expect(asserting).not.toThrow();
});

test('an operation without a file does not read one', () => {
	expect(() => assertNonEmptyFile({ json: {} }, {} as Operation, 'data')).not.toThrow();
});

test.each([
	['data,data_1', `'Attachment' is "data,data_1", but an email can have only one file`],
	['={{ ["data", "data_1"] }}', `'Attachment' is a list, but an email can have only one file`],
	['={{ $binary.data }}', `'Attachment' is a file, not the name of a field`],
])('an attachment of %s is an error that says what to enter', async (name, message) => {
	const made = emailWithFile({ data: { ...photo, fileName: 'a.txt' } });
	const parameters = { ...made.parameters, options: { attachment: name } };
	const result = await runNode({ ...made, parameters });
	expect(result.error?.message).toBe(message);
	expect(descriptionOf(result)).toMatch(/ e\.g\. data\./);
});
