import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { Endpoint } from '../api/endpoint';
import type { ErrorContext } from '../errors/problem';
import type { RequestPolicy } from '../http/policy';
import type { SendingHours } from '../values/sendingHours';
import type { Field, ItemReader, ReadParameter, SentField } from './field';
import type { Entry, Ledger, PlannedRequest, SentRequest } from './entry';

/** The part of an operation that the editor shows. */
interface OperationForm extends Pick<Endpoint, 'action'> {
	/** Label in n8n's list of operations, in title case. */
	name: string;
	/** Saved in workflows, so it must never change. */
	value: string;
	description: string;
	fields: Field[];
	/** Output fields of this operation, which the output of a failed item must not take from its input. */
	fieldsDroppedIfFailed?: string[];
}

/** An operation of the service: form, request and output. */
export interface Operation extends OperationForm, Endpoint {
	/** True if the message is useless later, e.g. a one-time code. Urgent messages have no Send Between. */
	isShortLived?: true;
	/** True if the recipients are known before sending. False for a contact list. */
	knowsRecipients?: true;
	/**
	 * Reads the number of recipients of the mailing to confirm. Undefined if the service does not report it.
	 */
	countRecipients?: (pending: PendingRequest) => Promise<unknown>;
	/** The response field with the number of recipients of the created mailing. */
	recipientCountField?: string;
	/** True if the text is sent as an SMS; `ifForwarded` if that depends on Forward to SMS. */
	isSentAsSms?: true | 'ifForwarded';
	/** The file to upload: its API name, and the field with the name of the binary property. */
	file?: { apiName: string; field: Field };
	/** Completes a validated request, e.g. adds a generated code. */
	completeRequest?: (pending: PendingRequest) => void;
	/** True if items with the same parameters share one request. */
	sharesRequests?: true;
	/** The output fields that Simplify keeps. The first one is the record's ID. */
	simplifiedFields?: string[];
	/**
	 * Returns a function that turns the records of a response into output items.
	 *
	 * @param input the fields of the input item; empty in a tool, where a model wrote them
	 */
	createItemMapper?: (
		read: ReadParameter,
		input: IDataObject,
		accountZone: string,
	) => (records: IDataObject[]) => IDataObject[];
	/**
	 * Reads the entries of a run and plans how to send them. Default: one request per input item.
	 *
	 * @throws Problem or ValidationError if a field that applies to the whole run is invalid
	 */
	plan?: (run: Run) => Plan | Promise<Plan>;
}

/** An operation that makes no request. */
export interface LocalOperation extends OperationForm {
	/** Never set: the operation neither reads nor changes anything at the service. */
	effect?: undefined;
	/** Validates an item. Returns a function that makes its record, to call once all items are valid. */
	prepareRecord: (run: Run<LocalOperation>, index: number) => () => Promise<IDataObject>;
}

export type AnyOperation = Operation | LocalOperation;

export const isLocal = (operation: AnyOperation): operation is LocalOperation =>
	'prepareRecord' in operation;

export const hasPhone = ({ fields }: AnyOperation): boolean =>
	fields.some(({ name }) => name === 'phone');

/**
 * Returns the field with the recipient. Undefined if nothing is sent, or if the recipient is a contact list.
 */
export const recipientFieldOf = ({ effect, fieldIndex }: WithFieldIndex): Field | undefined =>
	effect === 'send' ? fieldIndex.recipient : undefined;

export interface FieldIndex {
	/** All fields that have a value, including options. */
	inputs: Field[];
	byPath: ReadonlyMap<string, Field>;
	sent: SentField[];
	recipient?: Field;
	schedule?: Field;
}

/** An operation with its fields indexed for running. */
export type WithFieldIndex<Kind extends AnyOperation = AnyOperation> = Kind & {
	fieldIndex: FieldIndex;
};

/** The validated values of an item, in wire form, by field name. */
export type Values = Record<string, string | number | undefined>;

export interface Resource {
	name: string;
	value: string;
	/** Set if a node has several resources. */
	description?: string;
	operations: AnyOperation[];
}

