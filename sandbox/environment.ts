import type { SandboxOptions } from './options';

const whole = (environment: NodeJS.ProcessEnv, name: string): number | undefined => {
	const value = environment[name];
	if (!value) return undefined;
	if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
	throw new Error(`${name} is "${value}", which is not a port number.`);
};

/**
 * The time zone of n8n and the sandbox, so that "in two hours" is the same moment in both: the
 * service's dates have no offset, and n8n writes them in its own zone.
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

/** Reads the options of `npm run sandbox` and `npm start` from the environment. */
export function optionsFrom(environment: NodeJS.ProcessEnv): SandboxOptions {
	const { SANDBOX_TOKEN, SANDBOX_UNDELIVERABLE = '' } = environment;
	const recipients = SANDBOX_UNDELIVERABLE.split(',').map((recipient) => recipient.trim());
	return {
		port: whole(environment, 'SANDBOX_PORT') ?? 8085,
		callbackPort: whole(environment, 'SANDBOX_CALLBACK_PORT') ?? 0,
		// By then all messages are delivered, so the callback reports them as delivered.
		callbackDelayMs: 3_000,
		timeZone: timeZoneOf(environment),
		undeliverable: recipients.filter((recipient) => recipient !== ''),
		...(SANDBOX_TOKEN && { token: SANDBOX_TOKEN }),
	};
}
