/**
 * Checks that `npm ci` accepts the lock files on any machine. npm leaves out the entry of an
 * optional platform package that the registry lacks, but `npm ci` needs an entry for every
 * dependency of a locked package. Also rejects entries that name their download URL.
 */
import { readFileSync } from 'node:fs';

const problems = [];

function check(file) {
	const { packages } = JSON.parse(readFileSync(file, 'utf8'));
	for (const [path, entry] of Object.entries(packages)) {
		if (entry.resolved) problems.push(`${file}: ${path} says where it was downloaded`);
		const dependencies = { ...entry.dependencies, ...entry.optionalDependencies };
		if (path === '') Object.assign(dependencies, entry.devDependencies);
		for (const name of Object.keys(dependencies)) {
			if (!isLocked(packages, path, name)) problems.push(`${file}: ${path} needs ${name}`);
		}
	}
}

/**
 * Searches as Node does: inside the package that needs the dependency, beside that package, and
 * further up.
 */
function isLocked(packages, path, name) {
	const folders = path.split(/\/?node_modules\//).filter((part) => part !== '');
	for (let depth = folders.length; depth >= 0; depth--) {
		const parents = folders.slice(0, depth).map((part) => `node_modules/${part}`);
		if (packages[[...parents, `node_modules/${name}`].join('/')]) return true;
	}
	return false;
}

for (const folder of ['', 'bench/peers/']) check(`${folder}package-lock.json`);
// Finds only download URLs, because pnpm itself rejects an incomplete lock file. pnpm writes a URL
// only for a registry other than the default.
for (const folder of ['playground', '.ci/oldest-n8n', '.ci/n8n-lint']) {
	const file = `${folder}/pnpm-lock.yaml`;
	const isPlaced = /tarball:/.test(readFileSync(file, 'utf8'));
	if (isPlaced) problems.push(`${file}: says where something was downloaded`);
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log('locks: complete');
