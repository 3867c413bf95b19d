import { ExpressionParser, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { excerpt, ValidationError } from './formats';

type FastReader = (json?: IDataObject) => string | number | undefined;

/** `{{ $json.phone }}` or `{{ $json["phone"] }}`: one key of the item without a computation. */
const KEY = /\{\{\s*\$json(\.[A-Za-z_]\w*|\["[^"\\]*"\]|\['[^'\\]*'\])\s*\}\}/;

/** Whether n8n would evaluate a value or a part of it. */
export const hasExpression = (raw: unknown): boolean =>
	typeof raw === 'string'
		? raw.startsWith('=')
		: typeof raw === 'object' && raw !== null && Object.values(raw).some(hasExpression);

/** Code of an expression: `{{ $json.name }}`, `$json.name`, `$('Step')`, `$node["Step"]`. */
const CODE = /\{\{(?:(?!\}\})[^])*?\$(?:(?!\}\})[^])*\}\}|\$(?:json[.[]|node\[|\(['"`])[^\s,;!?]*/;

/** The parts of a saved text that n8n does not evaluate. */
function literalParts(saved: string): string[] {
	if (!saved.startsWith('=')) return [saved];
	return ExpressionParser.splitExpression(saved.slice(1)).flatMap((part) =>
		part.type === 'text' || !part.hasClosingBrackets ? [part.text] : [],
	);
}

/**
 * Rejects code that n8n does not evaluate, because it would be sent as text. The result of an expression is
 * data, and is not checked.
 *
 * @param saved a saved parameter, or a part of one
 * @throws ValidationError
 */
export function assertEvaluated(saved: unknown): void {
	if (typeof saved === 'object' && saved !== null) Object.values(saved).forEach(assertEvaluated);
	if (typeof saved !== 'string') return;
	for (const text of literalParts(saved)) {
		const [code] = CODE.exec(text) ?? [];
		if (code === undefined) continue;
		const inBraces = 'write it between double braces, e.g. {{ $json.name }}';
		throw new ValidationError(
			`contains ${excerpt(code)}, which was not evaluated`,
			saved.startsWith('=')
				? `To insert a value, ${inBraces}.`
				: `To insert a value, switch the field to Expression, and ${inBraces}.`,
		);
	}
}

/**
 * Reads one parameter for every item. A fixed value is taken as it is saved: `evaluate` may read other
 * parameters with it, and they may throw. An expression that only takes keys of the item is read here,
 * because n8n needs up to 0.25 ms for each, which is half a minute for 100,000 items.
 *
 * @param raw the parameter as saved
 * @param evaluate reads the parameter through n8n, for all other expressions
 */
export function itemValues(
	raw: unknown,
	items: INodeExecutionData[],
	evaluate: (index: number) => unknown,
): (index: number) => unknown {
	if (!hasExpression(raw)) return () => raw;
	let fastReader = fastReaderOf(raw);
	if (!fastReader) return evaluate;
	let verified = false;
	return (index) => {
		const value = fastReader?.(items[index].json);
		if (value === undefined) return evaluate(index);
		if (verified) return value;
		// The first value is read both ways. If n8n reads another one, n8n reads them all.
		const evaluated = evaluate(index);
		if (evaluated === value) verified = true;
		else fastReader = undefined;
		return evaluated;
	};
}

/** Texts, and the key between two of them; undefined for an expression that does more than insert keys. */
function partsOf(raw: unknown): { texts: string[]; keys: string[] } | undefined {
	if (typeof raw !== 'string') return undefined;
	const parts = raw.slice(1).split(KEY);
	const texts = parts.filter((_, position) => position % 2 === 0);
	const keys = parts
		.filter((_, position) => position % 2 === 1)
		.map((key) => (key.startsWith('.') ? key.slice(1) : key.slice(2, -2)));
	if (keys.length === 0 || texts.some((text) => /[{}\\]/.test(text))) return undefined;
	return keys.some((key) => key in {}) ? undefined : { texts, keys };
}

/** What n8n knows that is the same for every item of a run. */
const NOT_OF_ITEM = new Set(
	['now', 'today', 'execution', 'workflow', 'vars', 'env', 'secrets', 'runIndex', 'prevNode'].map(
		(name) => `$${name}`,
	),
);

/** Whether an expression names something that can differ from item to item. */
export const dependsOnItem = (raw: string): boolean =>
	(raw.match(/\$[\w(]*/g) ?? []).some((name) => !NOT_OF_ITEM.has(name));

/** The keys of the item that an expression inserts; undefined if it does more than that. */
export const keysIn = (raw: unknown): string[] | undefined => partsOf(raw)?.keys;

function fastReaderOf(raw: unknown): FastReader | undefined {
	const { texts, keys } = partsOf(raw) ?? {};
	if (!texts || !keys) return undefined;
	if (texts.join('') === '' && keys.length === 1) return (json) => plainValue(json, keys[0]);
	return (json) => {
		let result = texts[0];
		for (let at = 0; at < keys.length; at++) {
			const value = plainValue(json, keys[at]);
			if (value === undefined) return undefined;
			result += value + texts[at + 1];
		}
		return result;
	};
}

/** A string or number that is a key of the item itself. n8n interprets all else. Some nodes return no JSON. */
function plainValue(json: IDataObject | undefined, key: string): string | number | undefined {
	const value = json && Object.hasOwn(json, key) ? json[key] : undefined;
	if (typeof value === 'string') return value;
	return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
