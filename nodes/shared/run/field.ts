import type { INodeProperties } from 'n8n-workflow';
import type { ErrorContext } from '../errors/problem';
import type { Parser } from '../values/formats';

/** An API parameter, in the form of n8n's `routing.send`. */
export interface ApiParameter {
	property: string;
	/** The part of the request that has the parameter. Undefined for a value in JSON or a list. */
	type?: 'query' | 'body';
	propertyInDotNotation: false;
}

/**
 * A field of a node in the editor. Its `routing` names the API parameter; a field without `routing` is not
 * sent.
 */
export interface Field extends INodeProperties {
	/** Validates the value and returns its wire form. Default: the parser for the field's `type`. */
	parse?: Parser;
	/** Path of a nested n8n parameter, e.g. `options.showCost`. */
	path?: string;
	/**
	 * Advice for an empty value. If set, an added option must have a value and an expression must have a
	 * result, because sending without the option would do something else.
	 */
	emptyAdvice?: string;
	/**
	 * Advice for an empty expression within a text. If set, every expression in the text must have a result:
	 * the rest alone would mean something else, e.g. a key that other items share.
	 */
	emptyExpressionAdvice?: string;
	/** The option without which this option does nothing. If it is a switch, it must be on. */
	dependsOn?: Field;
	/** Returns the value to send for an empty field, e.g. the current time in `zone`. */
	makeValueIfEmpty?: (zone: string) => string;
	/** The field to read instead if this field is empty. */
	fallbackField?: { field: string; parse: (entered: unknown) => string };
	/** True if the field applies to the whole run. It is read from the first item only. */
	isReadOnce?: true;
	/** Allowed values of other fields. If set, the field is shown and sent only with these. */
	showWhen?: Record<string, Array<string | boolean>>;
}

export type SentField = Field & { routing: { send: ApiParameter } };

/**
 * Reads an n8n parameter by its path, e.g. `options.sender`. Returns a switch as a boolean and a choice as
 * one of its options; undefined for a missing parameter, and null for an expression without a result.
 *
 * @throws the error of the expression, or ValidationError for an invalid switch or choice
 */
export type ReadParameter = (path: string) => unknown;

export interface ItemReader {
	read: ReadParameter;
	/** The workflow's time zone. */
	zone: string;
	errorContext: ErrorContext;
	/** Country code for phones that do not include one. */
	countryCode?: string;
	/** The time zone of the service's dates. Undefined means the workflow's. */
	accountZone?: string;
}
