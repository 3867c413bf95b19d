import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { Endpoint } from '../api/endpoint';
import type { ErrorContext } from '../errors/problem';
import type { RequestPolicy } from '../http/policy';
import type { SendingHours } from '../values/sendingHours';
import type { Field, ItemReader, ReadParameter, SentField } from './field';
import type { Entry, Ledger, PlannedRequest, SentRequest } from './entry';

/** The form of an operation. */
interface OperationForm extends Pick<Endpoint, 'action'> {
	/** Label in the list of operations, in title case. */
	name: string;
	/** Saved in workflows, so it must never change. */
	value: string;
	description: string;
	fields: Field[];
	/** Output fields of this operation. A failed item does not keep input fields of these names. */
	dropsIfFailed?: string[];
}

/** A complete operation of the service: form, request and output. */
export interface Operation extends OperationForm, Endpoint {
	/** True if the message is useless later, e.g. a one-time code. Other messages have Send Between. */
	isUrgent?: true;
	/** True if the recipients are known. They are not if the operation sends to a contact list. */
	knowsRecipients?: true;
	/** Reads the number of recipients in a contact list; undefined if the service does not say it. */
	countRecipients?: (pending: PendingRequest) => Promise<unknown>;
	/** The response field with the number of recipients of the created mailing. */
	recipientCountField?: string;
	/** True if the text is sent as an SMS. `ifForwarded`: only with Forward to SMS. */
	isSms?: true | 'ifForwarded';
	/** An uploaded file: its API name, and the field that names the binary property. */
	file?: { property: string; field: Field };
	/** Completes a validated request, e.g. with a generated code. */
	prepare?: (pending: PendingRequest) => void;
	/** True if items with the same parameters share one request. */
	sharesRequests?: true;
	/** The fields that Simplify keeps. The first one is the record's ID. */
	simplified?: string[];
	/**
	 * Turns the records of a response into output items.
	 *
	 * @param input the fields of the input item; empty in a tool, where a model wrote them
	 */
	toItems?: (
		read: ReadParameter,
		input: IDataObject,
		accountZone: string,
	) => (records: IDataObject[]) => IDataObject[];
	/**
	 * Reads the entries of a run and plans how to send them. Default: one entry per input item.
	 *
	 * @throws Problem or ValidationError if a field that is read once is invalid
	 */
	plan?: (run: Run) => Plan | Promise<Plan>;
}

/** An operation that makes no request. */
export interface LocalOperation extends OperationForm {
	effect?: undefined;
	/** Validates an item, and returns a function that makes the record once all items are valid. */
	respond: (run: Run<LocalOperation>, index: number) => () => Promise<IDataObject>;
}

export type AnyOperation = Operation | LocalOperation;

export const isLocal = (operation: AnyOperation): operation is LocalOperation =>
	'respond' in operation;

/** Reports whether an operation has a field for phones. */
export const hasPhone = ({ fields }: AnyOperation): boolean =>
	fields.some(({ name }) => name === 'phone');

/** Returns the field with the recipient; undefined if nothing is sent, or if a contact list gets it. */
export const recipientFieldOf = ({ effect, form }: Compiled): Field | undefined =>
	effect === 'send' ? form.recipient : undefined;

/** The fields of an operation, grouped by use. */
export interface Form {
	/** Fields with a value, including options, in the order of the form. */
	inputs: Field[];
	byPath: ReadonlyMap<string, Field>;
	/** Fields that are sent. */
	sent: SentField[];
	recipient?: Field;
	schedule?: Field;
}

/** An operation with its form, ready to run. */
export type Compiled<Kind extends AnyOperation = AnyOperation> = Kind & { form: Form };

/** The field values of an item: wire forms by field name. */
export type Values = Record<string, string | number | undefined>;

export interface Resource {
	name: string;
	value: string;
	/** Set if a node has several resources. */
	description?: string;
	operations: AnyOperation[];
}

