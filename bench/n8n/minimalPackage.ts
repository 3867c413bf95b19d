import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transpileModule, ModuleKind } from 'typescript';

export const MINIMAL = 'n8n-nodes-minimal';

export function installMinimal(userFolder: string): void {
	const nodesDir = join(userFolder, '.n8n', 'nodes');
	const folder = join(nodesDir, 'node_modules', MINIMAL);
	const source = readFileSync(join(__dirname, '..', 'minimal.ts'), 'utf8');
	const compilerOptions = { module: ModuleKind.CommonJS };
	const { outputText } = transpileModule(source, { compilerOptions });
	const names = ['MinimalSms', 'MinimalImport'];
	for (const name of names) {
		mkdirSync(join(folder, name), { recursive: true });
		writeFileSync(join(folder, name, `${name}.node.js`), outputText);
	}
	const nodes = names.map((name) => `${name}/${name}.node.js`);
	const manifest = { name: MINIMAL, version: '1.0.0', n8n: { n8nNodesApiVersion: 1, nodes } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	const listed = join(nodesDir, 'package.json');
	const all = JSON.parse(readFileSync(listed, 'utf8')) as { dependencies: object };
	all.dependencies = { ...all.dependencies, [MINIMAL]: '1.0.0' };
	writeFileSync(listed, JSON.stringify(all));
}
