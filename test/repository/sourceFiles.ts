import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const CODE = /\.([cm]?[jt]s|css|html)$/;

/** The paths of all files of code in a folder of the project, from its root. */
export function sourceFiles(folder: string): string[] {
	return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
		const path = join(folder, entry.name);
		if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourceFiles(path);
		return CODE.test(entry.name) ? [path] : [];
	});
}
