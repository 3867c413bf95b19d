import { useBinaryMode } from './engine/binaryData';
import type { BinaryMode, InputFile } from './engine/binaryData';
import { runNode } from './engine/runNode';
import { Service } from './engine/service';
import type { Part } from './engine/service';
import { attachment, picture } from './uploads';

/** Every byte there is, so that any decoding on the way would show. */
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const LARGE = Buffer.alloc(3 * 1024 * 1024, BYTES);

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

	test.each(kinds)('%s of 3 MB arrives whole', async (_, setting, wire) => {
		const data = { content: LARGE, fileName: 'a.png', mimeType: 'image/png' };
		const { error } = await runNode(setting({ data }));
		if (error) throw error;
		expect(fileOf(wire)?.value === LARGE.toString('latin1')).toBe(true);
	});

	test.each(kinds)('%s without a file name gets one', async (_, setting, wire) => {
		const data = { content: BYTES, mimeType: 'image/png' };
		const { error } = await runNode(setting({ data }));
		if (error) throw error;
		expect(fileOf(wire)?.fileName).toBeTruthy();
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
