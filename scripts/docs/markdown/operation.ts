import { mayRepeat } from '../../../nodes/shared/api/endpoint';
import type { NodePart, Operation, Parameter } from '../shape';
import { noteText, parameterTable } from './parameters';
import { blocks, code, jsonBlock, link } from './text';

export const COMMON_OPTIONS = 'Options of several operations';
export const OUTPUT = 'Output fields';
export const ERRORS = 'Errors';

/** The part of one operation. Its heading is its action, which no other operation has. */
export function operationPart(operation: Operation, { operations }: NodePart): string {
	const { action, request, parameters, notes } = operation;
	return blocks(
		`### ${action}`,
		`${sentence(operation.description)} ${identity(operation)}`,
		...notes.map(noteText),
		parameters.length > 0 ? parameterTable(parameters) : undefined,
		...parameters.filter(({ type }) => type === 'json').map(jsonValue),
		commonOptions(operation),
		requestLine(request),
		output(operation),
		request && errors(operation),
		...example(operation, operations),
	);
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

const identity = ({ resource, operation }: Operation) =>
	`In JSON: ${code(`"resource": "${resource}", "operation": "${operation}"`)}.`;

function commonOptions({ commonOptions: names }: Operation): string | undefined {
	if (names.length === 0) return undefined;
	return `${link('Other options', COMMON_OPTIONS)}: ${names.map(code).join(', ')}.`;
}

/** A text of JSON, and its default is an example. */
const jsonValue = ({ name, default: byDefault }: Parameter) =>
	blocks(
		`${code(name)} takes a text of JSON, or an array from an expression:`,
		jsonBlock(JSON.parse(String(byDefault))),
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

function requestLine(request: Operation['request']): string {
	if (!request) return '**Request:** none.';
	const { method, path, parametersIn } = request;
	const place = parametersIn ? ` Parameters are sent in the ${parametersIn}.` : '';
	return `**Request:** ${code(`${method} ${path}`)}.${place}`;
}

function errors({ effect, output: { mustHave }, statusAdvice = {} }: Operation): string {
	const special = Object.entries(statusAdvice).map(([status, advice]) => `${status}: ${advice}`);
	const needed = mustHave ? ` A response without ${code(mustHave)} is an error.` : '';
	const kind = mayRepeat({ effect }) ? 'may be repeated' : 'must not be repeated';
	return `**Errors:** of a request that ${link(kind, ERRORS)}.${needed} ${special.join(' ')}`.trim();
}

function example({ example: given }: Operation, operations: Operation[]): string[] {
	const { parameters, after = [], inputFrom, input, output: item, dryRun } = given;
	const actionOf = (key: string) => operations.find((one) => one.key === key)?.action ?? key;
	const before = after.map((key) => link(actionOf(key), actionOf(key)));
	const from = inputFrom ? ` The input is an item of ${code(actionOf(inputFrom))}:` : '';
	const intro =
		before.length > 0 ? `**Example**, after ${before.join(' and ')}.${from}` : '**Example**';
	return [
		input ? blocks(intro + (from ? '' : ' with these input items:'), jsonBlock(input)) : intro,
		blocks(input ? 'Parameters:' : undefined, jsonBlock(parameters)),
		blocks('Output item:', jsonBlock(item)),
		...(dryRun
			? [
					blocks(
						`Output item with ${code('"options": { "dryRun": true }')}:`,
						jsonBlock(dryRun),
					),
				]
			: []),
	];
}
