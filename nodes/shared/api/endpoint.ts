import type { IHttpRequestMethods } from 'n8n-workflow';
import type { ResponseShape } from './responseShapes';

/** Where the API documents a parameter: in the query string or in the form body. */
export type ParameterLocation = 'query' | 'form';

/** A request of the API without its fields, for operations, lists in the editor and the trigger. */
export interface Endpoint {
	/** What it does, in sentence case, as the node panel and errors name it. */
	action: string;
	method: IHttpRequestMethods;
	/** `/api/<version>/<operation>` */
	path: string;
	/** Where the API documents the token. */
	tokenIn: ParameterLocation;
	/** A second request changes nothing more, so it may be retried. */
	idempotent?: true;
	/** Where `limit_offset` and `limit_rows` are sent, if the service pages this list. */
	pagesIn?: ParameterLocation;
	/** Fields that identify a row of it; without them, or if one is empty, all its fields do. */
	rowKey?: string[];
	response: ResponseShape;
	/** What a record of it tells about, and so which fields the package adds: see `addedFields`. */
	about?: 'recipient' | 'mailing' | 'batch';
	/** What to do about an HTTP status that has a special meaning here. */
	statusAdvice?: Record<number, string>;
}
