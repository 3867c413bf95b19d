import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import type { Operation } from '../../nodes/shared/run/operation';
import { assertFile } from '../../nodes/shared/in/binaryFile';
import { useBinaryMode, type BinaryMode, type InputFile } from '../support/engine/binaryData';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { Service, type Part } from '../support/engine/service';
import { attachment, picture } from '../support/uploads';

/** Every byte there is, so that any decoding on the way would show. */
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
/** More than streams and n8n hand on at a time. */
const LARGE = Buffer.alloc(300 * 1024, BYTES);

let service: Service;
beforeEach(() => {
	service = new Service(() => ({
		body: { status: 'OK', result: { message_id: 1, email_id: 1, count_emails: 1 } },
	}));
});
afterEach(() => service.close());

const fileOf = (wire: string): Part | undefined =>
	service.requests[0]?.parts?.find(({ name }) => name === wire);

const modes: BinaryMode[] = ['default', 'filesystem', 'database'];
describe.each(modes)('files kept in %s mode', (mode) => {
	beforeAll(async () => await useBinaryMode(mode));
	afterAll(async () => await useBinaryMode('default'));

	const kinds: Array<[string, typeof picture, string]> = [
		['a picture', picture, 'image'],
		['an attachment', attachment, 'attachment'],
	];
	test.each(kinds)('%s arrives byte by byte', async (_, setting, wire) => {
		const data = { content: BYTES, fileName: 'a "b" ї.png', mimeType: 'image/png' };
		const { error } = await runNode(setting({ data }));
		if (error) throw error;
		expect(fileOf(wire)).toEqual({
			name: wire,
			value: BYTES.toString('latin1'),
			fileName: 'a "b" ї.png',
			contentType: 'image/png',
		});
	});

	test.each(kinds)('%s of 300 kB arrives whole', async (_, setting, wire) => {
		const data = { content: LARGE, fileName: 'a.png', mimeType: 'image/png' };
		const { error } = await runNode(setting({ data }));
		if (error) throw error;
		expect(fileOf(wire)?.value === LARGE.toString('latin1')).toBe(true);
	});

	test.each(kinds)('%s that is empty is an error, and nothing is sent', async (_, setting) => {
		const data = { content: Buffer.alloc(0), fileName: 'a.png', mimeType: 'image/png' };
		const { error } = await runNode(setting({ data }));
		expect([error?.message, (error as { description?: string }).description]).toEqual([
			expect.stringMatching(/'.+' is "data", which is an empty file/),
			expect.stringContaining(
				'Check the step before this one that reads or downloads the file.',
			),
		]);
		expect(service.requests).toEqual([]);
	});

	test.each<[title: string, file: Partial<InputFile>, name: string]>([
		['no name', {}, 'file'],
		['an empty name', { fileName: '' }, 'file'],
		['an empty name and an extension', { fileName: '', fileExtension: 'pdf' }, 'file.pdf'],
		['no name and an extension', { fileExtension: 'pdf' }, 'file.pdf'],
	])('a file with %s is named', async (_, file, name) => {
		const data = { content: BYTES, mimeType: 'application/pdf', ...file };
		const { error } = await runNode(attachment({ data }));
		if (error) throw error;
		expect(fileOf('attachment')?.fileName).toBe(name);
	});

	test('every item sends its own file', async () => {
		const file = (content: string): InputFile => ({
			content,
			fileName: content,
			mimeType: 'a/b',
		});
		const setting = picture({});
		const { error } = await runNode({
			...setting,
			items: ['one', 'two'].map((name) => ({ json: {}, files: { data: file(name) } })),
		});
		if (error) throw error;
		const sent = service.requests.flatMap(({ parts = [] }) =>
			parts.filter(({ name }) => name === 'image').map(({ value }) => value),
		);
		expect(sent.sort()).toEqual(['one', 'two']);
	});
});

describe('a file that the item lacks sends nothing', () => {
	const content = 'x';
	const mimeType = 'image/png';
	const adviceFor = async (setting: RunSetting) => {
		const { error } = await runNode(setting);
		expect(service.requests).toEqual([]);
		const { description } = error as { description?: string };
		return [error?.message, description?.split(' (')[0]];
	};

	test('and the error names those that it has', async () => {
		const files = { photo: { content, mimeType }, logo: { content, mimeType } };
		expect(await adviceFor(picture(files))).toEqual([
			`'Input Binary Field' is "data", and the item has no binary field of that name`,
			'The item has: photo, logo. Nothing was sent.',
		]);
	});

	test('or says how to get one', async () => {
		expect((await adviceFor(attachment({})))[1]).toBe(
			'Add a step before this one that reads or downloads the file. Nothing was sent.',
		);
	});

	test('a long name is cut', async () => {
		const setting = picture({});
		const binaryPropertyName = 'data'.repeat(50);
		const parameters = { ...setting.parameters, binaryPropertyName };
		const [message] = await adviceFor({ ...setting, parameters });
		expect(message).toContain(`is "${binaryPropertyName.slice(0, 40)}…",`);
	});

	test('no name at all is an empty field', async () => {
		const setting = picture({ data: { content, mimeType } });
		const parameters = { ...setting.parameters, binaryPropertyName: '={{ "" }}' };
		expect(await adviceFor({ ...setting, parameters })).toEqual([
			"'Input Binary Field' is empty",
			'Fill in this field. Nothing was sent.',
		]);
	});
});

describe('whether a file is empty, by what n8n says of it', () => {
	const field = { displayName: 'Input Binary Field' };
	const operation = { file: { field } } as unknown as Operation;
	const asserting = (binary: Partial<IBinaryData>, name = 'data') => {
		const item = { json: {}, binary: { [name]: { mimeType: 'image/png', ...binary } } };
		return () => assertFile(item as unknown as INodeExecutionData, operation, name);
	};

	test.each<Partial<IBinaryData>>([
		{ id: 'filesystem-v2:1', data: 'filesystem-v2', bytes: 0, fileSize: '1 B' },
		{ id: 'filesystem-v2:1', data: 'filesystem-v2', fileSize: '0 B' },
		{ data: '', bytes: undefined },
	])('%j is empty', (binary) => {
		expect(asserting(binary)).toThrow('is "data", which is an empty file');
	});

	test.each<Partial<IBinaryData>>([
		{ id: 'filesystem-v2:1', data: '' },
		{ data: 'eA==' },
		{ data: 'eA==', bytes: 1, fileSize: '1 B' },
	])('%j is not', (binary) => {
		expect(asserting(binary)).not.toThrow();
	});

	test('and cuts a long name', () => {
		const named = asserting({ data: '' }, 'a'.repeat(50));
		expect(named).toThrow(`is "${'a'.repeat(40)}…", which is an empty file`);
	});

	test('is not asked without a file', () => {
		const other = {} as Operation;
		expect(() => assertFile({ json: {} }, other, 'data')).not.toThrow();
	});
});

test.each([
	['data,data_1', `'Attachment' is "data,data_1", but an email has one file`],
	['={{ ["data", "data_1"] }}', `'Attachment' is a list, but an email has one file`],
	['={{ $binary.data }}', `'Attachment' is a file, not the name of a field`],
])('an attachment of %s is an error that says what to enter', async (name, message) => {
	const made = attachment({
		data: { fileName: 'a.txt', mimeType: 'text/plain', content: Buffer.from('a') },
	});
	const options = { attachment: name };
	const { error } = await runNode({ ...made, parameters: { ...made.parameters, options } });
	expect(error?.message).toBe(message);
	expect((error as { description?: string }).description).toMatch(/ e\.g\. data\./);
});
