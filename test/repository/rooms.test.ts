import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lintTexts } from './lintTexts';

const root = join(__dirname, '..', '..');

type Import = [file: string, specifier: string];

/** From top to bottom. */
const folders: Array<[folder: string, rooms: string[]]> = [
	[
		'nodes/shared',
		[
			'node',
			'batch',
			'wait',
			'run',
			'describe',
			'store',
			'http',
			'response',
			'errors',
			'values',
			'api',
		],
	],
	['nodes/MessagingServiceTrigger', ['poll', 'changes', 'account', 'state']],
	['sandbox', ['server', 'operations', 'service', 'account', 'wire']],
];

const within = (folder: string, room: string, to: string): Import => [
	`${folder}/${room}/a.ts`,
	`../${to}/b`,
];

const sms = 'nodes/MessagingServiceSms';
const trigger = 'nodes/MessagingServiceTrigger';

const needed: Import[] = [
	[`${sms}/MessagingServiceSms.node.ts`, './operations'],
	[`${sms}/operations/index.ts`, './message/send'],
	[`${sms}/operations/message/send.ts`, '../../fields'],
	[`${sms}/operations/message/send.ts`, '../../../shared/describe/field'],
	['nodes/MessagingServiceContacts/operations/contact/import.ts', '../../import/planImport'],
	[`${trigger}/MessagingServiceTrigger.node.ts`, './poll/poll'],
	[`${trigger}/account/client.ts`, '../settings'],
	[`${trigger}/settings.ts`, './state/fingerprint'],
	['nodes/shared/http/service.ts', '../../../credentials/baseUrl'],
	['nodes/shared/api/endpoint.ts', 'n8n-workflow'],
	['sandbox/index.ts', './server/api'],
];

const apart: Import[] = [
	[`${sms}/MessagingServiceSms.node.ts`, '../MessagingServiceViber/fields'],
	[`${sms}/fields.ts`, '../MessagingServiceViber/fields'],
	[`${sms}/fields.ts`, './operations'],
	[`${sms}/fields.ts`, './operations/message/send'],
	[`${sms}/operations/message/send.ts`, '../../MessagingServiceSms.node'],
	[`${sms}/operations/message/send.ts`, '../../../MessagingServiceViber/operations'],
	['nodes/MessagingServiceContacts/import/planImport.ts', '../operations'],
	['nodes/shared/describe/fields.ts', '../../MessagingServiceSms/fields'],
	['nodes/shared/http/attempt.ts', '../../../sandbox/wire/refusal'],
	['nodes/shared/http/attempt.ts', '../../../test/support/listen'],
	[`${trigger}/settings.ts`, './account/client'],
	[`${trigger}/state/state.ts`, '../settings'],
	['credentials/baseUrl.ts', '../nodes/shared/values/urls'],
	['sandbox/index.ts', '../credentials/baseUrl'],
	['sandbox/wire/formats.ts', '../../nodes/shared/values/formats'],
];

function lint(imports: Import[]): (one: Import) => boolean {
	const reports = lintTexts(imports.map(([file, from]) => [file, `import '${from}';\n`]));
	const isAllowed = (index: number) =>
		!reports[index].some((report) => report.startsWith('no-restricted-imports'));
	const known = new Map(imports.map((one, index) => [one.join(' '), isAllowed(index)]));
	return (one) => known.get(one.join(' ')) === true;
}

let isAllowed: (one: Import) => boolean;
beforeAll(() => {
	const inRooms = folders.flatMap(([folder, rooms]) =>
		rooms.flatMap((room) => rooms.map((to) => within(folder, room, to))),
	);
	isAllowed = lint([...inRooms, ...needed, ...apart]);
});

describe.each(folders)('in %s', (folder, rooms) => {
	test.each(rooms)('%s imports only from itself and the rooms below it', (room) => {
		const reachable = rooms.filter((to) => isAllowed(within(folder, room, to)));
		expect(reachable).toEqual(rooms.slice(rooms.indexOf(room)));
	});

	test('every folder with code is a room', () => {
		const there = readdirSync(join(root, folder), { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && entry.name !== 'page')
			.map(({ name }) => name);
		expect(there.sort()).toEqual([...rooms].sort());
	});
});

test('imports that a folder needs pass the lint', () => {
	expect(needed.filter((one) => !isAllowed(one))).toEqual([]);
});

test('imports between folders that are apart fail the lint', () => {
	expect(apart.filter(isAllowed)).toEqual([]);
});
