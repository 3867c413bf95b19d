import { execFileSync } from 'node:child_process';
import { isInstalled, nodeBinary } from '../playground/install';

/** The Node.js of the playground's n8n, once that is installed: what is measured runs on it in n8n. */
const path = isInstalled() ? nodeBinary : process.execPath;

const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();

export const node = {
	path,
	version,
	/** What evaluates expressions: as in n8n, an isolated VM, which is built for Node 24 and later. */
	expressionEngine:
		process.env.EXPRESSION_ENGINE ?? (Number.parseInt(version.slice(1)) < 24 ? 'legacy' : 'vm'),
};
