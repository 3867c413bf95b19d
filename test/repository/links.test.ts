import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '..', '..');
const REPOSITORY = 'https://github.com/messaging-service/n8n-nodes-messaging-service';
/** Folders of pages. Those of installed packages and of builds are not ours. */
const FOLDERS = ['.', 'docs', 'docs/development', 'docs/adr', 'playground', 'sandbox'];

const filesIn = (folder: string, ending: RegExp): string[] =>
	readdirSync(join(root, folder))
		.filter((name) => ending.test(name))
		.map((name) => join(folder, name));
const pages = FOLDERS.flatMap((folder) => filesIn(folder, /\.md$/));

/** The text without code, in which brackets are no links and `#` is no heading. */
const prose = (page: string): string =>
	readFileSync(join(root, page), 'utf8').replace(/^ *(```|~~~).*?^ *\1/gms, '');

/** The anchors that GitHub gives the headings of a page. */
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

/** The links and images of a page; those to a page of this repository as relative ones. */
function linksOf(page: string): string[] {
	const text = prose(page).replace(/`[^`\n]*`/g, '``');
	const inline = [...text.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)];
	const named = [...text.matchAll(/^\[[^\]]+\]: *(\S+)/gm)];
	return [...inline, ...named].map(([, target]) => target);
}

/** What is wrong with a link; undefined for none, and for a link to another site. */
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

test.each(pages)('every link and anchor of %s exists', (page) => {
	const problems = linksOf(page).map((target) => problemWith(target, page));
	expect(problems.filter((one) => one !== undefined)).toEqual([]);
});

test('every page of docs/ is linked from the README or from a page that it links', () => {
	const known = new Set(['README.md']);
	for (const page of known) {
		for (const target of linksOf(page)) {
			const file = relative(root, resolve(root, dirname(page), target.split('#')[0]));
			if (pages.includes(file)) known.add(file);
		}
	}
	expect(pages.filter((page) => page.startsWith('docs') && !known.has(page))).toEqual([]);
});

test('every image of docs/ is shown on a page', () => {
	const shown = new Set(
		pages.flatMap((page) => linksOf(page).map((target) => join(dirname(page), target))),
	);
	expect(filesIn('docs', /\.(png|svg)$/).filter((image) => !shown.has(image))).toEqual([]);
});

test('the links of nodes and the credential lead to headings that exist', () => {
	const sources = readdirSync(join(root, 'nodes')).flatMap((node) =>
		filesIn(join('nodes', node), /\.node\.(json|ts)$/),
	);
	const links = [...sources, ...filesIn('credentials', /\.ts$/)].flatMap((file) =>
		[...readFileSync(join(root, file), 'utf8').matchAll(/["'](https:[^"']+)["']/g)]
			.map(([, url]) => url)
			.filter((url) => url.startsWith(REPOSITORY)),
	);
	expect(links.length).toBeGreaterThan(14);
	const problems = links.map((link) => problemWith(link, '.'));
	expect(problems.filter((one) => one !== undefined)).toEqual([]);
});

test('the README has at most 220 lines', () => {
	expect(readFileSync(join(root, 'README.md'), 'utf8').split('\n').length).toBeLessThanOrEqual(
		221,
	);
});

test('the README lists every example', () => {
	const listed = linksOf('README.md').filter((target) => target.startsWith('examples/'));
	const files = filesIn('examples', /\.json$/).sort();
	expect([...new Set(listed)].sort()).toEqual(files);
});
