import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { jsonFile } from '../../scripts/docs/files';
import type { Operation, Parameter, Reference } from '../../scripts/docs/shape';
import type { NodeName } from '../support/engine/nodeTypes';
import { isThorough } from '../support/thorough';

const root = join(__dirname, '..', '..');

/** Time of the last change to a file from which the reference is built, in milliseconds. */
const changedAt = Math.max(
	...['nodes', 'credentials', 'sandbox', 'scripts/docs', 'test/support'].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
			(name) => statSync(join(root, folder, name)).mtimeMs,
		),
	),
);
// The titles of tests contain operations, so the file is needed before the first test.
if (!existsSync(jsonFile) || statSync(jsonFile).mtimeMs < changedAt) {
	execFileSync(process.execPath, ['--import', 'tsx', 'scripts/docs/main.ts', '--json'], {
		cwd: root,
	});
}
export const reference = JSON.parse(readFileSync(jsonFile, 'utf8')) as Reference;

/** Returns the name of a node. */
export const nameOf = (type: string): NodeName => type.split('.').pop() as NodeName;

/** The first operation of each parameter with the same description. */
const firstOf = new Map<string, Operation>();
for (const operation of reference.nodes.flatMap(({ operations }) => operations)) {
	for (const parameter of [...operation.parameters, ...commonOptionsOf(operation)]) {
		const text = JSON.stringify(parameter);
		if (!firstOf.has(text)) firstOf.set(text, operation);
	}
}
export const isFirstWith = (operation: Operation, parameter: Parameter): boolean =>
	firstOf.get(JSON.stringify(parameter)) === operation;
/**
 * `npm test` tries a shared field with its first operation only; THOROUGH=1 with all operations.
 */
export const isTried = (operation: Operation, parameter: Parameter): boolean =>
	isThorough || isFirstWith(operation, parameter);

/** Returns the options of an operation that other operations have, too. */
export function commonOptionsOf({ commonOptions }: Operation): Parameter[] {
	return reference.commonOptions.filter(({ name }) => commonOptions.includes(name));
}

const isTop = ({ name }: Parameter) => !name.includes('.');
const isEmpty = ({ default: byDefault }: Parameter) =>
	['""', '{}', '{"mode":"list","value":""}'].includes(JSON.stringify(byDefault));

/** Returns the option that this parameter requires. */
function neededBy({ needs }: Parameter): INodeParameters {
	if (needs === undefined) return {};
	const all = [
		...reference.commonOptions,
		...reference.nodes.flatMap(({ operations }) =>
			operations.flatMap(({ parameters }) => parameters),
		),
	];
	const { type, example } = all.find((one) => one.name === needs) as Parameter;
	const value = type === 'boolean' ? true : ((example ?? 'order 1042') as INodeParameters);
	return { [needs.split('.')[1]]: value };
}

/** Sets a parameter by its path. */
function set(parameters: INodeParameters, path: string, value: unknown): void {
	const names = path.split('.');
	const last = names.pop() as string;
	let into = parameters;
	for (const name of names) into = (into[name] ??= {}) as INodeParameters;
	into[last] = value as INodeParameters;
}

/**
 * Returns the example of an operation with one more parameter, and the other parameters that this
 * parameter requires according to the reference.
 */
export function withParameter(
	{ parameters, example }: Operation,
	added: Parameter,
): INodeParameters {
	const given = structuredClone(example.parameters);
	const [parent, ...inside] = added.name.split('.');
	if (inside.length > 0) given[parent] = neededBy(added);
	for (const [other, [first]] of Object.entries(added.shownWith ?? {})) set(given, other, first);
	set(given, added.name, added.example);
	const valueOf = (other: string) =>
		given[other] ?? parameters.find((one) => one.name === other)?.default;
	for (const one of parameters.filter(isTop)) {
		const conditions = Object.entries(one.shownWith ?? {});
		const isShown = conditions.every(([other, is]) => is.includes(valueOf(other) as string));
		if (isShown && isEmpty(one) && !(one.name in given)) {
			given[one.name] = one.example as INodeParameters;
		}
	}
	return given;
}
