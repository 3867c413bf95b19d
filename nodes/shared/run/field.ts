import type { INodeProperties } from 'n8n-workflow';
import type { ErrorContext } from '../errors/problem';
import type { Parser } from '../values/formats';

/** A parameter of the API, in the form of n8n's `routing.send`. */
export interface Parameter {
	/** Its name in the API. */
	property: string;
	/** The documented place of the parameter. Undefined for a value inside JSON or a list. */
	type?: 'query' | 'body';
	propertyInDotNotation: false;
}

/** A field of the editor. `routing` names the parameter that the value is sent as; a field without it is not sent. */
export interface Field extends INodeProperties {
	/** Validates the value and returns its wire form; without it a text is sent as it is. */
	parse?: Parser;
	/** Path of the parameter if it is not at the top: `options.showCost`. */
	path?: string;
	/**
	 * What to do without a value. It makes the value required once it was asked for: by an option that
	 * was added, or by an expression. Leaving it out would do more than that.
	 */
	emptyAdvice?: string;
	/**
	 * What to do about an expression within the text that is empty. It makes each of them required, where the
	 * text means something else without it: a key that other items have too, or hours of another time zone.
	 */
	partsAdvice?: string;
	/** The option that this one does nothing without: a switch that is on, or any other that is there. */
	needs?: Field;
	/** The wire form of a field that was left empty in the editor, by the account's time zone. */
	whenEmpty?: (zone: string) => string;
	/** The field whose text has a value for this one too, if this one is empty. */
	partOf?: { name: string; take: (entered: unknown) => string };
	/** Whether it is about the whole run: it is read once, from the first item. */
	isOfRun?: true;
	/** Shown, and sent, only with these values of other fields. */
	showWhen?: Record<string, Array<string | boolean>>;
}

/** A field that is sent as a parameter. */
export type SentField = Field & { routing: { send: Parameter } };

/**
 * Reads a parameter by its path, e.g. `options.sender`. A switch is a boolean, and a choice one of its
 * options. Undefined if it is not there, null if its expression returned nothing.
 *
 * @throws what its expression throws
 * @throws ValidationError for what a switch or a choice cannot be
 */
export type ReadParameter = (path: string) => unknown;

/** How the parameters of one item are read. */
export interface ItemReader {
	read: ReadParameter;
	/** The workflow's time zone. */
	zone: string;
	/** Names the item in errors. */
	where: ErrorContext;
	/** Of phones that are entered without one. */
	countryCode?: string;
	/** The time zone of the service's dates; undefined for the workflow's. */
	accountZone?: string;
}