/** One try of a step, before anything is read. */
export interface NewRun<Kind extends AnyOperation = AnyOperation> {
	context: IExecuteFunctions;
	operation: Compiled<Kind>;
	/** Fields of the saved step, without options that were not added. */
	fields: Field[];
	node: INode;
	items: INodeExecutionData[];
	/** True if failed items become output and the run continues. */
	continuesOnFail: boolean;
	/** The workflow's time zone. */
	zone: string;
	ledger: Ledger;
	/** Returns how errors name an item. */
	errorContext: (index: number) => ErrorContext;
	/** Returns a reader for the parameters of an item. */
	parametersOf: (index: number) => ReadParameter;
	/** Returns the value as entered; undefined if its expression throws. */
	enteredValue: (index: number, field: Field) => unknown;
}

/** A limit, and where it is set. `setIn` is empty for the default. */
export interface Limit {
	max: number;
	setIn: string;
}

/** Options that are read once, from the first item. */
export interface RunOptions {
	maxRecipients?: Limit;
	rememberDays: number;
}

/** A run with account, policy and field reader. */
export interface Run<Kind extends AnyOperation = Operation> extends NewRun<Kind> {
	account: Account;
	policy: RequestPolicy;
	options: RunOptions;
	/** Returns a reader for the fields of an item. */
	readerOf: (index: number, countryCode?: string) => ItemReader;
}

/** A run of an operation with or without requests. */
export type AnyRun = Run<AnyOperation>;

/** A request whose values are all validated and in wire form. */
export interface ValidatedRequest {
	qs: IDataObject;
	body?: IDataObject;
	/** Name of the binary property to upload. */
	file?: string;
	/** The phone or email, if there is a single recipient. */
	address?: string;
	/** Time of sending, ISO 8601 with an offset, if scheduled. */
	scheduledFor?: string;
	/** Makes fields to add to the records of the response, e.g. a generated code. */
	extraFields?: () => IDataObject;
	/** The schedule before it was moved into the sending hours. */
	enteredSchedule?: IDataObject;
	/** The hours within which an unscheduled request must start. */
	hours?: SendingHours;
	/** The one-time code, which a dry run does not show. */
	code?: string;
	/** The code, if neither output nor errors may show it. */
	hidden?: string;
	/** Max number of records from a list; undefined for all. */
	limit?: number;
	/** Texts that no output or error may show. */
	secrets?: string[];
	/** Aborts the request, e.g. at the end of a wait. */
	signal?: AbortSignal;
}

/** An item's request before it is sent. */
export interface PendingRequest {
	request: ValidatedRequest;
	/** The field values of the item. */
	values: Values;
	account: Account;
	/** Reads from the service. The items of a run share responses to the same request. */
	fetchOnce: (endpoint: Endpoint, qs: IDataObject) => Promise<IDataObject[]>;
}

/** The way to send the entries of a run. */
export interface Plan {
	/** Makes the requests of the open entries. */
	requests: () => PlannedRequest[];
	/** Max number of concurrent requests. Default: the limit of the account. */
	maxConcurrent?: number;
	/** True to to send the other entries if one is rejected, even without Continue. */
	sendsDespiteRejected?: boolean;
	/**
	 * Identifies what an entry sends to its recipient, so that it is sent only once. Without it, a run may
	 * send the same request again.
	 */
	fingerprintOf?: (entry: Entry) => string | undefined;
	/** Makes the output of a dry run. If set, nothing is sent. */
	preview?: () => INodeExecutionData[];
	/** Makes the output for sent entries, in any order. Default: the records of each request. */
	sentItems?: (sent: SentRequest[]) => INodeExecutionData[];
	/**
	 * Makes the whole output, in any order, for a plan that does more after sending.
	 *
	 * @param unsent the output of entries that were rejected, failed or left out
	 */
	output?: (sent: SentRequest[], unsent: INodeExecutionData[]) => Promise<INodeExecutionData[]>;
	/** Describes a result in the error of a later request, e.g. `sms_id 5001`. */
	describeResult?: (records: IDataObject[]) => string;
}
