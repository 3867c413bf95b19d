import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Schema } from '../../scripts/docs/describe/schema';

const valueIn = (value: unknown, key: string) => (value as IDataObject | undefined)?.[key];

const CONDITION = /^(Only|Not) with `([\w.]+)`(?:: `true`)?(?: or `([\w.]+)`)?(?:: `true`)?$/;

/** Returns the fields that an item must not have according to its schema's conditions. */
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
