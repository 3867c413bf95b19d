import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Schema } from '../../scripts/docs/describe/schema';

const valueIn = (value: unknown, key: string) => (value as IDataObject | undefined)?.[key];

const CONDITION = /^(Only|Not) with `([\w.]+)`(?:: `true`)?(?: or `([\w.]+)`)?(?:: `true`)?$/;

/** The fields of an item that it must not have by the conditions of its schema. */
export const withoutReason = (
	item: IDataObject,
	{ properties = {} }: Schema,
	parameters: INodeParameters,
): string[] =>
	Object.keys(item).filter((name) => {
		const { description } = properties[name] ?? {};
		if (description === undefined) return false;
		const [, word, ...paths] = CONDITION.exec(description) ?? [];
		const isOn = paths.some((path = '') =>
			Boolean(path && path.split('.').reduce<unknown>(valueIn, parameters)),
		);
		return word === 'Only' ? !isOn : word !== 'Not' || isOn;
	});

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

/** What makes a value no JSON schema of an output item. */
export function schemaProblems(schema: Schema, path = 'the schema'): string[] {
	const { type, properties = {}, items, required = [], anyOf = [] } = schema;
	const kinds = type === undefined ? [] : [type].flat();
	const nested: Array<[Schema, string]> = [
		...Object.entries(properties).map(([name, one]): [Schema, string] => [one, `.${name}`]),
		...anyOf.map((one): [Schema, string] => [one, '?']),
		...(items ? [[items, '[]'] as [Schema, string]] : []),
	];
	return [
		...(kinds.length + anyOf.length === 0 ? [`${path} has no type`] : []),
		...kinds.filter((kind) => !TYPES.includes(kind)).map((kind) => `${path} is a ${kind}`),
		...required
			.filter((name) => !(name in properties))
			.map((name) => `${path} requires ${name} without describing it`),
		...nested.flatMap(([one, step]) => schemaProblems(one, `${path}${step}`)),
	];
}
