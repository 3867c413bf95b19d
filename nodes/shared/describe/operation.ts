import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestMethods,
	INodeProperties,
	NodeOutput,
} from 'n8n-workflow';
import type { Answer } from '../api/responseShapes';
import type { Format } from '../values/formats';
import type { CheckedRequest } from '../run/checkRequest';

export type Place = 'query' | 'form';

/** A field of the editor and where its value goes in the request. */
export interface Field extends INodeProperties {
	/** Name in the API; without it the name in snake_case. `false`: never sent by itself. */
	wire?: string | false;
	/** Where the API documents it; without it where the operation's token goes. */
	place?: Place;
	/** Where n8n collects it, when another operation shares the field and sends it elsewhere. */
	via?: Place;
	/** Checks the value and gives its wire form; without it a text goes out as it is. */
	as?: Format;
	/** Where the parameter is, when it is not at the top: `options.showCost`. */
	path?: string;
	/** Must have a value, and what to do when it has none: for fields that n8n itself cannot require. */
	missing?: string;
	/** Shown, and sent, only with these values of other fields. */
	when?: Record<string, Array<string | boolean>>;
}

/** One operation of the service, whole: what a person sees, the request, and what comes out. */
export interface Operation {
	/** Label in the operation list, Title Case. */
	name: string;
	/** Stored in workflows: never changes. */
	value: string;
	/** What it does, in sentence case, as the node panel lists it. */
	action: string;
	description: string;
	method: IHttpRequestMethods;
	/** `/api/<version>/<operation>` */
	path: string;
	/** Where the API documents the token. */
	token: Place;
	/** Whether it only reads: such a request may be repeated. */
	reads?: boolean;
	fields: Field[];
	answer: Answer;
	/** What to do about an HTTP status that means something of its own here. */
	advice?: Record<number, string>;
	/** Parameters that are not fields, e.g. a fixed flag, by wire name. */
	fixed?: IDataObject;
	/** The service pages this list itself with `limit_offset` and `limit_rows`, sent here. */
	pages?: Place;
	/** The file in the form body: its wire name, and the label and value of the field that names it. */
	file?: {
		wire: string;
		label: string;
		of: (context: IExecuteSingleFunctions) => string | undefined;
	};
	/** Completes a checked request with what must be asked or made first; nothing was sent yet. */
	prepare?: (step: Step) => Promise<void> | undefined;
	/** Turns the records of an answer into other items, where an option asks for that. */
	output?: (records: IDataObject[], options: IDataObject) => IDataObject[];
	/** Sees all input items at once instead of one request per item. */
	execute?: (this: IExecuteFunctions) => Promise<NodeOutput>;
}

/** An item's request while it is made ready. */
export interface Step {
	context: IExecuteSingleFunctions;
	request: CheckedRequest;
	operation: Operation;
	/** Asks the service; the same question of several items of a run is asked once. */
	ask: (question: Question, qs: IDataObject) => Promise<IDataObject[]>;
}

/** A request that only reads. */
export type Question = Pick<Operation, 'action' | 'method' | 'path' | 'token' | 'reads' | 'answer'>;

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}

/** The name that the API gives a field. */
export const wireName = ({ name, wire }: Field): string =>
	wire || name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All fields of an operation that are sent; its options are shown under the options' condition. */
export function sentFields(operation: Operation): Field[] {
	const fields = known.get(operation.fields) ?? findSentFields(operation);
	known.set(operation.fields, fields);
	return fields;
}

/** By the list of fields, which never changes: every item asks. */
const known = new WeakMap<Field[], Field[]>();

const findSentFields = (operation: Operation): Field[] =>
	operation.fields
		.flatMap((field) =>
			field.type === 'collection'
				? (field.options as Field[]).map((option) => ({
						...option,
						path: `${field.name}.${option.name}`,
						when: { ...field.when, ...option.when },
					}))
				: [field],
		)
		.filter(({ wire }) => wire !== false)
		.map((field) => ({ ...field, wire: wireName(field) }));
