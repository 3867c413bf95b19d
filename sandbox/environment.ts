import type { SandboxOptions } from './options';

const whole = (environment: NodeJS.ProcessEnv, name: string): number | undefined => {
	const value = environment[name];
	if (!value) return undefined;
	if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
	throw new Error(`${name} is "${value}", which is not a port number.`);
};

/**
 * The time zone that n8n and the sandbox share, so that "in two hours" is the same moment in both.
 * The service's dates name none, and n8n writes them in its own.
 */
export function timeZoneOf({ GENERIC_TIMEZONE }: NodeJS.ProcessEnv): string {
	const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
	const timeZone = GENERIC_TIMEZONE || machine;
	try {
		return Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
	} catch {
		throw new Error(`GENERIC_TIMEZONE is "${timeZone}", which is not a time zone.`);
	}
}

/** The options that `npm run sandbox` and `npm start` take from the environment. */
export function optionsFrom(environment: NodeJS.ProcessEnv): SandboxOptions {
	const { SANDBOX_TOKEN, SANDBOX_UNDELIVERABLE = '' } = environment;
	const recipients = SANDBOX_UNDELIVERABLE.split(',').map((one) => one.trim());
	return {
		port: whole(environment, 'SANDBOX_PORT') ?? 8085,
		callbackPort: whole(environment, 'SANDBOX_CALLBACK_PORT') ?? 0,
		// Everything is delivered by then, so that a workflow that waits for the result shows one.
		callbackDelayMs: 3_000,
		timeZone: timeZoneOf(environment),
		undeliverable: recipients.filter((one) => one !== ''),
		...(SANDBOX_TOKEN && { token: SANDBOX_TOKEN }),
	};
}
