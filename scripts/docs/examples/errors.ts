/** What goes wrong, seen: each error is one of the engine's, for the first operation that sends. */
import type { INodeParameters } from 'n8n-workflow';
import { type FaultOptions, startSandbox } from '../../../sandbox';
import type { NodeName } from '../../../test/support/engine/nodeTypes';
import { runNode } from '../../../test/support/engine/runNode';
import type { ErrorPart, NodePart, Operation } from '../shape';
import { credentialsOf } from './run';

interface Case {
	cause: string;
	fault?: Omit<FaultOptions, 'times'>;
	parameters?: (operation: Operation) => INodeParameters;
	credentials?: { baseUrl?: string; token?: string };
	/** Where the sandbox cannot count the requests. */
	resent?: boolean;
}

const cases: Case[] = [
	{
		cause: 'A value is invalid. Nothing is sent.',
		parameters: ({ parameters }) => ({
			[parameters.find(({ limits }) => limits)?.name ?? '']: '12345',
		}),
	},
	{ cause: 'The token is wrong.', credentials: { token: 'another' } },
	{
		cause: 'The service rejects a value, for example the ID of another account.',
		parameters: ({ parameters }) => ({
			[parameters.find(({ type }) => type === 'resourceLocator')?.name ?? '']: {
				__rl: true,
				mode: 'id',
				value: '999999',
			},
		}),
	},
	{
		cause: 'The service limits the rate for longer than the node waits.',
		fault: { kind: '429', retryAfter: 3_600 },
	},
	{
		cause: 'The service cannot be reached.',
		credentials: { baseUrl: 'http://127.0.0.1:9' },
		resent: true,
	},
	{ cause: 'The connection is lost before the response.', fault: { kind: 'cut', after: true } },
	{ cause: 'The service reports an internal error.', fault: { kind: '500' } },
	{ cause: 'The response is not that of the API.', fault: { kind: 'html200' } },
];

export async function errorParts(nodes: NodePart[]): Promise<ErrorPart[]> {
	const [{ type, operations }] = nodes;
	const operation = operations.find(({ effect }) => effect === 'send') as Operation;
	const parts: ErrorPart[] = [];
	for (const one of cases) {
		parts.push(await errorOf(one, type.split('.').pop() as NodeName, operation));
	}
	return parts;
}

async function errorOf(one: Case, node: NodeName, operation: Operation): Promise<ErrorPart> {
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		if (one.fault) sandbox.fault({ ...one.fault, times: 'forever' });
		const { error } = await runNode({
			node,
			parameters: { ...operation.example.parameters, ...one.parameters?.(operation) },
			credentials: { ...credentialsOf(sandbox), ...one.credentials },
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});
		if (error === undefined) throw new Error(`No error although: ${one.cause}`);
		const { message, description } = error as Error & { description: string };
		const resent = one.resent ?? sandbox.requests.length > 1;
		return { cause: one.cause, message, advice: description, resent };
	} finally {
		await sandbox.close();
	}
}
