import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { IVersionedNodeType } from 'n8n-workflow';

const file = join(
	__dirname,
	'../playground/node_modules/n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js',
);

/** n8n's nodes are available once the playground is installed (`npm start`). */
export const hasHttpRequest = existsSync(file);

export function loadHttpRequest(): IVersionedNodeType {
	const { HttpRequest } = createRequire(__filename)(file) as {
		HttpRequest: new () => IVersionedNodeType;
	};
	return new HttpRequest();
}
