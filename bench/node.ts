import { execFileSync } from 'node:child_process';
import { isInstalled, nodeBinary } from '../playground/install';

/** The Node.js of the playground's n8n, once that is installed: what is measured runs on it in n8n. */
const path = isInstalled() ? nodeBinary : process.execPath;

export const node = {
	path,
	version: execFileSync(path, ['--version'], { encoding: 'utf8' }).trim(),
};
