import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

/** The recipients of one mailing in a request. Lists of them are texts: n8n stores each value of an array separately. */
export interface SentMailing {
	/** As the service repeats it in its errors. */
	name: string;
	/** Separated by commas, in the order in which they were sent. */
	phones: string;
	/** The input items of the phones, as ranges; one number if they all come from the same item. */
	items: string;
	/** What the output of its recipients has besides, if any. */
	added?: IDataObject;
}

/** A request that was sent. */
export interface SentRequest {
	uuid: string;
	/** Of the secret in its callback URL. */
	hash: string;
	/** What the output of a recipient has besides its status. */
	added: IDataObject;
	mailings: SentMailing[];
}

/** A batch whose result is awaited. It is stored with the execution. */
export interface ResultWait {
	/** Unlike every other wait. */
	id: string;
	/** When the time limit ends, in milliseconds since 1970; null without a limit. */
	until: number | null;
	requests: SentRequest[];
	/** The output of what was not sent. */
	others: INodeExecutionData[];
}

const KEY = 'batchResult';

/** The wait that n8n has stored for a step; undefined if it has none. */
export const storedResultWait = (stored: IDataObject): ResultWait | undefined =>
	stored[KEY] as unknown as ResultWait | undefined;

/** Stores the wait in place of that of an earlier round, whose secrets are unknown from now on. */
export function storeResultWait(stored: IDataObject, wait: ResultWait): void {
	stored[KEY] = wait as unknown as IDataObject;
}
