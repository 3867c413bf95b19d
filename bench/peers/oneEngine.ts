/** Makes all contenders use the n8n-core and n8n-workflow of the playground. */
import Module from 'node:module';
import { playgroundDir } from '../../playground/paths';

type Resolve = (request: string, ...more: unknown[]) => string;
const loader = Module as unknown as { _resolveFilename: Resolve };
const resolve = loader._resolveFilename;

loader._resolveFilename = function (request, ...more) {
	return request === 'n8n-core' || request === 'n8n-workflow'
		? resolve.call(this, request, undefined, false, { paths: [playgroundDir] })
		: resolve.call(this, request, ...more);
};
