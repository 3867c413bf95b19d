import type { IDataObject } from 'n8n-workflow';
import { ValidationError, type Parser, isBlank } from '../values/formats';
import { isRecord, parseJson } from '../values/json';
import { mailboxKey } from '../values/phoneAndEmail';

/** Checks a part of a JSON value, and returns its wire form. @throws ValidationError naming the path */
export type Rule = (value: unknown, path: string) => unknown;

const ADVICE = 'Compare the JSON with the examples in docs/batches.md.';

const wrong = (path: string, problem: string, advice = ADVICE, given?: unknown) =>
	new ValidationError(`is wrong at ${path}: it ${problem}`, advice, undefined, given);

/** A single value in one of the wire forms. */
export const value =
	(format: Parser, zone: string): Rule =>
	(given, path) => {
		if (isBlank(given)) throw wrong(path, 'is empty');
		try {
			return format(given, zone);
		} catch (error) {
			if (!(error instanceof ValidationError)) throw wrong(path, 'cannot be used');
			throw wrong(path, error.problem, error.advice, given);
		}
	};

/** A value that may be left out. An empty one is wrong: what is sent without it is more. */
export const optional =
	(rule: Rule): Rule =>
	(given, path) =>
		given === undefined ? undefined : rule(given, path);

/** A value that may be left out, or empty. */
export const orEmpty =
	(rule: Rule): Rule =>
	(given, path) =>
		isBlank(given) ? undefined : rule(given, path);

/** An object with these keys and no others. */
export const object =
	(shape: Record<string, Rule>): Rule =>
	(given, path) => {
		const keys = asRecord(given, path);
		for (const key of Object.keys(keys)) {
			if (!Object.hasOwn(shape, key)) throw wrong(`${path}.${key}`, 'does not belong here');
		}
		const result: IDataObject = {};
		for (const [key, rule] of Object.entries(shape)) {
			const entered = Object.hasOwn(keys, key) ? (keys[key] ?? null) : undefined;
			const checked = rule(entered, `${path}.${key}`);
			if (checked !== undefined) result[key] = checked as IDataObject;
		}
		return result;
	};

/** Takes what is wrong with one entry of a list, so that the others can go on. */
export type Reject = (bad: ValidationError) => void;

/** What the API takes for one recipient: the phone or address alone, or with a message of its own. */
export type RecipientEntry = IDataObject | string;

/** The phone or address of an entry. */
export const recipientOf = (entry: RecipientEntry): string =>
	typeof entry === 'string' ? entry : String(entry.phone ?? entry.email);

/** What a recipient gets that others do not; empty if all get the same. */
export const ownText = (entry: RecipientEntry): string =>
	typeof entry === 'string'
		? ''
		: JSON.stringify({ ...entry, phone: undefined, email: undefined });

const messageKey = (entry: RecipientEntry): string =>
	`${mailboxKey(recipientOf(entry))} ${ownText(entry)}`;

/** A list of recipients with at least one entry; a bad or repeated one is left out and reported. */
export const recipients =
	(rule: Rule, reject: Reject): Rule =>
	(given, path) => {
		if (!Array.isArray(given) || given.length === 0) {
			throw wrong(path, 'is not a list with at least one entry');
		}
		const positions = new Map<string, number>();
		const valid: unknown[] = [];
		for (const [position, entry] of given.entries()) {
			const at = `${path}[${position}]`;
			try {
				const checked = rule(entry, at);
				const key = messageKey(checked as RecipientEntry);
				const first = positions.get(key);
				if (first !== undefined)
					throw wrong(at, `has the recipient of ${path}[${first}] again`);
				positions.set(key, position);
				valid.push(checked);
			} catch (error) {
				reject(error as ValidationError);
			}
		}
		return valid;
	};

export function asRecord(given: unknown, path: string): IDataObject {
	if (!isRecord(given)) throw wrong(path, 'is not an object');
	return given;
}

/** What a JSON field holds: a text to parse, or a value from an expression; always a list. */
export function parseMailings(given: unknown): unknown[] {
	const parsed = typeof given === 'string' ? parseJson(given.trim()) : given;
	if (parsed === undefined) throw new ValidationError('is not JSON', ADVICE);
	const entries: unknown[] = Array.isArray(parsed) ? parsed : [parsed];
	if (entries.length > 0) return entries;
	throw new ValidationError('has no mailing in it', ADVICE);
}
