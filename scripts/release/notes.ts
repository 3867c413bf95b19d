/** `npm run release:notes`: prints the changelog section of the version. */
import { version } from '../../package.json';
import { sections } from './changelog';

const section = sections().find((candidate) => candidate.version === version);
if (!section?.text) {
	console.error(`CHANGELOG.md has no section for ${version}, or an empty one.`);
	process.exitCode = 1;
} else {
	console.log(section.text);
}
