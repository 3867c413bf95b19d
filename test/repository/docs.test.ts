import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join, dirname, relative, resolve } from 'node:path';
import { type IDataObject, type INode, NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { deliveryResultOf } from '../../nodes/shared/api/statusWords';
import { infoByLeftOutReason } from '../../nodes/shared/out/reasons';
import { WEBHOOK_HEADER } from '../../playground/examples';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialsOf } from '../../scripts/docs/examples/run';
import { nameOf } from '../reference/readReference';
import { loadNode, nodeTypeName, type NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';

const outputFields = new Set<string>();
function addFields({ properties = {}, items }: { properties?: object; items?: object }): void {
	for (const [name, property] of Object.entries(properties)) {
		outputFields.add(name);
		addFields(property as object);
	}
	if (items) addFields(items);
}
const root = join(__dirname, '..', '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
for (const file of readdirSync(join(root, 'nodes'), { recursive: true }).map(String)) {
	if (!file.includes('__schema__') || !file.endsWith('.json')) continue;
	addFields(JSON.parse(read(join('nodes', file))) as object);
}
for (const [, name] of read('docs/reference/items.md').matchAll(/`([a-z_]+)`/g))
	outputFields.add(name);

/**
 * Returns the fields that expressions of a text read and no operation returns. Fields of the
 * package contain a `_`.
 */
const unknownFields = (text: string, own: string[] = []): string[] =>
	[...text.matchAll(/json\??\.([a-z]+(?:_[a-z]+)+)\b/g)]
		.map(([, name]) => name)
		.filter((name) => !outputFields.has(name) && !own.includes(name));

describe('examples', () => {
	interface Example {
		name: string;
		nodes: INode[];
		connections: object;
	}
	const files = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
	const textOf = (file: string) => read(join('examples', file));
	const readExample = (file: string) => JSON.parse(textOf(file)) as Example;
	const ours = nodeTypeName('' as NodeName);
	const placeholder = { messagingServiceApi: { id: null, name: 'Messaging Service account' } };
	const headerAuth = { httpHeaderAuth: { id: null, name: 'Header Auth account' } };
	const model = { openAiApi: { id: null, name: 'OpenAI account' } };

	const SENDS = [
		...['message:send', 'message:sendAndWait', 'mailing:confirm', 'batch:send'],
		...['code:sendTelegram', 'code:sendWhatsApp', 'code:sendSms'],
	];

	const sendsOf = (nodes: INode[]) =>
		nodes.filter(
			({ type, parameters: { resource, operation } }) =>
				type.startsWith(ours) && SENDS.includes(`${String(resource)}:${String(operation)}`),
		);

	/** Size of a node, in pixels. */
	const STEP = 96;

	describe.each(files)('%s', (file) => {
		const text = textOf(file);
		const { name, nodes, connections } = readExample(file);
		const own = nodes.filter(({ type }) => type.startsWith(ours));

		test('has a name, and a note that explains what it does and what to set', () => {
			expect(name).toBeTruthy();
			const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
			const said = notes.map(({ parameters }) => String(parameters.content)).join('\n');
			expect(said).toMatch(/^## /);
			expect(said).toMatch(/set it up/i);
			expect(said).toMatch(/credential/);
			expect(said).toMatch(/^\*\*n8n:\*\* \S/m);
			// n8n runs no workflow in which a credential is missing.
			const steps = said.match(/^\d\. .*/gm) ?? [];
			const run = steps.findIndex((step) => step.includes('Run *'));
			const later = steps.slice(run < 0 ? steps.length : run);
			expect(later.filter((step) => /credential\b/.test(step))).toEqual([]);
		});

		test('reads only its own steps, and output fields that exist', () => {
			const names = nodes.map((node) => node.name);
			const steps = [...text.matchAll(/\$\('([^']+)'\)/g)].map(([, step]) => step);
			expect(steps.filter((step) => !names.includes(step))).toEqual([]);
			const own = [...text.matchAll(/"(?:name|fieldLabel)": "([^"]+)"/g)].map(
				([, one]) => one,
			);
			expect(unknownFields(text, own)).toEqual([]);
		});

		test('has no note that covers a step', () => {
			const isNote = ({ type }: INode) => type === 'n8n-nodes-base.stickyNote';
			const steps = nodes.filter((node) => !isNote(node));
			const covered = nodes
				.filter(isNote)
				.flatMap(({ position: [left, top], parameters }) => {
					const right = left + Number(parameters.width);
					const bottom = top + Number(parameters.height);
					return steps.filter(({ position: [x, y] }) => {
						const isBeside = x >= right || x + STEP <= left;
						return !isBeside && y < bottom && y + STEP > top;
					});
				});
			expect(covered.map((node) => node.name)).toEqual([]);
		});

		test('contains no real credential', () => {
			expect(own).not.toHaveLength(0);
			expect(own.map(({ credentials }) => credentials)).toEqual(own.map(() => placeholder));
			const all = nodes.flatMap(({ credentials = {} }) => Object.entries(credentials));
			const known = Object.entries({ ...placeholder, ...headerAuth, ...model });
			for (const one of all) expect(known).toContainEqual(one);
		});

		test('connects only its nodes, each with a unique ID', () => {
			const names = nodes.map((node) => node.name);
			expect(Object.keys(connections).filter((one) => !names.includes(one))).toEqual([]);
			expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
			expect(new Set(names).size).toBe(names.length);
		});
	});

	const webhooks = files.flatMap((file) =>
		readExample(file)
			.nodes.filter(({ type }) => type === 'n8n-nodes-base.webhook')
			.map((webhook) => ({ title: `${file} ${webhook.name}`, file, ...webhook })),
	);

	test.each(webhooks)(
		'$title lets nobody call its webhooks without the header that its note names',
		({ name, parameters, credentials, file }) => {
			expect(parameters.authentication).toBe('headerAuth');
			expect(credentials).toEqual(headerAuth);
			expect(textOf(file)).toContain(`*${name}* accepts only calls with a secret header`);
			const credential = `**Header Auth** credential with the name \`${WEBHOOK_HEADER}\``;
			expect(textOf(file)).toContain(credential);
		},
	);

	const hasForm = ({ nodes }: Example) =>
		nodes.some(({ type }) => type === 'n8n-nodes-base.formTrigger');
	const withForm = files.filter((file) => {
		const example = readExample(file);
		return hasForm(example) && sendsOf(example.nodes).length > 0;
	});

	test.each(withForm)('%s says that anybody can trigger a message, and shows a limit', (file) => {
		const text = textOf(file);
		expect(text).toMatch(
			/anybody (can trigger|who has this URL can trigger) an? (message|SMS|mailing)/i,
		);
		// A form for colleagues may ask for a password.
		if (!text.includes('share the'))
			return expect(text).toContain('**Authentication** of the form');
		for (const { parameters } of sendsOf(readExample(file).nodes)) {
			expect((parameters.options as IDataObject).sendOnceKey).toMatch(/Phone.*HH/);
		}
	});
});

describe('the pages for users', () => {
	const PHONE = '37120000001';
	const MINUTE = 60_000;

	const readPage = (page: string): string => read(join('docs', page));
	const jsonOf = (page: string): unknown[] => {
		const text = readPage(page);
		return [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => JSON.parse(json));
	};

	let sandbox: Sandbox;
	afterEach(async () => await sandbox.close());

	interface Pasted {
		nodes: Array<{ type: string; parameters: INodeParameters }>;
	}

	test('forward a Viber message by SMS after 15 minutes in the step of docs/statuses.md', async () => {
		sandbox = await startSandbox({ clock: 'manual', undeliverable: [PHONE] });
		const [{ type, parameters }] = (jsonOf('statuses.md')[0] as Pasted).nodes;
		const items = [{ json: { phone: PHONE, name: 'Anna' } }];
		const credentials = credentialsOf(sandbox);
		const { error } = await runNode({ node: nameOf(type), parameters, credentials, items });
		expect(error).toBeUndefined();
		const sent = () => sandbox.messages.map(({ channel, text }) => [channel, text]);
		const text = 'Hello Anna, your order is ready';
		sandbox.advance(14 * MINUTE);
		expect(sent()).toEqual([['viber', text]]);
		sandbox.advance(2 * MINUTE);
		expect(sent().sort()).toEqual([
			['sms', text],
			['viber', text],
		]);
		expect(sandbox.messages.find(({ channel }) => channel === 'sms')?.sender).toBe('Shop');
	});

	const RECIPES = ['recipes.md', 'recipes-replies.md'];
	const recipes = RECIPES.flatMap(jsonOf).flatMap((one) => (one as { nodes: INode[] }).nodes);
	const ours = recipes.filter(({ type }) => type.startsWith('n8n-nodes-messaging-service.'));

	test.each(ours)('have recipes whose steps have parameters that exist: $name', async (node) => {
		const { description } = await loadNode(nameOf(node.type));
		const { pollTimes: _, ...used } = node.parameters;
		const args = [description.properties, used, true, false, node, description] as const;
		expect(NodeHelpers.getNodeParameters(...args)).toMatchObject(used);
		const issues = NodeHelpers.getNodeParametersIssues(
			description.properties,
			node,
			description,
		);
		expect(issues?.parameters).toBeUndefined();
	});

	test.each(readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')))(
		'have expressions that read output fields that exist: docs/%s',
		(page) => expect(unknownFields(readPage(page))).toEqual([]),
	);

	test('have an example or steps to paste for each recipe', () => {
		const parts = RECIPES.flatMap((page) => readPage(page).split(/^## /m).slice(1));
		const found = parts.filter((part) => !part.startsWith('What may surprise you in n8n'));
		expect(found.length).toBeGreaterThanOrEqual(14);
		expect(found.filter((part) => !/\.\.\/examples\/|```json/.test(part))).toEqual([]);
	});

	test('explain in docs/errors.md every reason why nothing is sent', () => {
		const page = readPage('errors.md');
		const missing = Object.keys(infoByLeftOutReason).filter(
			(reason) => !page.includes(`\`${reason}\``),
		);
		expect(missing).toEqual([]);
	});

	test('explain in docs/statuses.md every status of the nodes', () => {
		const rows = readPage('statuses.md').matchAll(
			/^\| `(true|false|null)` +\| [^|]+\| ([^|]+)\|/gm,
		);
		const shown = [...rows].flatMap(([, meaning, words]) =>
			words
				.replace(', and any other', '')
				.split(', ')
				.map((word): [string, unknown] => [word.trim(), JSON.parse(meaning)]),
		);
		expect(shown.map(([word]) => [word, deliveryResultOf(word)])).toEqual(shown);
		const source = read('nodes/shared/api/statusWords.ts');
		const lists = [...source.matchAll(/toStatusEntries\(\s*'([^']+)'/g)].flatMap(([, list]) =>
			list.split(', '),
		);
		expect(shown.map(([word]) => word).sort()).toEqual(lists.sort());
	});
});

describe('the documentation', () => {
	const REPOSITORY = 'https://github.com/messaging-service/n8n-nodes-messaging-service';
	/** Folders with pages of this project. */
	const FOLDERS = [
		'.',
		'docs',
		'docs/reference',
		'docs/development',
		'docs/adr',
		'playground',
		'sandbox',
	];

	const filesIn = (folder: string, ending: RegExp): string[] =>
		readdirSync(join(root, folder))
			.filter((name) => ending.test(name))
			.map((name) => join(folder, name));
	const pages = FOLDERS.flatMap((folder) => filesIn(folder, /\.md$/));

	/**
	 * Returns the text without code blocks, in which brackets are no links and `#` is no heading.
	 */
	const prose = (page: string): string => read(page).replace(/^ *(```|~~~).*?^ *\1/gms, '');

	/** Returns the anchors that GitHub gives the headings of a page. */
	function anchorsOf(page: string): Set<string> {
		const anchors = new Set<string>();
		const count = new Map<string, number>();
		for (const [, heading] of prose(page).matchAll(/^#{1,6} +(.+?) *#*$/gm)) {
			const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
			const slug = text.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '').replace(/ /g, '-');
			const before = count.get(slug) ?? 0;
			count.set(slug, before + 1);
			anchors.add(before === 0 ? slug : `${slug}-${before}`);
		}
		return anchors;
	}

	/** Returns the links and images of a page. Links to this repository are relative. */
	function linksOf(page: string): string[] {
		const text = prose(page).replace(/`[^`\n]*`/g, '``');
		const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)];
		const named = [...text.matchAll(/^\[[^\]]+\]: *(\S+)/gm)];
		return [...inline, ...named].map(([, target]) => target);
	}

	/**
	 * Returns the problem of a link; undefined if there is none, or if the link leads to another
	 * site.
	 */
	function problemWith(target: string, from: string): string | undefined {
		const ours = target.startsWith(`${REPOSITORY}#`)
			? target.replace(REPOSITORY, 'README.md')
			: target.replace(`${REPOSITORY}/blob/main/`, '');
		if (/^(https?|mailto):/.test(ours)) return undefined;
		const base = ours === target ? dirname(from) : '.';
		const [path, anchor] = ours.split('#');
		const file = path === '' ? from : relative(root, resolve(root, base, decodeURI(path)));
		if (file.startsWith('..')) return `${target} leads out of the project`;
		if (!existsSync(join(root, file))) return `${target} does not exist`;
		if (anchor === undefined) return undefined;
		return anchorsOf(file).has(anchor) ? undefined : `${target} has no such heading`;
	}

	test.each(pages)('has no broken link or anchor in %s', (page) => {
		const problems = linksOf(page).map((target) => problemWith(target, page));
		expect(problems.filter((one) => one !== undefined)).toEqual([]);
	});

	test('has no page that cannot be reached from the README', () => {
		const known = new Set(['README.md']);
		for (const page of known) {
			for (const target of linksOf(page)) {
				const file = relative(root, resolve(root, dirname(page), target.split('#')[0]));
				if (pages.includes(file)) known.add(file);
			}
		}
		expect(pages.filter((page) => page.startsWith('docs') && !known.has(page))).toEqual([]);
	});

	test('has no image that is not on a page', () => {
		const shown = new Set(
			pages.flatMap((page) => linksOf(page).map((target) => join(dirname(page), target))),
		);
		expect(filesIn('docs', /\.(png|svg)$/).filter((image) => !shown.has(image))).toEqual([]);
	});

	test('has the headings that nodes and the credential link to', () => {
		const sources = readdirSync(join(root, 'nodes')).flatMap((node) =>
			filesIn(join('nodes', node), /\.node\.(json|ts)$/),
		);
		const links = [...sources, ...filesIn('credentials', /\.ts$/)].flatMap((file) =>
			[...read(file).matchAll(/["'](https:[^"']+)["']/g)]
				.map(([, url]) => url)
				.filter((url) => url.startsWith(REPOSITORY)),
		);
		expect(links.length).toBeGreaterThan(14);
		const problems = links.map((link) => problemWith(link, '.'));
		expect(problems.filter((one) => one !== undefined)).toEqual([]);
	});

	test.each([
		['README.md', 150],
		['CONTRIBUTING.md', 150],
		['CHANGELOG.md', 60],
	])('is short: %s has at most %i lines', (page, most) => {
		const lines = read(page).trimEnd().split('\n');
		expect(lines.length).toBeLessThanOrEqual(most);
	});

	/** Counts words as `wc -w` does, including tables. */
	const wordsOf = (page: string) => read(page).match(/\S+/g)?.length ?? 0;
	const isGenerated = (page: string) => read(page).includes('Written by `npm run docs`');
	const forUsers = pages.filter(
		(page) => /^(README|docs\/[^/]+)\.md$/.test(page) && !isGenerated(page),
	);

	test.each(forUsers)('can be read in five minutes: %s has at most 1,200 words', (page) => {
		expect(wordsOf(page)).toBeLessThanOrEqual(1_200);
	});

	test('lists every example on the page of the examples', () => {
		const listed = linksOf('docs/examples.md').filter((target) => target.endsWith('.json'));
		const files = filesIn('examples', /\.json$/).sort();
		expect([...new Set(listed.map((target) => join('docs', target)))].sort()).toEqual(files);
	});
});

describe('the documentation of guarantees', () => {
	test('links each promise of docs/reliability.md to a test that exists', () => {
		const [promises] = read('docs/reliability.md').split('## What cannot be promised');
		const lines = promises.split('\n').filter((line) => line.startsWith('- '));
		expect(lines.length).toBeGreaterThanOrEqual(30);
		const isHeld = (line: string) => {
			const [, path] = /\(\[test\]\(\.\.\/(test\/[^)]+\.test\.ts)\)\)$/.exec(line) ?? [];
			return path !== undefined && existsSync(join(root, path));
		};
		expect(lines.filter((line) => !isHeld(line))).toEqual([]);
	});

	test('lists for reviewers exactly the functions that depend on internals of n8n', () => {
		const sources = ['http/n8nInternals.ts', 'wait/n8nWait.ts'];
		const functions = sources.flatMap((file) => {
			const source = read(`nodes/shared/${file}`);
			const exported = source.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm);
			return [...exported].map(([, name]) => name);
		});
		const [, lists] = read('docs/development/for-reviewers.md').split('## What of n8n');
		const listed = [...lists.matchAll(/^- (`\w+`(?:, `\w+`)*): /gm)].flatMap(([, names]) =>
			names.replace(/`/g, '').split(', '),
		);
		expect(listed.sort()).toEqual(functions.sort());
	});
});
