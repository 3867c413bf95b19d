import type { Parameter, Reference } from '../shape';
import { cellsOf } from './parameters';

/** Where what is the same in several operations is written. */
export interface Repeated {
	/** Options of three or more operations, which are described together. */
	options: Parameter[];
	/** The heading of the operation that describes a parameter first. */
	firstOf: (parameter: Parameter) => string | undefined;
}

const SHARED_BY = 3;

const identityOf = (parameter: Parameter): string =>
	JSON.stringify([parameter.name, cellsOf(parameter)]);

export function repeatedIn({ nodes, commonOptions }: Reference): Repeated {
	const all = nodes.flatMap(({ operations }) =>
		operations.flatMap(({ action, parameters }) =>
			parameters.map((parameter) => ({ action, parameter })),
		),
	);
	const same = new Map<string, typeof all>();
	for (const one of all) {
		const identity = identityOf(one.parameter);
		same.set(identity, [...(same.get(identity) ?? []), one]);
	}
	// The most frequent one of a name: another one of this name stays with its operations.
	const options = new Map(commonOptions.map((one) => [one.name, one]));
	for (const group of [...same.values()].sort((one, other) => other.length - one.length)) {
		const [{ parameter }] = group;
		if (group.length < SHARED_BY || !isOption(parameter) || options.has(parameter.name))
			continue;
		options.set(parameter.name, parameter);
	}
	return {
		options: [...options.values()].sort((one, other) => one.name.localeCompare(other.name)),
		firstOf: (parameter) => same.get(identityOf(parameter))?.[0].action,
	};
}

/** An option whose own fields need no rows. */
const isOption = ({ name, type }: Parameter) =>
	/^options\.\w+$/.test(name) && type !== 'fixedCollection';

export const isAmong = (options: Parameter[], parameter: Parameter): boolean =>
	options.some((one) => identityOf(one) === identityOf(parameter));