/** One try of a step, before its account and options are read. */
export interface NewRun<Kind extends AnyOperation = AnyOperation> {
	context: IExecuteFunctions;
	operation: WithFieldIndex<Kind>;
	/** The fields of the saved step, without options that were not added. */
	fields: Field[];
	node: INode;
	items: INodeExecutionData[];
	/** True if On Error is Continue: failed items become output. */
	continuesOnFail: boolean;
	/** The workflow's time zone. */
	zone: string;
	ledger: Ledger;
	errorContext: (index: number) => ErrorContext;
	/** Returns a reader of an item's n8n parameters. */
	parameterReaderOf: (index: number) => ReadParameter;
	/** Returns a field's value as entered, or undefined if its expression throws. */
	readEnteredValue: (index: number, field: Field) => unknown;
}

/**
 * A limit, and where it is set: `in this step` or `in the credential`. `setIn` is empty for a default limit.
 */
export interface Limit {
	max: number;
	setIn: string;
}

/** Options that apply to the whole run, read from the first item. */
export interface RunOptions {
	maxRecipients?: Limit;
	rememberDays: number;
}

/** A try of a step, with its account, request policy and options. */
export interface Run<Kind extends AnyOperation = Operation> extends NewRun<Kind> {
	account: Account;
	policy: RequestPolicy;
	options: RunOptions;
	/** Returns a reader of an item's fields. */
	readerOf: (index: number, countryCode?: string) => ItemReader;
}

export type AnyRun = Run<AnyOperation>;

/** A request with all values validated and in wire form. */
export interface ValidatedRequest {
	qs: IDataObject;
	body?: IDataObject;
	/** Name of the item's binary property to upload. */
	binaryProperty?: string;
	/** The phone or email, if there is exactly one recipient. */
	address?: string;
	/** Time of sending if scheduled, ISO 8601 with an offset. */
	scheduledFor?: string;
	/** Returns fields to add to each output record, e.g. a generated code. */
	makeExtraFields?: () => IDataObject;
	/** The schedule as entered, if it was moved into the hours of Send Between. */
	enteredSchedule?: IDataObject;
	/** The hours within which an unscheduled request must start. */
	hours?: SendingHours;
	/** The one-time code. A dry run does not show it. */
	code?: string;
	/** The one-time code, if outputs and errors must hide it. */
	hiddenCode?: string;
	/** Max records to read from a list. Undefined for all. */
	limit?: number;
	/** Texts that no output or error may show. */
	secrets?: string[];
	/** Aborts the request, e.g. at the time limit of a wait. */
	signal?: AbortSignal;
}

export interface PendingRequest {
	request: ValidatedRequest;
	values: Values;
	account: Account;
	/** Reads from the service. Items with the same request share its response. */
	fetchOnce: (endpoint: Endpoint, qs: IDataObject) => Promise<IDataObject[]>;
}

/** The way to send the entries of a run. */
export interface Plan {
	createRequests: () => PlannedRequest[];
	/** Max concurrent requests. Default: the limit of the account. */
	maxConcurrent?: number;
	/** True if valid entries are sent although others are rejected, even if On Error is Stop Workflow. */
	sendsDespiteRejected?: boolean;
	/**
	 * Identifies the message of an entry, so that a recipient gets it once. If undefined, a run may send the
	 * same request again.
	 */
	fingerprintOf?: (entry: Entry) => string | undefined;
	/** Makes the output of a dry run. If set, nothing is sent. */
	makePreview?: () => INodeExecutionData[];
	/** Makes the output of sent entries, in any order. Default: the records of each request. */
	makeSentItems?: (sent: SentRequest[]) => INodeExecutionData[];
	/**
	 * Makes the whole output, in any order, e.g. after waiting for final statuses.
	 *
	 * @param errorsAndLeftOut the output of entries that were rejected, failed or left out
	 */
	makeOutput?: (
		sent: SentRequest[],
		errorsAndLeftOut: INodeExecutionData[],
	) => Promise<INodeExecutionData[]>;
	/** Describes an earlier result in the error of a later request, e.g. `sms_id 5001`. */
	describeEarlierResult?: (records: IDataObject[]) => string;
}
