import type {
	IExecuteFunctions,
	IExecuteSingleFunctions,
	IDataObject,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	JsonObject,
} from 'n8n-workflow';
import { tokenHider } from '../../credentials/MessagingServiceApi.credentials';
import { type Failure, requestError } from './failures';
import { inTurn } from './limiter';
import type { Operation } from './operation';
import { connectionFailure, readAnswer, type Received } from './responses';

export type Context =
	| IExecuteFunctions
	| IExecuteSingleFunctions
	| ILoadOptionsFunctions
	| IPollFunctions;

/** A request that is ready to go: the `token` slot is still empty. */
export interface Request {
	operation: Pick<Operation, 'action' | 'method' | 'path' | 'reads' | 'answer' | 'advice'>;
	qs?: IDataObject;
	/** A query string that is already encoded; n8n adds `qs` to it. */
	query?: string;
	/** Form fields, or with `json` the request object. */
	body?: IDataObject;
	json?: boolean;
	/** What n8n's engine adds: proxy, time-out, certificate checks. */
	engine?: Partial<IHttpRequestOptions>;
	itemIndex?: number;
}

const IN_FLIGHT = 10;
const CREDENTIAL = 'messagingServiceApi';
/**
 * Sends one request and returns the records of its answer.
 *
 * @param address the service's base URL: requests to one address share the places in flight
 * @throws NodeApiError for any answer that is not a success; it never holds the token
 */
export async function call(
	context: Context,
	request: Request,
	address: string,
): Promise<IDataObject[]> {
	const { operation } = request;
	const { action, reads } = operation;
	const where = { node: context.getNode(), action, reads, itemIndex: request.itemIndex };
	const options: IHttpRequestOptions = {
		...request.engine,
		method: operation.method,
		url: request.query ? `${operation.path}?${request.query}` : operation.path,
		qs: { ...request.qs },
		...(request.body && { body: { ...request.body }, headers: bodyType(request) }),
		// The text is parsed here, so that a cut or foreign answer is told from a good one.
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	const owner = context.getExecutionId?.() ?? '';
	const outcome = await inTurn(
		address,
		IN_FLIGHT,
		owner,
		async () => await send(context, options),
	);
	if ('status' in outcome) throw requestError(outcome, where);
	return readAnswer(outcome, operation, where);
}

const bodyType = ({ json }: Request) => ({
	'Content-Type': json ? 'application/json' : 'application/x-www-form-urlencoded',
});

async function send(context: Context, options: IHttpRequestOptions): Promise<Received | Failure> {
	const slots = [options.qs, options.body as IDataObject | undefined];
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			CREDENTIAL,
			options,
		)) as IN8nHttpFullResponse;
		return { code: response.statusCode, text: hide(bodyText(response.body), slots) };
	} catch (error) {
		const { message, cause } = error as { message: string; cause?: JsonObject };
		const code = typeof cause?.code === 'string' ? cause.code : undefined;
		return connectionFailure(code, hide(message, slots));
	}
}

/** The credential filled the slot of these very objects: that is how its value is known here. */
function hide(text: string, slots: Array<IDataObject | undefined>): string {
	const token = slots.find((part) => part?.token)?.token ?? '';
	return tokenHider({ token: String(token) })(text);
}

const bodyText = (body: unknown): string =>
	typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
