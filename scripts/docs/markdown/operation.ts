import { mayRepeat } from '../../../nodes/shared/api/endpoint';
import type { NodePart, Operation, Outcome, Parameter, Time } from '../shape';
import { apiFields, noteText, parameterTable, type Seen } from './parameters';
import { isAmong } from './repeated';
import { blocks, code, json, labelled, lines, link } from './text';

export const COMMON_OPTIONS = 'Shared options';
export const OUTPUT = 'Output fields';
export const ERRORS = 'Errors';
export const TIMES = 'Times';

/** Returns the section of an operation. Its heading is the action, which is unique. */
export function operationPart(
	operation: Operation,
	{ operations }: NodePart,
	shared: Parameter[],
	seen: Seen,
): string {
	const { action, parameters, notes } = operation;
	const unshared = parameters.filter((parameter) => !isAmong(shared, parameter));
	return blocks(
		`## ${action}`,
		`${sentence(operation.description)} ${identity(operation)}`,
		...notes.map(noteText),
		unshared.length > 0 ? parameterTable(unshared, action, seen) : undefined,
		otherOptions(operation, unshared),
		output(operation),
		lines(...example(operation, operations)),
		request(operation),
	);
}

const sentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

const identity = ({ resource, operation }: Operation) =>
	`In JSON: ${code(`"resource": "${resource}", "operation": "${operation}"`)}.`;

function otherOptions(operation: Operation, unshared: Parameter[]): string | undefined {
	const shared = operation.parameters.filter((parameter) => !unshared.includes(parameter));
	const names = [...shared.map(({ name }) => name), ...operation.commonOptions].sort();
	if (names.length === 0) return undefined;
	return `${link('Other options', COMMON_OPTIONS)}: ${names.map(code).join(', ')}.`;
}

/** Texts that refer to the section on times. */
const timeText: Record<Time, string> = {
	account: ", the account's time",
	unix: ', Unix time',
	iso: ', ISO time',
};

function output({ output: { fields, ...outcome } }: Operation): string {
	const { emptyStatus, undocumented, simplified } = outcome;
	if (undocumented) {
		return `**${link('Output', OUTPUT)}:** not documented.`;
	}
	const conditions = [...new Set(fields.map(({ when = '' }) => when))].sort();
	const lists = conditions.map((condition) => {
		const list = fields
			.filter(({ when = '' }) => when === condition)
			.map(({ name, type, time }) => `${code(name)} (${type}${time ? timeText[time] : ''})`);
		return `${condition && `${condition}, `}${list.join(', ')}.`;
	});
	const empty = emptyStatus ? ` HTTP status ${emptyStatus} is an empty list.` : '';
	const whole = simplified
		? ` With ${code('"simplify": false')}, all fields of the response.`
		: '';
	return `**${link('Output', OUTPUT)}:** ${lists.join(' ')}${whole}${empty}`;
}

/** Describes the request, for readers who compare it with the API. */
function request(operation: Operation): string {
	const { request: sent, parameters, effect, statusAdvice = {} } = operation;
	if (!sent) return '**Request:** none.';
	const { method, path, sentIn } = sent;
	const { mustHave } = operation.output;
	const fields = apiFields(parameters);
	const special = Object.entries(statusAdvice).map(([status, advice]) => `${status}: ${advice}`);
	const kind = mayRepeat({ effect }) ? 'may be repeated' : 'must not be repeated';
	return [
		`**Request:** ${code(`${method} ${path}`)}${sentIn ? ` (${sentIn})` : ''}, which ${link(kind, ERRORS)}.`,
		fields && `${fields}.`,
		mustHave && `Must return ${code(mustHave)}.`,
		...special,
	]
		.filter(Boolean)
		.join(' ');
}

function example({ example: steps }: Operation, operations: Operation[]): string[] {
	const { parameters, after = [], inputFrom, input, output: item, dryRun } = steps;
	const actionOf = (key: string) =>
		operations.find((operation) => operation.key === key)?.action ?? key;
	const earlierSteps = after.map((key) => link(actionOf(key), actionOf(key)));
	const follows = earlierSteps.length > 0 ? `, after ${earlierSteps.join(' and ')}` : '';
	const from = inputFrom ? ` The input is an item of ${code(actionOf(inputFrom))}.` : '';
	const intro = `**Example**${follows}.${from}`;
	const isOwn = input !== undefined && inputFrom === undefined;
	return [
		...(isOwn ? [labelled(`${intro} Input items:`, input)] : []),
		labelled(isOwn ? 'Parameters:' : `${intro} Parameters:`, parameters),
		labelled('Output item:', item),
		...(dryRun ? [labelled(`With ${code('"options": { "dryRun": true }')}:`, dryRun)] : []),
		...outcome(isError(steps.failed) ? 'Failed item' : 'Another item', steps.failed),
		...outcome('Item after the time limit', steps.timedOut),
	];
}

const isError = (result: Outcome | undefined): boolean =>
	result?.output === undefined || 'error' in result.output;

function outcome(title: string, result: Outcome | undefined): string[] {
	if (!result) return [];
	const { parameters, input, output } = result;
	const changed = json(parameters ?? input?.[0] ?? {}).replace(/\s+/g, ' ');
	const difference =
		changed === '{}' ? 'a wrong token' : `${input ? 'the input ' : ''}${code(changed)}`;
	const intro = `${title}, with ${difference}:`;
	return [output ? labelled(intro, output) : `${intro} none.`];
}
