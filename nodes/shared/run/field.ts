import type { INodeProperties } from 'n8n-workflow';
import type { ErrorContext } from '../errors/problem';
import type { Parser } from '../values/formats';

/** A parameter of the API, in the form of n8n's `routing.send`. */
export interface Parameter {
	/** Name in the API. */
	property: string;
	/** Where the API documents the parameter. Undefined for a value within JSON or a list. */
	type?: 'query' | 'body';
	propertyInDotNotation: false;
}

/** A field of the editor. Its `routing` names the API parameter; a field without routing is not sent. */
export interface Field extends INodeProperties {
	/** Validates the value and returns its wire form. Default: by the type of the field. */
	parse?: Parser;
	/** Path of a nested parameter, e.g. `options.showCost`. */
	path?: string;
	/**
	 * Advice for an empty value. If set, an option that was added must have a value, and an expression must
	 * have a result: sending without the option would do something else.
	 */
	emptyAdvice?: string;
	/**
	 * Advice for an empty expression within a text. If set, each expression must have a result, because the
	 * text would mean something else: a key that other items share, or hours in another time zone.
	 */
	partsAdvice?: string;
	/** The option without which this one does nothing. A switch must also be on. */
	dependsOn?: Field;
	/** Returns the wire form of an empty field, in the account's time zone. */
	whenEmpty?: (zone: string) => string;
	/** The field that provides the value if this one is empty. */
	fallback?: { field: string; parse: (entered: unknown) => string };
	/** True if the field applies to the whole run and is read from the first item only. */
	isReadOnce?: true;
	/** Shown and sent only if other fields have one of these values. */
	showWhen?: Record<string, Array<string | boolean>>;
}

/** A field that is sent as a parameter. */
export type SentField = Field & { routing: { send: Parameter } };

/**
 * Reads a parameter by its path, e.g. `options.sender`. A switch is returned as a boolean, and a choice as
 * one of its options. A missing parameter is undefined. An expression without a result is null.
 *
 * @throws the error of the expression
 * @throws ValidationError for an invalid switch or choice
 */
export type ReadParameter = (path: string) => unknown;

/** Reads the parameters of one item. */
export interface ItemReader {
	read: ReadParameter;
	/** The workflow's time zone. */
	zone: string;
	errorContext: ErrorContext;
	/** Default country code for phones without one. */
	countryCode?: string;
	/** The time zone of the account. Undefined means the workflow's. */
	accountZone?: string;
}
