import type { INodeProperties } from 'n8n-workflow';
import type { ErrorContext } from '../errors/problem';
import type { Parser } from '../values/formats';

/** An API parameter, in the form of n8n's `routing.send`. */
export interface ApiParameter {
	property: string;
	/** Undefined if the value is sent inside JSON or a list. */
	type?: 'query' | 'body';
	propertyInDotNotation: false;
}

/** A field in the editor. A field without `routing` is not sent. */
export interface Field extends INodeProperties {
	/** Validates the value and returns its wire form. Default: the parser of the field's `type`. */
	parse?: Parser;
	/** Path of a nested n8n parameter, e.g. `options.showCost`. */
	path?: string;
	/**
	 * Advice in the error about an empty value. If set, an added option must have a value, and an
	 * expression must have a result.
	 */
	emptyAdvice?: string;
	/**
	 * Advice in the error about an expression without a result. If set, each expression within the
	 * text must have a result.
	 */
	emptyExpressionAdvice?: string;
	/** Another option that this option needs. If the other option is a switch, it must be on. */
	dependsOn?: Field;
	makeValueIfEmpty?: (zone: string) => string;
	fallbackField?: { fieldName: string; parse: (entered: unknown) => string };
	/** True if the field applies to the whole run and is read from the first item. */
	isReadOnce?: true;
	/** Values that other fields must have. Otherwise this field is neither shown nor sent. */
	showWhen?: Record<string, Array<string | boolean>>;
}

export type SentField = Field & { routing: { send: ApiParameter } };

/**
 * Reads an n8n parameter by its path, e.g. `options.sender`. Returns undefined if the parameter is missing, and
 * null if its expression has no result.
 *
 * @throws the error of the expression, or ValidationError for an invalid switch or choice
 */
export type ReadParameter = (path: string) => unknown;

export interface ItemReader {
	read: ReadParameter;
	/** The workflow's time zone. */
	zone: string;
	errorContext: ErrorContext;
	/** Added to phones without a country code. */
	countryCode?: string;
	/** Time zone of the service's dates. Default: the workflow's time zone. */
	accountZone?: string;
}
