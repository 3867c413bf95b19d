import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SavedCredential } from '../../../playground/rest';
import { byId } from '../agents/toolDrafts';
import { startWorld, type World } from '../n8n/harness';
import { seeded } from '../operations/step';
import { ended, linksIn, outputOf, publishAsk, respond, saveAccount, start } from './waiting';

const ANNA = '37120000081';
const BORIS = '37120000082';

let world: World;
let account: SavedCredential;

beforeAll(async () => {
	// Its log is at the most talkative level: a reader may have it, too.
	world = await startWorld();
	account = await saveAccount(world);
});

afterAll(async () => await world?.stop());

beforeEach(() => world.sandbox.reset());

/** An execution that waits for one of two people, and the links that they got. */
async function waiting(linkStyle: string, more: Record<string, unknown> = {}) {
	const workflow = await publishAsk(
		world,
		account,
		'messagingServiceSms',
		{
			sender: byId(seeded.alphaname),
			phone: `${ANNA}, ${BORIS}`,
			message: 'Refund 40 EUR?',
			options: { linkStyle },
		},
		more,
	);
	const before = wordsOf(database());
	const id = await start(world, workflow);
	return { id, links: linksIn(world), before };
}

/** The files of n8n's database, with what is not yet merged and what was deleted. */
function database(): string {
	const home = join(dirname(world.n8n.log), '.n8n');
	const files = readdirSync(home).filter((name) => name.startsWith('database.sqlite'));
	return files.map((name) => readFileSync(join(home, name), 'latin1')).join('\n');
}

/** Whatever might be a code. */
const wordsOf = (text: string) => new Set(text.match(/[\w-]{8,}/g));
const codeOf = (link: string) => new URL(link).searchParams.get('r') ?? '';
/** Parts of a code that are long enough to search for the others. */
const partsOf = (code: string) => Array.from({ length: 11 }, (_, at) => code.slice(at, at + 6));

/** The execution as n8n's API returns it. */
async function executionText(id: string): Promise<string> {
	const response = await fetch(`${world.n8n.url}/rest/executions/${id}`, {
		headers: { cookie: world.rest.session },
	});
	return await response.text();
}

/** What the list of executions shows. */
async function listText(): Promise<string> {
	const response = await fetch(`${world.n8n.url}/rest/executions?limit=100`, {
		headers: { cookie: world.rest.session },
	});
	return await response.text();
}

test.each(['signed', 'short'])(
	'who has the data, the database and the log of an execution cannot respond: %s links',
	async (style) => {
		const { id, links, before } = await waiting(style);
		expect(links).toHaveLength(2);
		const data = await executionText(id);
		const read = [data, await listText(), database(), readFileSync(world.n8n.log, 'latin1')];
		expect(data).toContain('codeHash');
		for (const part of links.map(codeOf).flatMap(partsOf)) {
			for (const text of read) expect(text.includes(part)).toBe(false);
		}

		// The reader also has n8n's token of the execution, which n8n takes for a signature.
		const execution = (await world.rest.finished(id)) as unknown as {
			data: { resumeToken?: string };
		};
		const { resumeToken: token = '' } = execution.data;
		expect(token).not.toBe('');
		const base = `${world.n8n.url}/webhook-waiting/${id}`;
		const signatures: Array<[path: string, signature: string, status: number]> = [
			['', token, 404],
			['', `${token}/Ask`, 404],
			['/Ask', token, 401],
			['/Ask', `${token}/Ask`, 401],
			['/Ask', new URL(links[0]).searchParams.get('signature') ?? '', 401],
		];
		const texts = [data, JSON.stringify(execution), database()];
		const found = texts.flatMap((text) => [...wordsOf(text)]);
		const words = [...new Set(found)].filter((one) => !before.has(one));
		expect(words.length).toBeGreaterThan(10);
		const statuses: Record<string, number> = {};
		for (const [path, signature, status] of signatures) {
			for (const code of words) {
				const link = `${base}${path}?${new URLSearchParams({ r: code, signature }).toString()}`;
				const response = await respond(link, 'approve');
				statuses[response.status] = (statuses[response.status] ?? 0) + 1;
				if (response.status !== status) throw new Error(`${response.status} for ${link}`);
				await response.text();
			}
		}
		process.stdout.write(`${style}: ${words.length} words, ${JSON.stringify(statuses)}\n`);
		expect((await world.rest.finished(id)).status).toBe('waiting');

		expect((await respond(links[1], 'decline')).status).toBe(200);
		expect(outputOf(await ended(world, id))).toMatchObject({
			data: { approved: false, responder: BORIS },
		});
	},
);
