/** The shape of reference.json. Keys without a value are omitted. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Effect } from '../../nodes/shared/api/endpoint';
import type { LengthLimits } from '../../nodes/shared/values/formats';

export interface Reference {
	package: string;
	credential: { type: string; fields: Parameter[] };
	nodes: NodePart[];
	/** Options that the package adds to those of the API. */
	commonOptions: Parameter[];
	/** n8n's Request Options, which every operation has. */
	requestOptions: Parameter[];
	errors: ErrorPart[];
	/** A complete workflow to import, with the first operation. */
	workflow: IDataObject;
	tool: ToolExample;
}

export interface ToolExample {
	type: string;
	parameters: INodeParameters;
	/** Example arguments that a model chooses, by name. */
	arguments: IDataObject;
}

export interface NodePart {
	displayName: string;
	description: string;
	/** `type` and `typeVersion` of the node in a workflow. */
	type: string;
	typeVersion: number;
	operations: Operation[];
	/** A trigger has no operations. */
	trigger?: Trigger;
}

export interface Trigger {
	parameters: Parameter[];
	notes: Note[];
	/** Examples by the value of the parameter `event`. */
	examples: Record<string, TriggerExample>;
}

export interface TriggerExample {
	parameters: INodeParameters;
	/** Type of the node that runs the operations in `after`, before the poll. */
	node: string;
	after: string[];
	output: IDataObject;
}

export interface Operation {
	/** `<resource>:<operation>` */
	key: string;
	resource: string;
	operation: string;
	label: string;
	action: string;
	description: string;
	/**
	 * Omitted if there is no request. `sentIn` is omitted if the size of the parameters decides
	 * between the query and the form.
	 */
	request?: { method: string; path: string; sentIn?: 'query' | 'form' };
	/**
	 * Effect of the request. A request is not repeated if a repetition could make a change or send
	 * a message twice.
	 */
	effect?: Effect;
	/** True if one request sends all input items. */
	wholeInput?: true;
	parameters: Parameter[];
	commonOptions: string[];
	notes: Note[];
	output: {
		fields: OutputField[];
		/** True if `fields` lists only the fields that the option `simplify` keeps. */
		simplified?: true;
		/** An HTTP status that means an empty list. */
		emptyStatus?: number;
		/** A response without this field is an error. */
		mustHave?: string;
		/** True if the API documents no response, so that `fields` come from the sandbox. */
		undocumented?: true;
	};
	statusAdvice?: Record<number, string>;
	example: Example;
}

/** Values of other parameters that show or hide a parameter or a notice. */
export type Condition = Record<string, Array<string | boolean>>;

export interface Parameter {
	/** Path in `parameters`, e.g. `options.showCost`. */
	name: string;
	label: string;
	/** Type in n8n, e.g. `string`, `options`, `resourceLocator`. */
	type: string;
	values?: Array<{ value: string; label: string; description?: string }>;
	limits?: Partial<LengthLimits>;
	required: boolean;
	/**
	 * Value of an omitted parameter. Undefined for an option of the API: an omitted option is not
	 * sent.
	 */
	default?: unknown;
	/** Initial value in the editor when the option is added, if it differs from `default`. */
	whenAdded?: unknown;
	shownWith?: Condition;
	hiddenWith?: Condition;
	/** The option that this option requires. */
	needs?: string;
	/** Name in the API. */
	apiField?: string;
	/** Omitted if the parameter is sent in the same place as the other parameters. */
	sentIn?: 'query' | 'form';
	description?: string;
	hint?: string;
	/** True if the value is the name of a binary field of the input item. */
	file?: true;
	example?: unknown;
}

export interface Note {
	text: string;
	shownWith?: Condition;
}

/**
 * `account`: a text in the account's time zone. `unix`: whole seconds. `iso`: a text with an
 * offset.
 */
export type Time = 'account' | 'unix' | 'iso';

export interface OutputField {
	/** `success[].phone` is a field of the entries of a list. */
	name: string;
	type: string;
	time?: Time;
	/** Condition under which an item has the field; undefined for a field of every item. */
	when?: string;
}

export interface Example {
	parameters: INodeParameters;
	/** Operations of this node that run before the example, in this order. */
	after?: string[];
	/** The operation in `after` whose output items are the input. */
	inputFrom?: string;
	/** Default: one empty item. */
	input?: IDataObject[];
	/** The first output item. */
	output?: IDataObject;
	dryRun?: IDataObject;
	/** An item that failed with On Error: Continue. */
	failed?: Outcome;
	/** Output of a wait that timed out. */
	timedOut?: Outcome;
}

export interface Outcome {
	parameters?: INodeParameters;
	input?: IDataObject[];
	output?: IDataObject;
}

export interface ErrorPart {
	cause: string;
	/** `error_kind` of the item that failed. */
	kind: string;
	message: string;
	advice: string;
	/** True if n8n's Retry On Fail sends the item again. */
	resent: boolean;
}
