import { execFileSync } from 'node:child_process';
import { isInstalled, nodeBinary } from '../playground/install';

/** The Node.js of the playground's n8n if it is installed. */
const path = isInstalled() ? nodeBinary : process.execPath;

const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();

export const node = {
	path,
	version,
	/** Expressions run in an isolated VM, as in n8n. The VM is built for Node 24 and later. */
	expressionEngine:
		process.env.EXPRESSION_ENGINE ?? (Number.parseInt(version.slice(1)) < 24 ? 'legacy' : 'vm'),
};
