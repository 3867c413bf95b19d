import { refuse } from './refusal';

/** A value, or values by index or name. A Map keeps `__proto__` as an ordinary key. */
export type Tree = string | Branch;
export type Branch = Map<string, Tree>;

const KEY = /^([^[\]]+)((?:\[[^[\]]+\])*)$/;
/**
 * Maximum depth of a parameter. The deepest parameter of the API has a depth of 4:
 * `messages[0][delivery_list][0][phone]`.
 */
const DEEPEST = 6;

/** Splits `data[0][1]` into `data` and the path `0`, `1`. */
export function splitKey(key: string): { name: string; path: string[] } {
	const match = KEY.exec(key);
	if (!match) throw refuse(key, 'not a parameter name');
	const path = match[2] === '' ? [] : match[2].slice(1, -1).split('][');
	if (path.length > DEEPEST) throw refuse(key, 'nested too deeply');
	return { name: match[1], path };
}

/**
 * Inserts a value at its path.
 * @param key the name with the path, for errors
 * @throws Refusal if the path already has a value
 */
export function insertAt(root: Branch, path: string[], value: string, key: string): void {
	let branch = root;
	for (const step of path.slice(0, -1)) {
		const next = branch.get(step) ?? new Map<string, Tree>();
		if (typeof next === 'string') throw refuse(key, 'given both as a value and with indexes');
		branch.set(step, next);
		branch = next;
	}
	const last = path[path.length - 1];
	if (branch.has(last)) throw refuse(key, 'given twice');
	branch.set(last, value);
}

/**
 * Returns the values of the indexes 0, 1, 2 …
 * @throws Refusal if an index is missing
 */
export function inOrder(branch: Branch, name: string): Tree[] {
	return Array.from({ length: branch.size }, (_, index) => {
		const value = branch.get(String(index));
		if (value === undefined) throw refuse(`${name}[${index}]`, 'missing: indexes run from 0');
		return value;
	});
}

/** Converts a tree to JSON. A branch with the index 0 becomes an array. */
export function asJson(tree: Tree, name: string): unknown {
	if (typeof tree === 'string') return tree;
	if (tree.has('0')) {
		return inOrder(tree, name).map((item, index) => asJson(item, `${name}[${index}]`));
	}
	const entries = [...tree].map(([key, value]) => [key, asJson(value, `${name}[${key}]`)]);
	return Object.fromEntries(entries);
}
