/** `npm run new:operation`: writes the skeletons of an operation and says what is left to fill in. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { changesFor } from './changes';
import { readNames } from './names';
import { MARKER } from './skeletons';

const root = join(__dirname, '..', '..');

async function main(): Promise<void> {
	const changes = changesFor(root, readNames(root, process.argv.slice(2)));
	for (const [path, text] of changes) {
		const filepath = join(root, path);
		const formatted = await format(text, { ...(await resolveConfig(filepath)), filepath });
		changes.set(path, formatted);
	}
	for (const [path, text] of changes) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
		const lines = text.split('\n').flatMap((line, index) => (left(line) ? [index + 1] : []));
		console.log(lines.length === 0 ? path : `${path}: fill in line ${lines.join(', ')}`);
	}
	console.log(
		`\nWhere it says "${MARKER}" only you know more; delete the marker then. A test fails until all ` +
			'are gone.\nA new parameter also needs a line in test/odd/documented/apiForms.ts. ' +
			'Then: npm run docs, npm test.',
	);
}

const left = (line: string) => line.includes(MARKER) || /fillIn[A-Z]/.test(line);

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
