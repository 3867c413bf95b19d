import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { smsParts } from '../../../nodes/shared/values/smsParts';
import { byId } from '../agents/toolDrafts';
import { docsDir, startWorld, type World } from '../n8n/harness';
import { seeded } from '../operations/step';
import { ended, linksIn, outputOf, publishAsk, respond, saveAccount, start } from './waiting';
import { judgeCases } from '../../support/judged';

/** Changed links, the same in every run. */
const settings = { numRuns: Number(process.env.LINKS || 300), seed: 20261122 };
const PHONE = '37120000091';
const QUESTION = 'Refund 40 EUR?';
const question = { sender: byId(seeded.alphaname), phone: PHONE, message: QUESTION };
const styles = ['signed', 'short'] as const;

let world: World;
/** Of each style, an execution that waits: its link is changed, with parts of the other ones. */
const waits: Array<{ id: string; link: string }> = [];
/** In what n8n sends for URLs that it does not know: the editor. */
const EDITOR = '<div id="app">';

beforeAll(async () => {
	world = await startWorld();
	const account = await saveAccount(world);
	for (const linkStyle of [...styles, ...styles]) {
		const workflow = await publishAsk(world, account, 'messagingServiceSms', {
			...question,
			options: { linkStyle },
		});
		const id = await start(world, workflow);
		waits.push({ id, link: linksIn(world).at(-1) ?? '' });
	}
	expect(await (await fetch(world.n8n.url)).text()).toContain(EDITOR);
});

afterAll(async () => await world?.stop());

/** The rest of a link after `/webhook-waiting/`. */
const tailOf = (link: string) => link.slice(link.indexOf('/webhook-waiting/') + 17);

type Change = (tail: string, other: string) => string;

const character = fc.constantFrom(..."0189afAFgzZ-_%&=?+.;,~!*'()[]:@ |é\u0000\u202e");
const at = (position: number, tail: string) => position % Math.max(tail.length, 1);
const encode = (one: string) => `%${one.charCodeAt(0).toString(16).padStart(2, '0')}`;
const splice = (tail: string, from: number, count: number, text: string) =>
	tail.slice(0, from) + text + tail.slice(from + count);

/** Changes that know nothing of a link. */
const ofCharacters = fc
	.tuple(
		fc.constantFrom('replace', 'delete', 'insert', 'swap', 'cut', 'case', 'encode', 'twice'),
		fc.nat(500),
		character,
	)
	.map(
		([kind, position, text]): Change =>
			(tail) => {
				const from = at(position, tail);
				const one = tail[from] ?? '';
				switch (kind) {
					case 'delete':
						return splice(tail, from, 1, '');
					case 'insert':
						return splice(tail, from, 0, text);
					case 'swap':
						return splice(
							tail,
							from,
							2,
							tail
								.slice(from, from + 2)
								.split('')
								.reverse()
								.join(''),
						);
					case 'cut':
						return tail.slice(0, from);
					case 'case':
						return splice(
							tail,
							from,
							1,
							one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
						);
					case 'encode':
						return splice(tail, from, 1, encode(one || ' '));
					case 'twice':
						return splice(tail, from, 1, encode('%') + encode(one || ' ').slice(1));
					default:
						return splice(tail, from, 1, text);
				}
			},
	);

const partsOf = (tail: string) => {
	const [path = '', query = ''] = tail.split('?');
	return { path: path.split('/'), pairs: query.split('&') };
};

/** Changes of whole parameters and of parts of the path, also to those of another execution. */
const ofParts = fc
	.tuple(
		fc.constantFrom(
			'id',
			'step',
			'reverse',
			'drop',
			'double',
			'before',
			'foreign',
			'rename',
			'both',
		),
		fc.nat(1),
		fc.constantFrom(
			'r',
			'R',
			'r[]',
			'r[0]',
			'r[a]',
			'r.',
			'signature',
			'Signature',
			'x',
			'__proto__',
		),
	)
	.map(
		([kind, which, name]): Change =>
			(tail, other) => {
				const { path, pairs } = partsOf(tail);
				const theirs = partsOf(other);
				const index = which % pairs.length;
				const [, value = ''] = pairs[index].split('=');
				const foreign = theirs.pairs[index] ?? '';
				switch (kind) {
					case 'id':
						path[0] = theirs.path[0];
						break;
					case 'step':
						path[1] = path[1] ? '' : 'Ask';
						break;
					case 'reverse':
						pairs.reverse();
						break;
					case 'drop':
						pairs.splice(index, 1);
						break;
					case 'double':
						pairs.push(pairs[index], foreign);
						break;
					case 'before':
						pairs.unshift(foreign);
						break;
					case 'foreign':
						pairs[index] = foreign;
						break;
					case 'rename':
						pairs[index] = `${name}=${value}`;
						break;
					default:
						pairs.push(`${name}=${value}`);
				}
				return `${path.filter(Boolean).join('/')}?${pairs.join('&')}`;
			},
	);

