import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { origin, token } from './engine/credentials';
import type { Setting } from './engine/workflow';

/**
 * Moves options that tests write in a step to the places where users set them: `maxInFlight` and
 * `maxWait` to the credential, `timeout` (seconds) to n8n's Request Options.
 */
export function moveTechnicalOptions<Given extends Setting>(setting: Given): Given {
	const allOptions = setting.parameters.options;
	if (typeof allOptions !== 'object' || allOptions === null) return setting;
	const { maxInFlight, maxWait, timeout, ...options } = allOptions as IDataObject;
	const limits = Object.fromEntries(
		Object.entries({ maxInFlight, maxWait }).filter(([, value]) => value !== undefined),
	) as Record<string, number>;
	// Inherits instead of copying, because a test may edit its credential during the run.
	const stored = Object.create(setting.credentials ?? { baseUrl: origin, token }) as object;
	const credentials = Object.assign(stored, limits);
	const { requestOptions } = setting.parameters;
	const own = { timeout: inMilliseconds(timeout), ...(requestOptions as IDataObject) };
	const parameters = {
		...setting.parameters,
		options,
		...(timeout !== undefined && { requestOptions: own }),
	} as INodeParameters;
	return { ...setting, parameters, credentials };
}

const inMilliseconds = (timeout: unknown): number | string => {
	const [, expression] = /^=\{\{(.*)\}\}$/s.exec(String(timeout)) ?? [];
	return expression === undefined ? Number(timeout) * 1000 : `={{ 1000 * (${expression}) }}`;
};
