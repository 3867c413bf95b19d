import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const CODE = /\.([cm]?[jt]s|css|html)$/;

/** Returns the paths of all source files in a folder, relative to the project. */
export function sourceFiles(folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourceFiles(path);
		return CODE.test(entry.name) ? [path] : [];
	});
}
