/** The shape of reference.json. Every key that has no value is left out. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Effect } from '../../nodes/shared/api/endpoint';
import type { Limits } from '../../nodes/shared/values/formats';

export interface Reference {
	package: string;
	/** What every node takes: its type and fields. */
	credential: { type: string; fields: Parameter[] };
	nodes: NodePart[];
	/** Options that operations have besides those of the API. */
	commonOptions: Parameter[];
	/** n8n's Request Options, which every operation has. */
	requestOptions: Parameter[];
	errors: ErrorPart[];
	/** A whole workflow to import, with the first operation. */
	workflow: IDataObject;
	/** The first operation as a tool of an agent or an MCP server. */
	tool: ToolExample;
}

export interface ToolExample {
	type: string;
	parameters: INodeParameters;
	/** What a model fills in, by the names in the parameters. */
	arguments: IDataObject;
}

export interface NodePart {
	displayName: string;
	description: string;
	/** `type` and `typeVersion` of the node in a workflow. */
	type: string;
	typeVersion: number;
	operations: Operation[];
	/** Of a trigger, which has no operations. */
	trigger?: Trigger;
}

export interface Trigger {
	parameters: Parameter[];
	notes: Note[];
	/** By event, as the parameter `event` has it. */
	examples: Record<string, TriggerExample>;
}

export interface TriggerExample {
	parameters: INodeParameters;
	/** The type of the node whose operations run before, and these in their order. */
	node: string;
	after: string[];
	output: IDataObject;
}

export interface Operation {
	/** `<resource>:<operation>`, both as the parameters of these names have them. */
	key: string;
	resource: string;
	operation: string;
	label: string;
	action: string;
	description: string;
	/** None without a request. Where parameters are sent; an operation over the whole input decides it by their size. */
	request?: { method: string; path: string; sentIn?: 'query' | 'form' };
	/** What the request does. One that may change or send something twice is never repeated. */
	effect?: Effect;
	/** Whether all input items make one run instead of a request each. */
	wholeInput?: true;
	parameters: Parameter[];
	/** The names of its `commonOptions`. */
	commonOptions: string[];
	notes: Note[];
	output: {
		fields: OutputField[];
		/** The item has these fields alone if `simplify` is on, else those of the response. */
		simplified?: true;
		/** An HTTP status that means an empty list. */
		emptyStatus?: number;
		/** A field without which a response is an error. */
		mustHave?: string;
		/** The API shows no response: the fields of the example are the sandbox's. */
		undocumented?: true;
	};
	/** What to do about an HTTP status that has a special meaning here. */
	statusAdvice?: Record<number, string>;
	example: Example;
}

/** Under which values of other parameters something is shown and read. */
export type Condition = Record<string, Array<string | boolean>>;

export interface Parameter {
	/** Its path in `parameters`, e.g. `options.showCost`. */
	name: string;
	label: string;
	/** The type of n8n, e.g. `string`, `options`, `resourceLocator`. */
	type: string;
	/** Of a choice, or of the entries of a `multiOptions`. */
	values?: Array<{ value: string; label: string; description?: string }>;
	limits?: Partial<Limits>;
	required: boolean;
	/** What holds if it is left out. An option of the API that is left out is not sent. */
	default?: unknown;
	/** What the editor fills in when somebody adds the option, if that is another value. */
	whenAdded?: unknown;
	shownWith?: Condition;
	hiddenWith?: Condition;
	/** The option without which this one is an error. */
	needs?: string;
	/** Its name in the API, and its place if it is not that of the other parameters. */
	apiField?: string;
	sentIn?: 'query' | 'form';
	description?: string;
	hint?: string;
	/** It names the binary field of the input item that has the file. */
	file?: true;
	/** A value, as a workflow has it. */
	example?: unknown;
}

export interface Note {
	text: string;
	shownWith?: Condition;
}

/** `account`: a text on the account's clock. `unix`: whole seconds. `iso`: a text with its offset. */
export type Time = 'account' | 'unix' | 'iso';

export interface OutputField {
	/** `success[].phone` is a field of the entries of a list. */
	name: string;
	type: string;
	time?: Time;
	/** When an item has it, if not always. */
	when?: string;
}

export interface Example {
	parameters: INodeParameters;
	/** The operations of this node that run before, in this order. */
	after?: string[];
	/** The one of these whose items are the input. */
	inputFrom?: string;
	/** The input items; one empty item without it. */
	input?: IDataObject[];
	/** The first output item. */
	output?: IDataObject;
	/** The output item of a dry run. */
	dryRun?: IDataObject;
	/** An item that failed with On Error: Continue. */
	failed?: Outcome;
	/** What a wait returns when its time is over. */
	timedOut?: Outcome;
}

/** Another end of an example. */
export interface Outcome {
	/** What differs in the example: its parameters, its input, or else the token of the credential. */
	parameters?: INodeParameters;
	input?: IDataObject[];
	/** None if no item comes out. */
	output?: IDataObject;
}

export interface ErrorPart {
	cause: string;
	/** `error_kind` of the item that failed. */
	kind: string;
	/** What the node shows, and its description. */
	message: string;
	advice: string;
	/** Whether n8n's Retry On Fail sends the item again. */
	resent: boolean;
}
