import { mayRepeat } from '../../../nodes/shared/api/endpoint';
import type { NodePart, Operation, Parameter } from '../shape';
import { apiFields, noteText, parameterTable } from './parameters';
import { isAmong, type Repeated } from './repeated';
import { blocks, code, labelled, lines, link } from './text';

export const COMMON_OPTIONS = 'Options of several operations';
export const OUTPUT = 'Output fields';
export const ERRORS = 'Errors';

/** The part of one operation. Its heading is its action, which no other operation has. */
export function operationPart(
	operation: Operation,
	{ operations }: NodePart,
	repeated: Repeated,
): string {
	const { action, parameters, notes } = operation;
	const own = parameters.filter((one) => !isAmong(repeated.options, one));
	const elsewhere = (parameter: Parameter) => {
		const heading = repeated.firstOf(parameter);
		return heading === action ? undefined : heading;
	};
	return blocks(
		`### ${action}`,
		`${sentence(operation.description)} ${identity(operation)}`,
		...notes.map(noteText),
		own.length > 0 ? parameterTable(own, elsewhere) : undefined,
		...own.filter(({ type }) => type === 'json').map(jsonValue),
		otherOptions(operation, own),
		output(operation),
		lines(...example(operation, operations)),
		request(operation),
	);
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

const identity = ({ resource, operation }: Operation) =>
	`In JSON: ${code(`"resource": "${resource}", "operation": "${operation}"`)}.`;

function otherOptions(operation: Operation, own: Parameter[]): string | undefined {
	const shared = operation.parameters.filter((one) => !own.includes(one));
	const names = [...shared.map(({ name }) => name), ...operation.commonOptions].sort();
	if (names.length === 0) return undefined;
	return `${link('Other options', COMMON_OPTIONS)}: ${names.map(code).join(', ')}.`;
}

/** A text of JSON, and its default is an example. */
const jsonValue = ({ name, default: byDefault }: Parameter) =>
	labelled(
		`${code(name)} takes a text of JSON, or an array from an expression:`,
		JSON.parse(String(byDefault)),
	);

function output({ output: { fields, ...about } }: Operation): string {
	const { emptyStatus, undocumented, simplified } = about;
	if (undocumented) {
		return "**Output:** the fields of the response, which the API does not document. Those of the example are the sandbox's.";
	}
	const conditions = [...new Set(fields.map(({ when = '' }) => when))].sort();
	const lists = conditions.map((condition) => {
		const list = fields
			.filter(({ when = '' }) => when === condition)
			.map(({ name, type }) => `${code(name)} (${type})`);
		return `${condition && `${condition}, `}${list.join(', ')}.`;
	});
	const empty = emptyStatus ? ` HTTP status ${emptyStatus} is an empty list.` : '';
	const whole = simplified
		? ` With ${code('"simplify": false')}, all fields of the response.`
		: '';
	return `**${link('Output', OUTPUT)}:** ${lists.join(' ')}${whole}${empty}`;
}

/** What goes over the wire, for those who compare it with the API. */
function request(operation: Operation): string {
	const { request: sent, parameters, effect, statusAdvice = {} } = operation;
	if (!sent) return '**Request:** none.';
	const { method, path, sentIn } = sent;
	const { mustHave } = operation.output;
	const fields = apiFields(parameters);
	const special = Object.entries(statusAdvice).map(([status, advice]) => `${status}: ${advice}`);
	const kind = mayRepeat({ effect }) ? 'may be repeated' : 'must not be repeated';
	return [
		`**Request:** ${code(`${method} ${path}`)}, which ${link(kind, ERRORS)}.`,
		sentIn && `Parameters are sent in the ${sentIn}.`,
		fields && `${fields}.`,
		mustHave && `A response without ${code(mustHave)} is an error.`,
		...special,
	]
		.filter(Boolean)
		.join(' ');
}

function example({ example: given }: Operation, operations: Operation[]): string[] {
	const { parameters, after = [], inputFrom, input, output: item, dryRun } = given;
	const actionOf = (key: string) => operations.find((one) => one.key === key)?.action ?? key;
	const before = after.map((key) => link(actionOf(key), actionOf(key)));
	const follows = before.length > 0 ? `, after ${before.join(' and ')}` : '';
	const from = inputFrom ? ` The input is an item of ${code(actionOf(inputFrom))}.` : '';
	const intro = `**Example**${follows}.${from}`;
	const isOwn = input !== undefined && inputFrom === undefined;
	return [
		...(isOwn ? [labelled(`${intro} Input items:`, input)] : []),
		labelled(isOwn ? 'Parameters:' : `${intro} Parameters:`, parameters),
		labelled('Output item:', item),
		...(dryRun
			? [labelled(`Output item with ${code('"options": { "dryRun": true }')}:`, dryRun)]
			: []),
	];
}
