import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { Endpoint } from '../api/endpoint';
import type { ErrorContext } from '../errors/problem';
import type { RequestPolicy } from '../http/policy';
import type { SendingHours } from '../values/sendingHours';
import type { Field, ItemReader, ReadParameter, SentField } from './field';
import type { Entry, Ledger, PlannedRequest, Sent } from './entry';

/** What a person sees of an operation. */
interface OperationForm extends Pick<Endpoint, 'action'> {
	/** Label in the operation list, Title Case. */
	name: string;
	/** Stored in workflows: never changes. */
	value: string;
	description: string;
	fields: Field[];
	/** Output fields of this operation that a failed item must not keep from its input. */
	dropsIfFailed?: string[];
}

/** One operation of the service, whole: what a person sees, the request, and the output. */
export interface Operation extends OperationForm, Endpoint {
	/** Whether a message is of no use later. All others that are sent have Send Between. */
	isUrgent?: true;
	/** Whether a run knows to how many recipients it sends: not if they are a contact list. */
	knowsRecipients?: true;
	/** Reads how many recipients a mailing to a contact list has; undefined if the service does not say it. */
	countRecipients?: (pending: PendingRequest) => Promise<unknown>;
	/** The field of the response that says how many recipients the mailing has that was created. */
	recipientsIn?: string;
	/** Whether its text is that of an SMS; if forwarded, only with Forward to SMS. */
	isSms?: true | 'ifForwarded';
	/** The file in the form body: its name in the API, and the field with the binary field it is read from. */
	file?: { property: string; field: Field };
	/** Completes a validated request, e.g. with a generated code. */
	prepare?: (pending: PendingRequest) => void;
	/** Items with the same parameters share one request. */
	sharesRequests?: true;
	/** The fields that are returned while Simplify is on. The first one is the ID of the record. */
	simplified?: string[];
	/**
	 * Turns the records of a response into the items of an input item.
	 *
	 * @param input the fields of the input item; empty in a tool, whose input was written by a model
	 * @param clock the time zone of the account
	 */
	toItems?: (
		read: ReadParameter,
		input: IDataObject,
		clock: string,
	) => (records: IDataObject[]) => IDataObject[];
	/**
	 * Reads the entries of a run, and returns how they are sent; without it each input item is one.
	 *
	 * @throws Problem or ValidationError if a field that is read once is invalid
	 */
	plan?: (run: Run) => Plan | Promise<Plan>;
}

/** An operation without a request: it does nothing at the service. */
export interface LocalOperation extends OperationForm {
	effect?: undefined;
	/** Validates an item immediately; what it returns makes the record when all are validated. */
	respond: (run: Run<LocalOperation>, index: number) => () => Promise<IDataObject>;
}

export type AnyOperation = Operation | LocalOperation;

export const isLocal = (operation: AnyOperation): operation is LocalOperation =>
	'respond' in operation;

/** Whether an operation is for the phones that are entered. */
export const namesPhone = ({ fields }: AnyOperation): boolean =>
	fields.some(({ name }) => name === 'phone');

/** The field with the recipient; undefined if the operation sends nothing, or sends to a contact list. */
export const recipientFieldOf = ({ effect, form }: Compiled): Field | undefined =>
	effect === 'send' ? form.recipient : undefined;

/** The fields of an operation by what a run needs them for. */
export interface Form {
	/** Those with a value of their own, with the options, in the order of the form. */
	values: Field[];
	/** All of them by their paths. */
	at: ReadonlyMap<string, Field>;
	/** Those that are sent. */
	sent: SentField[];
	/** The field with the recipient. */
	recipient?: Field;
	/** The field with the time of sending. */
	schedule?: Field;
}

/** An operation as a run uses it. */
export type Compiled<Kind extends AnyOperation = AnyOperation> = Kind & { form: Form };

/** What an item has in its fields: wire forms by the names of the fields. */
export type Values = Record<string, string | number | undefined>;

export interface Resource {
	name: string;
	value: string;
	/** What it is, where a node has others to choose from. */
	description?: string;
	operations: AnyOperation[];
}

