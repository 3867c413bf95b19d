/** Errors as the engine returns them, for the first operation that sends. */
import type { INodeParameters } from 'n8n-workflow';
import { type FaultOptions, startSandbox } from '../../../sandbox';
import { runNode } from '../../../test/support/engine/runNode';
import type { ErrorPart, Example } from '../shape';
import { credentialsOf } from './run';
import { byId } from './values';

interface Wrong {
	fault?: Omit<FaultOptions, 'times'>;
	parameters?: INodeParameters;
	credentials?: { baseUrl?: string; token?: string };
}

const cases: Array<[cause: string, wrong: Wrong]> = [
	['A value is invalid', { parameters: { phone: '12345' } }],
	['The token is wrong', { credentials: { token: 'another' } }],
	['The service rejects a value', { parameters: { sender: byId(999999) } }],
	['The service limits the rate for too long', { fault: { kind: '429', retryAfter: 3_600 } }],
	['The service is not reached', { credentials: { baseUrl: 'http://127.0.0.1:9' } }],
	['The connection is lost before the response', { fault: { kind: 'cut', after: true } }],
	['The service reports an internal error', { fault: { kind: '500' } }],
	['The response is not that of the API', { fault: { kind: 'html200' } }],
];

export const errorParts = async (example: Example): Promise<ErrorPart[]> =>
	await Promise.all(cases.map(async ([cause, wrong]) => await errorOf(cause, wrong, example)));

async function errorOf(cause: string, wrong: Wrong, example: Example): Promise<ErrorPart> {
	const sandbox = await startSandbox({ clock: 'manual' });
	try {
		if (wrong.fault) sandbox.fault({ ...wrong.fault, times: 'forever' });
		const setting = {
			node: 'messagingServiceSms' as const,
			parameters: { ...example.parameters, ...wrong.parameters },
			credentials: { ...credentialsOf(sandbox), ...wrong.credentials },
		};
		const retry = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { error } = await runNode({ ...setting, ...retry });
		const { message, description: advice } = error as Error & { description: string };
		// Requests to a wrong base URL do not reach the sandbox, so the sandbox cannot count them.
		const resent = sandbox.requests.length > 1 || wrong.credentials?.baseUrl !== undefined;
		const { items } = await runNode({ ...setting, onError: 'continueRegularOutput' });
		return { cause, kind: String(items[0].json.error_kind), message, advice, resent };
	} finally {
		await sandbox.close();
	}
}
