import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { ResponseShape } from './responseShapes';

/** Where the API documents a parameter: in the query string or in the form body. */
export type ParameterLocation = 'query' | 'form';

/**
 * The effect of a request at the service. It decides about retries, the timeout, the error for an unknown
 * outcome, and the options against duplicate messages.
 *
 * - `read` changes nothing. May be repeated.
 * - `repeatableChange` changes the account, e.g. marks a reply as read. May be repeated, because a second
 *   request has no further effect. As for any change, a response that reports a failure is an error.
 * - `change` changes the account, but no recipient gets anything. Tried once: a second request could create a
 *   second record, or undo a change made in between.
 * - `send`: a recipient gets something, or money is spent. Tried once.
 */
export type Effect = 'read' | 'repeatableChange' | 'change' | 'send';

/** Reports whether a second request would have no further effect. False without an effect, because there is no request. */
export const mayRepeat = ({ effect }: { effect?: Effect }): boolean =>
	effect === 'read' || effect === 'repeatableChange';

/** A request of the API without its fields, as operations, lists in the editor and the trigger use it. */
export interface Endpoint {
	/** The name in the node panel and in errors, in sentence case. */
	action: string;
	/** The request in n8n's declarative form. The runner reads it. */
	routing: {
		request: {
			method: IHttpRequestMethods;
			/** `/api/<version>/<operation>` */
			url: string;
			/** Parameters that no field sets, e.g. a fixed flag. */
			qs?: IDataObject;
			body?: IDataObject;
		};
	};
	tokenIn: ParameterLocation;
	effect: Effect;
	/** Where `limit_offset` and `limit_rows` are sent, if the service pages this list. */
	pagesIn?: ParameterLocation;
	/** Fields that identify a row of the list. If undefined or empty in a row, all its fields do. */
	rowKey?: string[];
	response: ResponseShape;
	/** The subject of a record's status, which decides the fields that `addedFields` adds. */
	statusIsOf?: 'recipient' | 'mailing' | 'batch';
	/** Completes "To find out what happened, …" if the outcome is unknown, e.g. `read …`. */
	findOut?: string;
	/** Advice for HTTP statuses with a special meaning here. */
	statusAdvice?: Record<number, string>;
}
