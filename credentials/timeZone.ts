import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

export const timeZone: INodeProperties = {
	displayName: 'Time Zone of the Account',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Kyiv',
	description:
		"Time zone of your account at the service, as an IANA name. Schedule times are read in the workflow's time zone and sent on the account's clock, and Max Age of the trigger reads the service's times by it. Leave empty if both are the same.",
};

/** What the name of a time zone looks like, e.g. `Europe/Kyiv`, `Etc/GMT+3`, `UTC`. */
export const ZONE = /^[a-z][\w+/-]*$/i;

export function isTimeZone(name: string): boolean {
	try {
		new Intl.DateTimeFormat('en', { timeZone: name });
		return ZONE.test(name);
	} catch {
		return false;
	}
}

/** The time zone of an account; undefined for that of the workflow. @throws UserError if it is none */
export function timeZoneOf(data: ICredentialDataDecryptedObject): string | undefined {
	const given = data[timeZone.name] ?? '';
	const name = typeof given === 'string' ? given.trim() : given;
	if (name === '') return undefined;
	if (typeof name === 'string' && isTimeZone(name)) return name;
	throw new UserError(
		`'${timeZone.displayName}' in the credential is ${JSON.stringify(name).slice(0, 40)}, which is not a time zone. Enter a name such as Europe/Kyiv, or leave the field empty for the time zone of the workflow.`,
	);
}
