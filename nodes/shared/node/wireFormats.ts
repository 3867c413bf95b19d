import type {
	IDataObject,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodePropertyRouting,
} from 'n8n-workflow';
import { apiNameOf, sentFields } from '../describe/field';
import { singleItemContext } from '../http/n8nInternals';
import { PAGE_SIZE, withPage } from '../http/readPages';
import { bodyWithFile } from '../run/binaryFile';
import type { Operation } from '../run/operation';
import { defaultCountryCode } from '../run/options/countryCode';
import { checkField, isOff, isShown, type ItemReader } from '../run/readField';

type PreSend = NonNullable<INodePropertyRouting['send']>['preSend'];

/**
 * Completes a request that n8n's RoutingNode has made of the declared `routing`: values in the formats of the
 * API, without those that were left empty; a file; the first page of a list. With the runner, n8n does not send
 * that request. The runner reads the same declarations and says what is wrong with a value, so if one is
 * wrong, the request is left as it is here.
 */
export const wireFormats = (operation: Operation): PreSend => [
	async function (this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
		try {
			return await complete(this, operation, options);
		} catch {
			return options;
		}
	},
];

async function complete(
	context: IExecuteSingleFunctions,
	operation: Operation,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const reader = readerOf(context);
	const { query, form } = formatted(operation, reader, {
		query: { ...options.qs },
		form: { ...(options.body as IDataObject) },
	});
	const { qs, body } = withPage(operation, { qs: query, body: form }, firstPage(reader));
	return { ...options, qs, body: await bodyOf(context, operation, body, reader) };
}

function readerOf(context: IExecuteSingleFunctions): ItemReader {
	const read = (path: string): unknown => context.getNodeParameter(path, null) ?? undefined;
	return {
		read,
		zone: context.getTimezone(),
		where: { context, itemIndex: context.getItemIndex() },
		countryCode: read(`options.${defaultCountryCode.name}`)?.toString(),
	};
}

type Parts = Record<'query' | 'form', IDataObject>;

function formatted(operation: Operation, reader: ItemReader, parts: Parts): Parts {
	for (const field of sentFields(operation)) {
		const part = parts[field.sendIn ?? operation.tokenIn];
		const name = apiNameOf(field);
		if (!(name in part) || !isShown(field, reader.read)) continue;
		const value = isOff(field, reader.read) ? undefined : checkField(field, part[name], reader);
		if (value === undefined) delete part[name];
		else part[name] = value;
	}
	return parts;
}

/** Without a limit, or with a larger one, the page has the size that the service has by default. */
function firstPage({ read }: ItemReader): IDataObject {
	const limit = read('returnAll') === true ? PAGE_SIZE : Number(read('limit'));
	return { limit_offset: 0, limit_rows: Math.min(limit, PAGE_SIZE) };
}

async function bodyOf(
	context: IExecuteSingleFunctions,
	operation: Operation,
	body: IDataObject,
	{ read }: ItemReader,
): Promise<IDataObject | undefined> {
	const { file } = operation;
	const name = file && isShown(file.field, read) ? read(file.field.path ?? file.field.name) : '';
	if (Object.keys(body).length === 0) return undefined;
	if (!name) return body;
	const single = singleItemContext(context as IExecutePaginationFunctions);
	return await bodyWithFile(single, operation, { qs: {}, body, file: String(name) }, 0);
}
