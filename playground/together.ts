import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox';
import { timeZoneOf } from '../sandbox/environment';
import { type N8n, type N8nOptions, startN8n } from './n8n';

export interface Together {
	n8n: N8n;
	sandbox: Sandbox;
	timeZone: string;
}

/** Starts the sandbox and an n8n in the same time zone. The sandbox calls back only this n8n. */
export async function startTogether(
	service: SandboxOptions,
	options: N8nOptions,
): Promise<Together> {
	const timeZone = timeZoneOf({ ...process.env, ...options.env });
	const sandbox = await startSandbox({ ...service, timeZone, callbackPort: options.port });
	try {
		const env = { ...options.env, GENERIC_TIMEZONE: timeZone };
		return { sandbox, timeZone, n8n: await startN8n({ ...options, env }) };
	} catch (error) {
		await sandbox.close();
		throw error;
	}
}
