import { ExpressionParser, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { describeValue, ValidationError } from './formats';

type FastReader = (json?: IDataObject) => string | number | undefined;

/** Matches the insertion of one item field: `{{ $json.phone }}` or `{{ $json["phone"] }}`. */
const INSERTED_FIELD_PATTERN = /\{\{\s*\$json(\.[A-Za-z_]\w*|\["[^"\\]*"\]|\['[^'\\]*'\])\s*\}\}/;

export const hasExpression = (raw: unknown): boolean =>
	typeof raw === 'string'
		? raw.startsWith('=')
		: typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);

/** Matches expression code such as `{{ $json.name }}`, `$json.name`, `$('Step')` or `$node["Step"]`. */
const UNEVALUATED_CODE_PATTERN =
	/\{\{(?:(?!\}\})[^])*?\$(?:(?!\}\})[^])*\}\}|\$(?:json[.[]|node\[|\(['"`])[^\s,;!?]*/;

/** Returns those parts of a saved parameter that n8n does not evaluate. */
function splitLiteralParts(saved: string): string[] {
	if (!saved.startsWith('=')) return [saved];
	return ExpressionParser.splitExpression(saved.slice(1)).flatMap((part) =>
		part.type === 'text' || !part.hasClosingBrackets ? [part.text] : [],
	);
}

/**
 * Rejects expression code that n8n does not evaluate, because otherwise the code would be sent as text. Results
 * of expressions are data and are not checked.
 *
 * @throws ValidationError
 */
export function assertNoUnevaluatedCode(saved: unknown): void {
	if (typeof saved === 'object' && saved !== null)
		Object.values(saved).forEach(assertNoUnevaluatedCode);
	if (typeof saved !== 'string') return;
	for (const text of splitLiteralParts(saved)) {
		const [code] = UNEVALUATED_CODE_PATTERN.exec(text) ?? [];
		if (code === undefined) continue;
		const inBraces = 'write it between double braces, e.g. {{ $json.name }}';
		throw new ValidationError(
			`contains ${describeValue(code)}, which was not evaluated`,
			saved.startsWith('=')
				? `To insert a value, ${inBraces}.`
				: `To insert a value, switch the field to Expression, and ${inBraces}.`,
		);
	}
}

/**
 * Returns a function that reads a parameter for the item with the given index. Expressions that only insert
 * item fields are evaluated without n8n, because n8n needs up to 0.25 ms for each.
 *
 * @param evaluate reads any other expression through n8n; may throw
 */
export function createItemValueReader(
	raw: unknown,
	items: INodeExecutionData[],
	evaluate: (index: number) => unknown,
): (index: number) => unknown {
	if (!hasExpression(raw)) return () => raw;
	let fastReader = tryCreateFastReader(raw);
	if (!fastReader) return evaluate;
	let verified = false;
	return (index) => {
		const value = fastReader?.(items[index].json);
		if (value === undefined) return evaluate(index);
		if (verified) return value;
		// The first value is compared with n8n's. If the two differ, n8n evaluates all values.
		const evaluated = evaluate(index);
		if (evaluated === value) verified = true;
		else fastReader = undefined;
		return evaluated;
	};
}

function trySplitInsertedFields(
	raw: unknown,
): { literalTexts: string[]; insertedFields: string[] } | undefined {
	if (typeof raw !== 'string') return undefined;
	const parts = raw.slice(1).split(INSERTED_FIELD_PATTERN);
	const texts = parts.filter((_, position) => position % 2 === 0);
	const keys = parts
		.filter((_, position) => position % 2 === 1)
		.map((key) => (key.startsWith('.') ? key.slice(1) : key.slice(2, -2)));
	if (keys.length === 0 || texts.some((text) => /[{}\\]/.test(text))) return undefined;
	return keys.some((key) => key in {})
		? undefined
		: { literalTexts: texts, insertedFields: keys };
}

const ITEM_INDEPENDENT_VARIABLES = new Set(
	['now', 'today', 'execution', 'workflow', 'vars', 'env', 'secrets', 'runIndex', 'prevNode'].map(
		(name) => `$${name}`,
	),
);

export const dependsOnItem = (raw: string): boolean =>
	(raw.match(/\$[\w(]*/g) ?? []).some((name) => !ITEM_INDEPENDENT_VARIABLES.has(name));

/** Returns undefined if the expression does more than insert item fields. */
export const findInsertedFields = (raw: unknown): string[] | undefined =>
	trySplitInsertedFields(raw)?.insertedFields;

function tryCreateFastReader(raw: unknown): FastReader | undefined {
	const { literalTexts, insertedFields } = trySplitInsertedFields(raw) ?? {};
	if (!literalTexts || !insertedFields) return undefined;
	if (literalTexts.join('') === '' && insertedFields.length === 1)
		return (json) => readStringOrNumber(json, insertedFields[0]);
	return (json) => {
		let result = literalTexts[0];
		for (let at = 0; at < insertedFields.length; at++) {
			const value = readStringOrNumber(json, insertedFields[at]);
			if (value === undefined) return undefined;
			result += value + literalTexts[at + 1];
		}
		return result;
	};
}

/**
 * Returns undefined for values that only n8n can interpret. `json` may be undefined, because some nodes return
 * items without JSON.
 */
function readStringOrNumber(
	json: IDataObject | undefined,
	key: string,
): string | number | undefined {
	const value = json && Object.hasOwn(json, key) ? json[key] : undefined;
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
