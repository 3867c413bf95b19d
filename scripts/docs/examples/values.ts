import type { INodePropertyCollection } from 'n8n-workflow';
import type { FlatField } from '../describe/fields';

export const inputItems = [
	{ phone: '+380 67 123 45 67', email: 'anna@example.com', NAME: 'Anna' },
	{ phone: '+380 50 123 45 67', email: 'ivan@example.com', NAME: 'Ivan' },
];

/** Returns the resource locator that the editor saves for a typed ID. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });

export const fromItem = (key: string): string => `={{ $json.${key} }}`;

const enteredText = (placeholder: unknown) => String(placeholder).replace(/^e\.g\. /, '');

const valueOf = (option: object) => ('value' in option ? (option.value as string) : '');

/** Returns a value other than the default, if possible. */
export function exampleOf(field: FlatField): unknown {
	const { type, placeholder, typeOptions, options = [], default: byDefault } = field;
	if (type === 'resourceLocator') return byId(enteredText(field.modes?.at(-1)?.placeholder));
	// '1001' is a contact list of the sandbox.
	if (type === 'multiOptions') return [options.map(valueOf)[0] ?? '1001'];
	if (type === 'boolean') return byDefault !== true;
	if (type === 'number') return typeOptions?.minValue ?? byDefault;
	// A fixed date would eventually be in the past.
	if (type === 'dateTime') return '={{ $now.plus({ hours: 2 }).toISO() }}';
	if (type === 'resourceMapper') return mapped;
	if (type === 'options') {
		const values = options.map(valueOf);
		return values.find((value) => value !== byDefault) ?? byDefault;
	}
	if (type === 'fixedCollection') {
		const [{ name, values }] = options as INodePropertyCollection[];
		const entry = values.map((value) => [value.name, exampleOf({ ...value, path: '' })]);
		const example = Object.fromEntries(entry) as object;
		return { [name]: typeOptions?.multipleValues ? [example] : example };
	}
	return placeholder === undefined ? byDefault : enteredText(placeholder);
}

const mapped = {
	mappingMode: 'defineBelow',
	value: { phone: fromItem('phone'), NAME: fromItem('NAME') },
	matchingColumns: [],
	schema: [],
};

export const isEmptyDefault = ({ default: byDefault }: FlatField): boolean =>
	byDefault === '' || (byDefault as { value?: unknown } | undefined)?.value === '';
