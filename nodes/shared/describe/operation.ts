import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Endpoint } from '../api/endpoint';
import type { ErrorContext } from '../errors/nodeErrors';
import type { RejectedItems } from '../errors/rejectedItems';
import type { RequestPolicy } from '../http/policy';
import type { SentRequests } from '../http/sentRequests';
import type { Account } from '../../../credentials/account';
import type { ReadParameter } from './checkField';
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
	/** Whether a run knows to how many recipients it sends: not if they are a contact list. */
	knowsRecipients?: true;
	/** Whether its text is that of an SMS; if forwarded, only with Forward to SMS. */
	isSms?: true | 'ifForwarded';
	/** The file in the form body: its name in the API, and the field with the binary field it is read from. */
	file?: { apiName: string; field: Field };
	/** Completes a validated request with what must be read or made first; nothing was sent yet. */
	prepare?: (pending: PendingRequest) => Promise<void> | undefined;
	/**
	 * Makes the record of an item in place of a request. It reads and validates immediately; what it
	 * returns is called when the run sends.
	 */
	respond?: (run: Run, index: number) => () => Promise<IDataObject>;
	/** Turns the records of a response into other items, if an option of the item asks for that. */
	toItems?: (read: ReadParameter) => (records: IDataObject[]) => IDataObject[];
	/** Whether a recipient gets something: then it has the options against a second message. */
	sends?: true;
	/** What an item that failed keeps of its input; all of it if there is none. */
	keeps?: (input: IDataObject) => IDataObject;
	/** Plans the requests of all input items together; without it one request per item. */
	plan?: (run: Run, rejected: RejectedItems) => Promise<Plan>;
}

export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}

/** A request after every value was validated and brought into its wire form. */
export interface CheckedRequest {
	qs: IDataObject;
	body?: IDataObject;
	/** The binary field of the item that is uploaded. */
	file?: string;
	/** Makes what is added to the records of the response, e.g. a generated code. */
	returns?: () => IDataObject;
	/** The code that is sent, if neither output nor errors may show it. */
	hidden?: string;
	/** Records wanted from a list; undefined for all. */
	limit?: number;
	/** Texts that no output and no error may show. */
	secrets?: string[];
}

/** An item's request before it is sent. */
export interface PendingRequest {
	request: CheckedRequest;
	/** Reads parameters of the item; only until the first `await`. */
	read: ReadParameter;
	where: ErrorContext;
	service: Account;
	/** Reads from the service; what several items of a run ask for is read once. */
	ask: (endpoint: Endpoint, qs: IDataObject) => Promise<IDataObject[]>;
}

/** One run of a step over its input items. */
export interface Run {
	context: IExecuteFunctions;
	operation: Operation;
	node: INode;
	items: INodeExecutionData[];
	/** The workflow's time zone. */
	zone: string;
	service: Account;
	policy: RequestPolicy;
	/** What an earlier try of Retry On Fail has sent. */
	sent: SentRequests;
	/** Reads parameters of an item. */
	at: (index: number) => ReadParameter;
	/** Names the item in errors. */
	where: (index: number) => ErrorContext;
}

/** One request of a run. */
export interface PlannedRequest {
	/** The input items that it is for. */
	indexes: number[];
	/** What it is remembered by under Retry On Fail; none if it may be repeated. */
	keys: Array<string | number>;
	/** The items that it was read from, if it is for more: all items share what one has as JSON. */
	readFrom?: number[];
	/** Its mailings by their place in the JSON, if they were written so: errors name them, not the item. */
	places?: number[];
	/** The request without some of its items; undefined if none is left. */
	without?: (indexes: Set<number>) => PlannedRequest | undefined;
	/**
	 * Sends it.
	 *
	 * @param isStopped whether the run has ended: then what has not been started is not sent
	 * @throws NodeApiError
	 */
	send: (isStopped: () => boolean) => Promise<IDataObject[]>;
}

/** What a run sends once all its items are validated. */
export interface Plan<Request extends PlannedRequest = PlannedRequest> {
	/** Items that are left out are taken out of this very list before anything is sent. */
	requests: Request[];
	/** How many recipients it has; undefined for one in each request. */
	recipients?: number;
	/** Requests at a time; undefined for as many as the policy allows. */
	maxInFlight?: 1;
	/** Makes the output of a run that sends nothing, once all is validated. */
	preview?: () => INodeExecutionData[];
	/**
	 * The output of the requests that were sent.
	 *
	 * @param records of each request; undefined if it failed
	 * @param otherItems the items that were rejected, failed or left out
	 */
	toOutput: (
		records: Array<IDataObject[] | undefined>,
		otherItems: INodeExecutionData[],
	) => INodeExecutionData[] | Promise<INodeExecutionData[]>;
	/** Names what a request made, for the error of a later one, e.g. `sms_id 5001`. */
	resultOf?: (records: IDataObject[]) => string;
}
