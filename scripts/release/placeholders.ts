import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
	name: string;
	description: string;
	author: { name: string; email: string };
	homepage: string;
	repository: { url: string };
	bugs: { url: string };
}

const REPOSITORY = /github\.com\/messaging-service\//;
const TEAM = /Messaging Service nodes team/;
const RESERVED = /\.example$/;
const SERVICE = /messaging[- ]service/i;

/** Fields of package.json that are placeholders if they match their pattern. */
const FIELDS: Array<[field: string, of: (manifest: Manifest) => string, text: RegExp]> = [
	['name', ({ name }) => name, SERVICE],
	['description', ({ description }) => description, SERVICE],
	['author.name', ({ author }) => author.name, TEAM],
	['author.email', ({ author }) => author.email, RESERVED],
	['homepage', ({ homepage }) => homepage, REPOSITORY],
	['repository.url', ({ repository }) => repository.url, REPOSITORY],
	['bugs.url', ({ bugs }) => bugs.url, REPOSITORY],
];

/** Placeholders in files other than package.json, scripts and tests. */
const TEXTS: Array<[text: RegExp, what: string]> = [
	[REPOSITORY, 'has a link to the made-up repository'],
	[TEAM, 'names a made-up team'],
	[/<!-- placeholder/, 'is not an icon of the service'],
];
const NOT_READ = /^(test|scripts)\/|(^|\/)package(-lock)?\.json$|\.png$/;

const linesWith = (text: RegExp, lines: string[]): string =>
	lines.flatMap((line, index) => (text.test(line) ? [index + 1] : [])).join(', ');

/**
 * Lists the placeholders in all files under version control. Only the publisher can replace them.
 */
export function placeholders(root: string): string[] {
	const read = (file: string) => readFileSync(join(root, file), 'utf8');
	const manifest = JSON.parse(read('package.json')) as Manifest;
	const fields = FIELDS.filter(([, of, text]) => text.test(of(manifest))).map(
		([field, of]) => `package.json: ${field} is made up: "${of(manifest)}"`,
	);
	const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
	const others = files.split('\0').filter((file) => file !== '' && !NOT_READ.test(file));
	const texts = others.flatMap((file) => {
		const lines = read(file).split('\n');
		return TEXTS.filter(([text]) => lines.some((line) => text.test(line))).map(
			([text, description]) => `${file}:${linesWith(text, lines)} ${description}`,
		);
	});
	return [...fields, ...texts];
}
