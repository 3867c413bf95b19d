import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeTypeDescription } from 'n8n-workflow';
import { nodeFolder, type NodeName } from '../support/engine/nodeTypes';

/** Asserts that a node has a light and a dark icon in its folder. */
export function expectIcons(node: NodeName, { icon }: INodeTypeDescription): void {
	const icons = typeof icon === 'object' ? [icon.light, icon.dark] : [];
	expect(new Set(icons).size).toBe(2);
	for (const one of icons) expect(one).toMatch(/^file:\w+(\.dark)?\.svg$/);
	const files = icons.map((one) => join(nodeFolder(node), one.replace(/^file:/, '')));
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
}
