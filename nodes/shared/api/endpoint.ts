import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { ResponseShape } from './responseShapes';

type ParameterLocation = 'query' | 'form';

/**
 * The effect of a request at the service. Retries, the timeout, the error for an unknown outcome, and the
 * options against duplicate messages depend on the effect.
 *
 * - `read` changes nothing, so the request is repeatable.
 * - `repeatableChange`, e.g. marking a reply as read, has no further effect if repeated. Unlike for `read`, a
 *   response that reports a failure is an error, not data.
 * - `change` sends nothing. Tried once: a second request could create a second record, or undo a change made in
 *   between.
 * - `send` sends something to a recipient, or spends money. Tried once.
 */
export type Effect = 'read' | 'repeatableChange' | 'change' | 'send';

/** Reports whether a request is repeatable. Returns false for an operation without requests. */
export const mayRepeat = ({ effect }: { effect?: Effect }): boolean =>
	effect === 'read' || effect === 'repeatableChange';

/** An API request without its fields. */
export interface Endpoint {
	/** Name in the node panel and in errors, in sentence case. */
	action: string;
	/** The request in n8n's declarative form. Sent by the runner of this package, not by n8n's. */
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
	/**
	 * The part of the request that has `limit_offset` and `limit_rows`. Undefined for lists without pages.
	 */
	pageParametersIn?: ParameterLocation;
	/** If a row lacks any of these fields, the row is identified by all its fields. */
	rowKeyFields?: string[];
	response: ResponseShape;
	/** Tells what a record's `status` describes, and decides which fields `addStatusFlags` adds. */
	statusIsOf?: 'recipient' | 'mailing' | 'batch';
	/** Completes "To find out what happened, …" in the advice for an unknown outcome, e.g. `read …`. */
	howToCheckOutcome?: string;
	adviceByHttpStatus?: Record<number, string>;
}