/** One try of a step over its input items, before anything of it is read. */
export interface NewRun<Kind extends AnyOperation = AnyOperation> {
	context: IExecuteFunctions;
	operation: Compiled<Kind>;
	/** The fields that the saved step has: options that were not added are not among them. */
	fields: Field[];
	node: INode;
	items: INodeExecutionData[];
	/** Whether items that fail become output, and the others go on. */
	continues: boolean;
	/** The workflow's time zone. */
	zone: string;
	ledger: Ledger;
	/** Names an item in errors. */
	where: (index: number) => ErrorContext;
	/** Reads parameters of an item. */
	at: (index: number) => ReadParameter;
	/** What an item has in a field, as it was entered; undefined if its expression throws. */
	entered: (index: number, field: Field) => unknown;
}

/** The most that may be sent, and where that is set: empty if it is not. */
export interface Limit {
	max: number;
	place: string;
}

/** What is read once, from the first item. */
export interface RunOptions {
	maxRecipients?: Limit;
	/** Days. */
	rememberDays: number;
}

/** The same with what it is sent with, and what reads it. */
export interface Run<Kind extends AnyOperation = Operation> extends NewRun<Kind> {
	account: Account;
	policy: RequestPolicy;
	options: RunOptions;
	/** Reads fields of an item. */
	item: (index: number, countryCode?: string) => ItemReader;
}

/** A run of an operation with or without a request. */
export type AnyRun = Run<AnyOperation>;

/** A request after every value was validated and brought into its wire form. */
export interface CheckedRequest {
	qs: IDataObject;
	body?: IDataObject;
	/** The binary field of the item that is uploaded. */
	file?: string;
	/** The phone or email of its one recipient. */
	address?: string;
	/** The time of sending in ISO format with an offset, if it has one. */
	scheduledFor?: string;
	/** Makes what is added to the records of the response, e.g. a generated code. */
	returns?: () => IDataObject;
	/** The schedule as it was entered, if it was moved into the sending hours. */
	unmoved?: IDataObject;
	/** It has no schedule, and is sent within these hours. */
	hours?: SendingHours;
	/** The one-time code that is sent: a dry run does not show it. */
	code?: string;
	/** The code that is sent, if neither output nor errors may show it. */
	hidden?: string;
	/** Records wanted from a list; undefined for all. */
	limit?: number;
	/** Texts that no output and no error may show. */
	secrets?: string[];
	/** Ends the request before its execution ends. */
	signal?: AbortSignal;
}

/** An item's request before it is sent. */
export interface PendingRequest {
	request: CheckedRequest;
	/** What the item has in its fields. */
	values: Values;
	account: Account;
	/** Reads from the service; what several items of a run ask for is read once. */
	ask: (endpoint: Endpoint, qs: IDataObject) => Promise<IDataObject[]>;
}

/** How the entries of a run are sent, after they were read. */
export interface Plan {
	/** The requests of the entries that are open. */
	requests: () => PlannedRequest[];
	/** Requests that may begin before the first one has ended; as many as the account allows if it is not set. */
	atOnce?: number;
	/** Whether what is wrong with one entry becomes its item, and the others are sent, even if the run does not continue. */
	keepsRejected?: boolean;
	/**
	 * Identifies what an entry sends to its recipient: the same is sent only once. Without it, a run may repeat
	 * its requests.
	 */
	fingerprintOf?: (entry: Entry) => string | undefined;
	/** Makes the output of a run that sends nothing. */
	preview?: () => INodeExecutionData[];
	/** The output of what was sent, in any order. By default the records of each request. */
	sentItems?: (sent: Sent[]) => INodeExecutionData[];
	/**
	 * The whole output of a run, in any order, of a plan that goes on after sending.
	 *
	 * @param unsent the output of what was rejected, failed or left out
	 */
	output?: (sent: Sent[], unsent: INodeExecutionData[]) => Promise<INodeExecutionData[]>;
	/** Names what a request made, for the error of a later one, e.g. `sms_id 5001`. */
	resultOf?: (records: IDataObject[]) => string;
}
