import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Account } from '../../../credentials/account';
import type { Endpoint } from '../api/endpoint';
import type { ErrorContext } from '../errors/problem';
import type { RequestPolicy } from '../http/policy';
import type { SendingHours } from '../values/sendingHours';
import type { Field, ItemReader, ReadParameter, SentField } from './field';
import type { Entry, Ledger, PlannedRequest, SentRequest } from './entry';

interface OperationBase extends Pick<Endpoint, 'action'> {
	name: string;
	/** Saved in workflows, so a value must never change. */
	value: string;
	description: string;
	fields: Field[];
	/** Output fields of this operation. A failed item keeps no input fields with these names. */
	fieldsDroppedIfFailed?: string[];
}

/** An operation that makes requests. */
export interface Operation extends OperationBase, Endpoint {
	/** True if the message soon becomes useless, e.g. a one-time code. Such operations have no Send Between. */
	isTimeCritical?: true;
	/** Not set if the step does not know the recipients, e.g. of a contact list. */
	knowsRecipients?: true;
	/**
	 * Reads the number of recipients of the mailing to confirm. Returns undefined if the service does not report
	 * the number.
	 */
	fetchRecipientCount?: (itemRequest: ItemRequest) => Promise<unknown>;
	/** The response field with the number of recipients of the created mailing. */
	recipientCountResponseField?: string;
	/** `ifForwarded`: the text is an SMS only if Forward to SMS is on. */
	whenSentAsSms?: 'always' | 'ifForwarded';
	/** The file to upload. `field` is the field with the name of the binary property. */
	fileUpload?: { apiName: string; field: Field };
	/** Completes a validated request, e.g. adds a generated code. */
	prepareRequest?: (itemRequest: ItemRequest) => void;
	/** True if items with the same parameters share one request. */
	cachesResponses?: true;
	/** The output fields that Simplify keeps. The first is the record's ID. */
	simplifiedFields?: string[];
	/**
	 * Returns a function that turns the records of a response into output items.
	 *
	 * @param input the fields of the input item; empty if a model calls the step as a tool
	 */
	createItemMapper?: (
		read: ReadParameter,
		input: IDataObject,
		accountZone: string,
	) => (records: IDataObject[]) => IDataObject[];
	/**
	 * Reads the entries of a run and plans their requests. Default: one request per input item.
	 *
	 * @throws Problem or ValidationError if a field that applies to the whole run is invalid
	 */
	plan?: (run: Run) => Plan | Promise<Plan>;
}

export interface LocalOperation extends OperationBase {
	effect?: undefined;
	/**
	 * Validates an item, and returns a function that makes the output record. That function is
	 * called once all items are validated.
	 */
	prepareRecord: (run: Run<LocalOperation>, index: number) => () => Promise<IDataObject>;
}

export type AnyOperation = Operation | LocalOperation;

export const isLocal = (operation: AnyOperation): operation is LocalOperation =>
	'prepareRecord' in operation;

export const hasPhoneField = ({ fields }: AnyOperation): boolean =>
	fields.some(({ name }) => name === 'phone');

/**
 * Returns the field with the phone or email. Undefined if the operation does not send, or sends to a contact
 * list.
 */
export const recipientFieldIfSending = ({
	effect,
	fieldIndex,
}: WithFieldIndex): Field | undefined => (effect === 'send' ? fieldIndex.recipient : undefined);

export interface FieldIndex {
	/** Fields that have a value, including options. */
	fieldsWithValue: Field[];
	fieldByPath: ReadonlyMap<string, Field>;
	sentFields: SentField[];
	recipient?: Field;
	schedule?: Field;
}

export type WithFieldIndex<Kind extends AnyOperation = AnyOperation> = Kind & {
	fieldIndex: FieldIndex;
};

/** Validated values of an item in wire form, by field name. */
export type Values = Record<string, string | number | undefined>;

export interface Resource {
	name: string;
	value: string;
	/** Set if a node has several resources. */
	description?: string;
	operations: AnyOperation[];
}

/** A try of a step before its credential and options are read. */
export interface NewRun<Kind extends AnyOperation = AnyOperation> {
	context: IExecuteFunctions;
	operation: WithFieldIndex<Kind>;
	/** The fields of the saved step. An option is included only if it was added. */
	stepFields: Field[];
	node: INode;
	items: INodeExecutionData[];
	/** True if On Error is Continue. */
	continuesOnFail: boolean;
	zone: string;
	ledger: Ledger;
	errorContextOf: (index: number) => ErrorContext;
	parameterReaderOf: (index: number) => ReadParameter;
}

export interface Limit {
	max: number;
	setIn: string;
}

export interface RunOptions {
	maxRecipients?: Limit;
	rememberDays: number;
}

/** A try of a step, with its credential and options. */
export interface Run<Kind extends AnyOperation = Operation> extends NewRun<Kind> {
	account: Account;
	policy: RequestPolicy;
	options: RunOptions;
	readerOf: (index: number, countryCode?: string) => ItemReader;
}

export type AnyRun = Run<AnyOperation>;

export interface ValidatedRequest {
	qs: IDataObject;
	body?: IDataObject;
	inputBinaryField?: string;
	/** The phone or email. Undefined for a contact list. */
	address?: string;
	/** Scheduled time of sending, ISO 8601 with an offset. */
	scheduledFor?: string;
	/** Makes fields to add to each output record, e.g. a generated code. */
	makeExtraOutputFields?: () => IDataObject;
	/** The schedule that the user entered, if Send Between moved the message to another time. */
	replacedSchedule?: IDataObject;
	/** The hours within which an unscheduled request must start. */
	sendingHours?: SendingHours;
	/** The one-time code, which a dry run hides. */
	oneTimeCode?: string;
	/** Set to the one-time code if outputs and errors must hide the code. */
	hiddenCode?: string;
	/** Max records to read from a list. Default: all. */
	recordLimit?: number;
	/** Texts that no output or error may show. */
	secrets?: string[];
	/** Aborts the request, e.g. at the time limit of a wait. */
	signal?: AbortSignal;
}

export interface ItemRequest {
	request: ValidatedRequest;
	values: Values;
	account: Account;
	/** Sends a read request. Items with the same request share one response. */
	fetchCached: (endpoint: Endpoint, qs: IDataObject) => Promise<IDataObject[]>;
}

export interface Plan {
	createRequests: () => PlannedRequest[];
	/** Default: Max Requests in Flight of the credential. */
	maxConcurrent?: number;
	/** True if valid entries are sent even if others are rejected. */
	sendsDespiteRejected?: boolean;
	/** If entries have the same recipient and fingerprint, only the first is sent. */
	contentFingerprintOf?: (entry: Entry) => string | undefined;
	/** Makes the output of a dry run. A plan with this function sends nothing. */
	makePreview?: () => INodeExecutionData[];
	/**
	 * Makes the output of sent entries. Default: the records of each request. The caller sorts the
	 * output by input item.
	 */
	makeSentItems?: (sent: SentRequest[]) => INodeExecutionData[];
	/**
	 * Makes the whole output, e.g. after waiting for final statuses.
	 *
	 * @param errorsAndLeftOut the output of entries that were rejected, failed or left out
	 */
	makeOutput?: (
		sent: SentRequest[],
		errorsAndLeftOut: INodeExecutionData[],
	) => Promise<INodeExecutionData[]>;
	/** Describes a successful request in the error of a later request, e.g. `sms_id 5001`. */
	describeSentRecords?: (records: IDataObject[]) => string;
}
