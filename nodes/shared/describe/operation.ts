import type {
	IDataObject,
	IExecuteFunctions,
	IExecuteSingleFunctions,
	NodeOutput,
} from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { CheckedRequest } from '../run/checkRequest';
import type { Field } from './field';

/** One operation of the service, whole: what a person sees, the request, and the output. */
export interface Operation extends Endpoint {
	/** Label in the operation list, Title Case. */
	name: string;
	/** Stored in workflows: never changes. */
	value: string;
	description: string;
	fields: Field[];
	/** Parameters that are not fields, e.g. a fixed flag, by their name in the API. */
	constants?: IDataObject;
	/** The file in the form body: its name in the API, and the label and value of the field that names it. */
	file?: {
		apiName: string;
		label: string;
		fieldOf: (context: IExecuteSingleFunctions) => string | undefined;
	};
	/** Completes a checked request with what must be asked or made first; nothing was sent yet. */
	prepare?: (pending: PendingRequest) => Promise<void> | undefined;
	/** Turns the records of a response into other items, if an option asks for that. */
	toItems?: (records: IDataObject[], options: IDataObject) => IDataObject[];
	/** Sees all input items at once instead of one request per item. */
	execute?: (this: IExecuteFunctions) => Promise<NodeOutput>;
}

/** An item's request before it is sent. */
export interface PendingRequest {
	context: IExecuteSingleFunctions;
	request: CheckedRequest;
	operation: Operation;
	/** Reads from the service; what several items of a run ask for is read once. */
	ask: (endpoint: Endpoint, qs: IDataObject) => Promise<IDataObject[]>;
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}
