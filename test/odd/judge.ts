import type { INodeExecutionData } from 'n8n-workflow';
import type { SentRequest } from '../support/engine/service';
import type { Expected, Sent } from './model';
import type { Manner, Target } from './target';
import { shown } from './values';

export interface Told {
	message: string;
	/** Undefined where n8n shows only the message. */
	description?: string;
	/** Whether an item has it, beside the value. */
	isOfItem?: true;
}
/** What became of one case. */
export interface Seen {
	requests: SentRequest[];
	error?: Told;
}

/** A value of a JSON body, by the names that its parts have in a form. */
function pairsOf(value: unknown, key: string): Sent[] {
	if (value === undefined) return [];
	if (typeof value !== 'object' || value === null) return [[key, String(value)]];
	return Object.entries(value).flatMap(([name, inner]) => pairsOf(inner, `${key}[${name}]`));
}

/** The link that Send and Wait adds to a text is another one each time. An email with one is HTML. */
function withoutLink(value: string): string {
	const text = value.replace(/\n+https:\/\/n8n\.example\/\S+$/, '');
	const html = text.replace(/<p dir="ltr"><a href="https:\/\/n8n\.example\/[^]*$/, '');
	const plain = /^<p dir="auto">([^]*)<\/p>\n$/.exec(html)?.[1];
	if (html === text || plain === undefined) return html;
	return plain
		.replaceAll('<br>', '')
		.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
}

/** All that a request carries, by place and name. */
export function carriedBy({ query, form = [], parts = [], json }: SentRequest): Sent[] {
	const inJson = Object.entries((json ?? {}) as object).flatMap(([key, value]) =>
		pairsOf(value, `query ${key}`),
	);
	return [
		...query.map(([name, value]): Sent => [`query ${name}`, withoutLink(value)]),
		...form.map(([name, value]): Sent => [`form ${name}`, withoutLink(value)]),
		...parts.map(
			({ name, value, fileName }): Sent => [
				`${fileName === undefined ? 'form' : 'file'} ${name}`,
				value,
			],
		),
		...inJson,
	];
}

const sorted = (wire: Sent[]): Sent[] => [...wire].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));

/** How a request differs from what is allowed; nothing if it does not. */
function difference(actual: Sent[], wanted: Sent[]): string[] {
	const open = sorted(wanted);
	const extra: Sent[] = [];
	for (const [name, value] of sorted(actual)) {
		const at = open.findIndex(
			([n, v]) =>
				n === name &&
				// Reading a part of a form leaves out a byte-order mark at its start.
				(v instanceof RegExp
					? v.test(value as string)
					: v === value || (/^form/.test(n) && v.replace(/^\ufeff/, '') === value)),
		);
		if (at < 0) extra.push([name, value]);
		else open.splice(at, 1);
	}
	return [
		...extra.map(([name, value]) => `sent ${name}=${shown(value)}`),
		...open
			.filter(([name]) => !extra.some(([n]) => n === name))
			.map(([name]) => `did not send ${name}`),
	];
}

/** Whether an error says which field is wrong, and what to do, and does not repeat what is private. */
function problemsWith(
	{ message, description, isOfItem }: Told,
	target: Target,
	given: unknown,
	manner: Manner,
): string[] {
	const problems: string[] = [];
	const { form, hides = [] } = target;
	// n8n drops what a switch that is saved as a word hides; that is missing then.
	const isWord = manner === 'fixed' && typeof given !== 'boolean';
	const labels = isWord ? [...target.labels, ...hides] : target.labels;
	const isOfTool = /did not match expected schema/.test(message);
	if (!isOfTool && !labels.some((label) => message.includes(label))) {
		problems.push(`the error does not name '${labels[0]}': ${message.slice(0, 160)}`);
	}
	const isOfN8n = /has issues:|did not match expected schema/.test(message);
	if (
		description !== undefined &&
		!isOfN8n &&
		!/\w+ \w+/.test(description.replace(/\(.*/s, ''))
	) {
		problems.push(
			`the error does not say what to do: ${message.slice(0, 120)} / ${description}`,
		);
	}
	const word = typeof given === 'string' ? given.trim() : '';
	const isExample = ['e.g. anna@example.com', '[object Object]'].some((one) =>
		one.includes(word),
	);
	const isPrivate =
		form.secret && !isExample && word.length > 5 && !/^\w+$|^(null|undefined)$/.test(word);
	if (isPrivate && !isOfItem && `${message} ${description}`.includes(word)) {
		problems.push(`the error repeats the value: ${message.slice(0, 120)}`);
	}
	if (
		/\bundefined\b|\[object|\bNaN\b/.test(message) &&
		!/undefined|\[object|NaN/.test(shown(given))
	) {
		problems.push(`the error has a word of the machine in it: ${message.slice(0, 120)}`);
	}
	return problems;
}

/** What is wrong with what became of a value; nothing if it is as promised. */
export function judge(
	target: Target,
	given: unknown,
	expected: Expected[],
	{ requests, error }: Seen,
	manner: Manner,
	isNamed = true,
): string[] {
	if (expected.length === 0) return [];
	const wires = requests.map(carriedBy);
	const refusal = expected.find(({ refused }) => refused);
	if (error) {
		const rest = refusal?.wire ? [refusal.wire] : [];
		const left = refusal?.wire && wires.length > 0 ? difference(wires[0], rest[0]) : [];
		const both = wires.length > (refusal?.wire ? 1 : 0) || left.length > 0;
		if (both)
			return [
				`an error, and sent: ${left.join(', ') || shown(wires[0])}: ${error.message.slice(0, 100)}`,
			];
		if (refusal?.wire && wires.length === 0) return ['the other items were not sent'];
		if (!refusal)
			return [`is refused: ${error.message.slice(0, 160)} ${error.description ?? ''}`];
		return isNamed ? problemsWith(error, target, given, manner) : [];
	}
	const allowed = expected.filter(({ refused }) => !refused);
	if (wires.length === 0) {
		return allowed.some(({ wire }) => wire === undefined)
			? []
			: ['sent nothing, without an error'];
	}
	if (wires.length > 1) return [`sent ${wires.length} requests`];
	const base = allowed.length > 0 ? allowed.map(({ wire = [] }) => wire) : [[]];
	const differences = base.map((wire) => difference(wires[0], wire));
	if (allowed.length > 0 && differences.some(({ length }) => length === 0)) return [];
	const best = differences.sort((a, b) => a.length - b.length)[0];
	if (allowed.length > 0) return [best.join(', ')];
	const valid = target.expected(target.form.base, manner)[0]?.wire ?? [];
	const odd = difference(wires[0], valid);
	return [`no error; ${odd.join(', ') || 'sent as if it were valid'}`];
}

export const itemOf = ({ pairedItem }: INodeExecutionData): number => {
	const [first] = [pairedItem].flat();
	return typeof first === 'object' ? first.item : Number(first);
};

/** The error of an output item, if it is one. */
export function toldBy({ json, error }: INodeExecutionData): Told | undefined {
	if (error)
		return {
			message: error.message,
			description: String((error as { description?: unknown }).description ?? ''),
		};
	return typeof json.error === 'string' ? { message: json.error, isOfItem: true } : undefined;
}
