import { type Format, id, rows, text, whole } from './formats';

export type Place = 'query' | 'form' | 'file';

export interface Parameter {
	name: string;
	/** `either` means the query or the form, and is only for undocumented operations. */
	in: Place | 'either';
	format: Format;
	required: boolean;
	/** May be sent without a value, as in a public sample of the service. */
	mayBeEmpty?: true;
	/** Has several values with indexes: `name[0]`, `name[0][field]`. */
	indexed: boolean;
}

const row = (name: string, location: Parameter['in'], format: Format): Parameter => ({
	name,
	in: location,
	format,
	required: false,
	indexed: false,
});

export const query = (name: string, format: Format) => row(name, 'query', format);
export const form = (name: string, format: Format) => row(name, 'form', format);
export const file = (name: string) => row(name, 'file', text);
export const required = (parameter: Parameter): Parameter => ({ ...parameter, required: true });
export const allowEmpty = (parameter: Parameter): Parameter => ({ ...parameter, mayBeEmpty: true });
export const indexed = (parameter: Parameter): Parameter => ({ ...parameter, indexed: true });
export const token = (location: 'query' | 'form' | 'either') =>
	required(row('token', location, text));

export const page = (location: 'query' | 'form') => [
	row('limit_offset', location, whole),
	row('limit_rows', location, rows),
];

export const messageId = (location: 'query' | 'form') => required(row('message_id', location, id));
