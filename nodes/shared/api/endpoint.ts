import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { ResponseShape } from './responseShapes';

/** The part of a request that has a parameter: the query string or the form body. */
type ParameterLocation = 'query' | 'form';

/**
 * The effect of a request at the service. Retries, the timeout, the error for an unknown outcome, and the
 * options against duplicate messages depend on it.
 *
 * - `read` changes nothing. May be repeated.
 * - `repeatableChange` changes the account, e.g. marks a reply as read. May be repeated, because a second
 *   request has no further effect. As for any change, a response that reports a failure is an error, not data.
 * - `change` changes the account, but sends nothing. Tried once: a second request could create a second
 *   record, or undo a change made in between.
 * - `send` sends something to a recipient, or spends money. Tried once.
 */
export type Effect = 'read' | 'repeatableChange' | 'change' | 'send';

/** Reports whether a second request would have no further effect. False for an operation without requests. */
export const mayRepeat = ({ effect }: { effect?: Effect }): boolean =>
	effect === 'read' || effect === 'repeatableChange';

/** An API request without its fields, for operations, lists in the editor and the trigger. */
export interface Endpoint {
	/** Name in the node panel and in errors, in sentence case. */
	action: string;
	/** The request in n8n's declarative form. Read by the runner of this package, not by n8n's. */
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
	/** The part of the request with `limit_offset` and `limit_rows`. Undefined for lists without pages. */
	pageParametersIn?: ParameterLocation;
	/** Fields that identify a row of the list. A row that lacks one of them is identified by all its fields. */
	rowKeyFields?: string[];
	response: ResponseShape;
	/** The subject of a record's `status`. The fields that `addStatusFlags` adds depend on it. */
	statusIsOf?: 'recipient' | 'mailing' | 'batch';
	/** Completes "To find out what happened, …" in the advice for an unknown outcome, e.g. `read …`. */
	howToCheckOutcome?: string;
	/** Advice for HTTP statuses that have a special meaning here. */
	adviceByHttpStatus?: Record<number, string>;
}