/** What a link proves to n8n, however it is written: two links with the same are one. */
function proof(link: string, style: (typeof styles)[number]): string {
	const { pathname, searchParams } = new URL(link);
	const [signature] = (searchParams.get('signature') ?? '').split('/');
	searchParams.delete('signature');
	// A token is that of the execution, and signs neither path nor parameters.
	if (style === 'short') return JSON.stringify([signature, searchParams.getAll('r')]);
	return JSON.stringify([signature, pathname, [...searchParams].sort()]);
}

/** What n8n and the node may send for a link that is not valid. */
const REJECTED = [400, 401, 404, 410];

/** n8n itself fails for an execution that is no number, and for a signature that is not ASCII. */
function isOdd(link: string): boolean {
	const [id] = tailOf(link).split(/[/?]/);
	const signature = new URL(link).searchParams.get('signature') ?? '';
	return !/^\d+$/.test(id) || /[^ -~]/.test(signature);
}

/** @returns the status of a response by this link. @throws if the link shows or decides anything */
async function rejected(link: string): Promise<number> {
	for (const send of [fetch, async (url: string) => await respond(url, 'approve')]) {
		const page = await send(link);
		const text = await page.text();
		for (const secret of [QUESTION, PHONE, 'Approve', 'Decline']) {
			expect(text).not.toContain(secret);
		}
		if (send === fetch && text.includes(EDITOR)) continue;
		if (![...REJECTED, ...(isOdd(link) ? [500] : [])].includes(page.status))
			throw new Error(`${page.status} for ${link}`);
		if (send !== fetch) return page.status;
	}
	throw new Error(`A response by ${link} shows the editor.`);
}

test('no link that was changed at random decides or shows anything', async () => {
	const changes = fc.array(fc.oneof(ofCharacters, ofParts), { minLength: 1, maxLength: 3 });
	const counts: Record<number, number> = {};
	await judgeCases(
		fc.tuple(fc.nat(1), fc.integer({ min: 1, max: 3 }), changes),
		{ rejected: 1 },
		async ([mine, step, all]) => {
			const { link } = waits[mine];
			const other = tailOf(waits[(mine + step) % waits.length].link);
			const tail = all.reduce((text, change) => change(text, other), tailOf(link));
			const changed = link.replace(tailOf(link), () => tail);
			fc.pre(proof(changed, styles[mine]) !== proof(link, styles[mine]));
			const status = await rejected(changed);
			counts[status] = (counts[status] ?? 0) + 1;
			return 'rejected';
		},
		settings,
	);
	process.stdout.write(`${JSON.stringify(counts)}\n`);
	// The links themselves decide.
	for (const { id, link } of waits) {
		expect((await world.rest.finished(id)).status).toBe('waiting');
		expect((await respond(link, 'approve')).status).toBe(200);
		expect(outputOf(await ended(world, id))).toMatchObject({ data: { approved: true } });
	}
	expect(world.sandbox.messages).toHaveLength(waits.length);
});

const page = readFileSync(join(docsDir, 'send-and-wait.md'), 'utf8');
const row = /^\| (Signed|Short) +\| (not set|`w`) +\| (\d+) characters +\| (\d) +\| (\d)/gm;
const documented = [...page.matchAll(row)].map(([, ...cells]) => cells);

test('a link is as long, and costs as many parts, as docs/send-and-wait.md says', async () => {
	expect(documented).toHaveLength(4);
	const account = await saveAccount(world);
	for (const [style, path, ...figures] of documented) {
		const ask = await publishAsk(
			world,
			account,
			'messagingServiceSms',
			{ ...question, options: { linkStyle: style.toLowerCase() } },
			// As the editor names a step.
			{ id: randomUUID() },
		);
		const id = await start(world, ask);
		const link = (linksIn(world).at(-1) ?? '')
			.replace(world.n8n.url, 'https://n8n.example.com')
			.replace(`/webhook-waiting/${id}`, `/${path === '`w`' ? 'w' : 'webhook-waiting'}/1234`);
		const parts = ['a', 'я'].map((one) => smsParts(`${one.repeat(40)}\n${link}`).parts);
		expect([link.length, ...parts]).toEqual(figures.map(Number));
	}
});
