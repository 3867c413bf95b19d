import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { ResponseShape } from './responseShapes';

/** Where the API documents a parameter: in the query string or in the form body. */
export type ParameterLocation = 'query' | 'form';

/**
 * What a request does at the service. All that depends on it is derived from it: retries, the time to wait,
 * what an error says about an unknown outcome, and the options against a second message.
 *
 * - `read` tells about something and changes nothing. May be repeated.
 * - `mark` changes the account to a state that nothing takes back: a reply that is read stays read. May be
 *   repeated, because a second request changes nothing more, but it is judged as a change: a response
 *   that reports a failure is an error.
 * - `change` changes the account, but no recipient gets anything. Is tried once: a second request
 *   may create a second record, or undo a change that was made meanwhile.
 * - `send`: a recipient gets something, or money is spent on it. Is tried once.
 */
export type Effect = 'read' | 'repeatableChange' | 'change' | 'send';

/** Whether a second request changes nothing more. Without an effect there is no request to repeat. */
export const mayRepeat = ({ effect }: { effect?: Effect }): boolean =>
	effect === 'read' || effect === 'repeatableChange';

/** A request of the API without its fields, for operations, lists in the editor and the trigger. */
export interface Endpoint {
	/** The name in the node panel and in errors, in sentence case. */
	action: string;
	/** The request, as n8n declares it. The runner reads it here. */
	routing: {
		request: {
			method: IHttpRequestMethods;
			/** `/api/<version>/<operation>` */
			url: string;
			/** Parameters without a field, e.g. a fixed flag. */
			qs?: IDataObject;
			body?: IDataObject;
		};
	};
	/** The documented place of the token. */
	tokenIn: ParameterLocation;
	effect: Effect;
	/** Where `limit_offset` and `limit_rows` are sent, if the service pages this list. */
	pagesIn?: ParameterLocation;
	/** Fields that identify a row of it; without them, or if one is empty, all its fields do. */
	rowKey?: string[];
	response: ResponseShape;
	/** The subject of a record's status, which decides the fields that `addedFields` adds. */
	statusIsOf?: 'recipient' | 'mailing' | 'batch';
	/** Tells the user how to find out about a request whose outcome is unknown, e.g. `read …`. */
	findOut?: string;
	/** The advice for HTTP statuses with a special meaning here. */
	statusAdvice?: Record<number, string>;
}
