/** Example values of fields, from what the fields declare. */
import type { INodePropertyCollection } from 'n8n-workflow';
import type { FlatField } from '../describe/fields';

/** Items with everything that an example reads from its input. */
export const inputItems = [
	{ phone: '+380 67 123 45 67', email: 'anna@example.com', NAME: 'Anna' },
	{ phone: '+380 50 123 45 67', email: 'ivan@example.com', NAME: 'Ivan' },
];

/** A resource locator as the editor stores an ID that was typed. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value: String(value) });

export const fromItem = (key: string): string => `={{ $json.${key} }}`;

const enteredText = (placeholder: unknown) => String(placeholder).replace(/^e\.g\. /, '');

const valueOf = (option: object) => ('value' in option ? (option.value as string) : '');

/** A value other than the default, if the field can have one. */
export function exampleOf(field: FlatField): unknown {
	const { type, placeholder, typeOptions, options = [], default: byDefault } = field;
	if (type === 'resourceLocator') return byId(enteredText(field.modes?.at(-1)?.placeholder));
	// A list of the sandbox, unless the field has choices of its own.
	if (type === 'multiOptions') return [options.map(valueOf)[0] ?? '1001'];
	if (type === 'boolean') return byDefault !== true;
	if (type === 'number') return typeOptions?.minValue ?? byDefault;
	// Relative: an example with a date would be of the past one day.
	if (type === 'dateTime') return '={{ $now.plus({ hours: 2 }).toISO() }}';
	if (type === 'resourceMapper') return mapped;
	if (type === 'options') {
		const values = options.map(valueOf);
		return values.find((value) => value !== byDefault) ?? byDefault;
	}
	if (type === 'fixedCollection') {
		const [{ name, values }] = options as INodePropertyCollection[];
		const entry = values.map((one) => [one.name, exampleOf({ ...one, path: '' })]);
		const example = Object.fromEntries(entry) as object;
		return { [name]: typeOptions?.multipleValues ? [example] : example };
	}
	return placeholder === undefined ? byDefault : enteredText(placeholder);
}

/** Columns of an import that are mapped by hand. */
const mapped = {
	mappingMode: 'defineBelow',
	value: { phone: fromItem('phone'), NAME: fromItem('NAME') },
	matchingColumns: [],
	schema: [],
};

/** Whether a parameter with its default alone would be empty. */
export const isEmptyDefault = ({ default: byDefault }: FlatField): boolean =>
	byDefault === '' || (byDefault as { value?: unknown } | undefined)?.value === '';
