import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import rooms from '../../rooms.json';
import { circlesIn } from './importGraph';
import { processStateOf } from './processState';
import { sourceFiles } from './sourceFiles';

const root = join(__dirname, '..', '..');
const PRODUCT = ['nodes', 'credentials'];
const tsFiles = (folder: string) => sourceFiles(folder).filter((file) => file.endsWith('.ts'));

describe.each(Object.entries(rooms))('%s', (folder, order) => {
	test('has a folder for each room of rooms.json, and no other', () => {
		const folders = readdirSync(join(root, folder), { withFileTypes: true })
			.filter((entry) => entry.isDirectory() && entry.name !== 'page')
			.map(({ name }) => name);
		expect(folders.sort()).toEqual([...order].sort());
	});

	test('has its rooms in the picture of ARCHITECTURE.md in the order of rooms.json', () => {
		const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
		const [, picture = ''] = page.split(`\n${folder}/ `);
		const [lines] = picture.split('\n\n');
		expect([...lines.matchAll(/^ {2}(\w+)\/ /gm)].map(([, room]) => room)).toEqual(order);
	});
});

/** Variables that outlive a run, with bound and reason. A new variable needs a test. */
const PROCESS_STATE: Record<string, string> = {
	'credentials/account.ts accountByRequestOptions':
		'Per request options, and gone with them: n8n passes these on to `authenticate`, and no argument of ours.',
	'nodes/MessagingServiceTrigger/state.ts rememberedByTrigger':
		'1,000 triggers: n8n saves no state of a poll that fails or returns no items, and the next one continues there.',
	'nodes/MessagingServiceTrigger/state.ts loggedLines':
		'1,000 lines: a warning that stays true is in the log once, and not at each poll.',
	'nodes/shared/http/concurrency.ts queueByAccount':
		'One per account while a request of it runs or waits: the limit is for all executions.',
	'nodes/shared/http/onAbort.ts callbacksBySignal':
		'Per signal, and gone with it: one listener for all callbacks of a signal.',
	'nodes/shared/node/listSearch.ts accountIdsWithV1Names':
		'1,000 accounts: a picker that knows where the names are does not ask in the other place each time.',
	'nodes/shared/run/ledger.ts ledgerByRun':
		'Per run of a step with Retry On Fail, and gone with it: a later try does not send again what was sent.',
	'nodes/shared/store/inProcess.ts reservationByKey':
		'One per key while its message is sent: executions of one step do not send the same key.',
	'nodes/shared/store/inProcess.ts latestTaskByLock':
		'One per name while its task runs or waits: polls, and reads of the store, do not overlap.',
	'nodes/shared/store/stepStore.ts pendingRemovalsByStep':
		'Per step, until the removal that failed succeeds: hashes that n8n must still forget.',
	'nodes/shared/wait/decisions.ts acceptedResponseByWait':
		'1,000: of two responses to one wait, one is taken while n8n resumes the execution.',
};

describe('a variable that outlives a run', () => {
	test("is listed in this test's table with its bound and its reason", () => {
		const state = PRODUCT.flatMap(tsFiles).flatMap((file) => processStateOf(file));
		expect(state.sort()).toEqual(Object.keys(PROCESS_STATE).sort());
	});

	test.each([
		['let count = 0;', 'count'],
		['export const byKey = new Map<string, number>();', 'byKey'],
		['const byKey = new Map([[1, 2]]); const add = () => byKey.set(2, 3);', 'byKey'],
		['const queue = new Queue(10);', 'queue'],
		['const last = { at: 0 }; const note = () => { last.at++; };', 'last'],
		['class Cache { private static all = {}; }', 'Cache.all'],
		['const table = new Map([[1, 2]]);'],
		['const read = () => { const own = new Map(); own.set(1, 2); };'],
	])('is found by the check: in %s it is %s', (text, ...names) => {
		expect(processStateOf('a.ts', text)).toEqual(names.map((name) => `a.ts ${name}`));
	});
});

test.each([...PRODUCT, 'sandbox', 'playground'])(
	'the files of %s do not import each other in a circle',
	(folder) => {
		const files = tsFiles(folder);
		expect(files).not.toHaveLength(0);
		expect(circlesIn(files.map((file) => join(root, file)))).toEqual([]);
	},
);
