import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';
import { findTimeZoneProblem } from '../nodes/shared/values/timeZones';
import { ValidationError } from '../nodes/shared/values/formats';
import { readOrThrowUserError } from './readOrThrowUserError';

export const timeZoneField: INodeProperties = {
	displayName: 'Time Zone of the Account',
	name: 'timeZone',
	type: 'string',
	default: '',
	placeholder: 'e.g. Europe/Kyiv',
	description:
		"Time zone of your account at the service: a name such as Europe/Kyiv, or UTC. Schedule times are entered in the workflow's time zone and converted to the time zone of the account. Max Age of the trigger also uses the time zone of the account. Leave empty for the workflow's time zone.",
};

/** Undefined means the workflow's time zone. @throws UserError if the field has no valid time zone */
export function readTimeZone(data: ICredentialDataDecryptedObject): string | undefined {
	const entered = data[timeZoneField.name] ?? '';
	const name = typeof entered === 'string' ? entered.trim() : entered;
	if (name === '') return undefined;
	const wrong = findTimeZoneProblem(typeof name === 'string' ? name : '');
	if (!wrong) return String(name);
	return readOrThrowUserError(timeZoneField, () => {
		throw new ValidationError(
			`is ${JSON.stringify(name).slice(0, 40)}, which ${wrong.problem}`,
			`${wrong.advice} Leave the field empty for the time zone of the workflow.`,
		);
	});
}
