import type { SandboxOptions } from './options';

const whole = (environment: NodeJS.ProcessEnv, name: string): number | undefined => {
	const value = environment[name];
	if (!value) return undefined;
	if (/^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
	throw new Error(`${name} is "${value}", which is not a port number.`);
};

/**
 * The time zone of n8n. Dates of the API have no offset, so the sandbox must use the zone in which
 * n8n writes the dates.
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

/** Reads the options of `npm run sandbox` and `npm start`. */
export function optionsFrom(environment: NodeJS.ProcessEnv): SandboxOptions {
	const { SANDBOX_TOKEN, SANDBOX_UNDELIVERABLE = '' } = environment;
	const recipients = SANDBOX_UNDELIVERABLE.split(',').map((recipient) => recipient.trim());
	return {
		port: whole(environment, 'SANDBOX_PORT') ?? 8085,
		callbackPort: whole(environment, 'SANDBOX_CALLBACK_PORT') ?? 0,
		// Delivery takes less time than this, so the callback reports the messages as delivered.
		callbackDelayMs: 3_000,
		timeZone: timeZoneOf(environment),
		undeliverable: recipients.filter((recipient) => recipient !== ''),
		...(SANDBOX_TOKEN && { token: SANDBOX_TOKEN }),
	};
}
