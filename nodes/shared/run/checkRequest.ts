import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { toNodeError, withNodeError, type ErrorContext } from '../errors/nodeErrors';
import { assertFile } from './binaryFile';
import { ValidationError, booleanFlag, type Parser, isBlank, oneOf, text } from '../values/formats';
import { type Field, sentFields, apiNameOf } from '../describe/field';
import { type Operation } from '../describe/operation';

/** An item's request after every value was checked and brought into its wire form. */
export interface CheckedRequest {
	qs: IDataObject;
	body?: IDataObject;
	/** Hosts to which the credential may go. */
	allowedDomains?: string;
	/** Added to the answer, e.g. a code that was made here. */
	returns?: IDataObject;
	/** Records wanted from a list; undefined for all. */
	limit?: number;
}

/** The item that is worked on, as errors name it. */
export const whereOf = (context: IExecuteSingleFunctions, { action }: Operation): ErrorContext => ({
	context,
	action,
	itemIndex: context.getItemIndex(),
});

type Raw = DeclarativeRestApiSettings.HttpRequestOptions;

/**
 * Checks what n8n's routing collected for one item.
 *
 * @throws NodeOperationError that names the first field that is wrong; nothing was sent
 */
export function checkRequest(
	context: IExecuteSingleFunctions,
	operation: Operation,
	raw: Raw,
): CheckedRequest {
	const where = whereOf(context, operation);
	const given = { query: raw.qs ?? {}, form: (raw.body ?? {}) as IDataObject };
	const checked: Record<'query' | 'form', IDataObject> = { query: {}, form: {} };
	checked[operation.tokenIn].token = '';
	Object.assign(checked[operation.tokenIn], operation.constants);
	const zone = context.getTimezone();
	const read = reader(context);
	for (const field of sentFields(operation)) {
		const place = field.sendIn ?? operation.tokenIn;
		const name = apiNameOf(field);
		if (!applies(field, read)) continue;
		const value = checkField(field, given[field.via ?? place][name], zone, where);
		if (value !== undefined) checked[place][name] = value;
	}
	if (operation.file) withNodeError(where, () => assertFile(context, operation));
	const { allowedDomains } = raw as IHttpRequestOptions;
	return {
		qs: checked.query,
		body: Object.keys(checked.form).length > 0 ? checked.form : undefined,
		allowedDomains,
		limit: limitOf(context, operation, where),
	};
}

/**
 * Reads parameters of this item. A fixed value is taken as it stands: to evaluate one, n8n first makes
 * everything that an expression might name.
 */
export const reader =
	(context: Pick<IExecuteSingleFunctions, 'getNodeParameter'>) =>
	(name: string): unknown => {
		const value: unknown = context.getNodeParameter(name, '', { rawExpressions: true });
		const fixed = typeof value === 'boolean' || (typeof value === 'string' && value[0] !== '=');
		return fixed ? value : context.getNodeParameter(name, '', { skipValidation: true });
	};

/** Whether the field belongs to the request: an expression may have chosen another kind of it. */
export const applies = ({ showWhen }: Field, read: (name: string) => unknown): boolean =>
	!showWhen ||
	Object.entries(showWhen).every(([name, values]) =>
		values.map(String).includes(String(read(name))),
	);

/** The wire form of a field's value; undefined when it was left empty. */
export function checkField(field: Field, value: unknown, zone: string, where: ErrorContext) {
	try {
		if (!isBlank(value)) return (field.parse ?? formatOf(field))(value, zone);
		if (!field.required && !field.emptyAdvice) return undefined;
		throw new ValidationError('is empty', field.emptyAdvice ?? 'Fill in this field.');
	} catch (error) {
		throw toNodeError(error, { ...where, label: field.displayName });
	}
}

function formatOf({ type, options = [] }: Field): Parser {
	if (type === 'boolean') return booleanFlag;
	if (type !== 'options') return text;
	return oneOf(options.map((option) => ('value' in option ? String(option.value) : '')));
}

function limitOf(context: IExecuteSingleFunctions, { fields }: Operation, where: ErrorContext) {
	const field = fields.find(({ name }) => name === 'limit');
	if (!field || context.getNodeParameter('returnAll', false) === true) return undefined;
	const value = context.getNodeParameter('limit', '', { skipValidation: true });
	return Number(checkField(field, value, '', where));
}
