import type { Parameter, Reference } from '../shape';
import { cellsOf } from './parameters';

const SHARED_BY = 3;

const identityOf = (parameter: Parameter): string =>
	JSON.stringify([parameter.name, cellsOf(parameter)]);

/**
 * Returns the options that the runner adds, and the options that are identical in several
 * operations.
 */
export function sharedOptions({ nodes, commonOptions }: Reference): Parameter[] {
	const same = new Map<string, Parameter[]>();
	for (const parameter of nodes.flatMap(({ operations }) =>
		operations.flatMap((all) => all.parameters),
	)) {
		if (isOption(parameter))
			same.set(identityOf(parameter), [
				...(same.get(identityOf(parameter)) ?? []),
				parameter,
			]);
	}
	// If options of the same name differ, only the most frequent variant is listed as shared.
	const options = new Map(commonOptions.map((option) => [option.name, option]));
	for (const [first, ...others] of [...same.values()].sort((a, b) => b.length - a.length)) {
		const isShared = others.length + 1 >= SHARED_BY;
		if (isShared && !options.has(first.name)) options.set(first.name, first);
	}
	return [...options.values()].sort((first, second) => first.name.localeCompare(second.name));
}

const isOption = ({ name, type }: Parameter) =>
	/^options\.\w+$/.test(name) && type !== 'fixedCollection';

export const isAmong = (options: Parameter[], parameter: Parameter): boolean =>
	options.some((option) => identityOf(option) === identityOf(parameter));
