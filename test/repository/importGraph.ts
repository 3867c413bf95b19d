import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { preProcessFile } from 'typescript';

/** Returns the files of the project that a file imports, including type imports. */
export function importsOf(file: string): string[] {
	const { importedFiles } = preProcessFile(readFileSync(file, 'utf8'));
	return importedFiles.flatMap(({ fileName }) => {
		if (!fileName.startsWith('.')) return [];
		const path = join(dirname(file), fileName);
		const found = [`${path}.ts`, join(path, 'index.ts')].find((one) => existsSync(one));
		return found === undefined ? [] : [found];
	});
}

/** Returns import cycles. Each cycle is a list of files in the order of their imports. */
export function circlesIn(files: string[]): string[][] {
	const done = new Set<string>();
	const circles: string[][] = [];
	const follow = (file: string, way: string[]): void => {
		if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file]);
		if (done.has(file)) return;
		done.add(file);
		for (const imported of importsOf(file)) follow(imported, [...way, file]);
	};
	for (const file of files) follow(file, []);
	return circles;
}
