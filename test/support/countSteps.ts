import { runInThisContext } from 'node:vm';

/**
 * Counts steps: backtracking of regular expressions in V8, and elements that methods of texts and
 * lists visit. Import this file only in a separate process, with `--allow-natives-syntax`, because
 * the import changes these methods permanently.
 */

/**
 * @param most the count stops above this number
 * @returns the number of steps, also if `run` throws
 */
export function countSteps(run: () => unknown, most: number): number {
	[steps, limit, isCounting] = [0, most, true];
	try {
		run();
	} catch {
		// An error does not matter, because the steps before the error count, too.
	}
	isCounting = false;
	return steps;
}

let steps = 0;
let limit = 0;
let isCounting = false;

function add(count: number): void {
	steps += count;
	if (steps <= limit) return;
	isCounting = false;
	throw new Error(`more than ${limit} steps`);
}

/** Runs `work` without counting its steps. */
function aside<T>(work: () => T): T {
	isCounting = false;
	try {
		return work();
	} finally {
		isCounting = true;
	}
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

function replace(owner: object, name: string | symbol, cost: (self: never) => number): void {
	const method = Reflect.get(owner, name) as Method;
	const counted: Method = function (...args) {
		if (isCounting) add(cost(this as never));
		return Reflect.apply(method, this, args);
	};
	Object.defineProperty(owner, name, { value: counted, writable: true, configurable: true });
}

/** Methods that count as one step. */
const SHORT =
	/^(at|charAt|charCodeAt|codePointAt|push|pop|slice|substring|startsWith|endsWith|match|matchAll|replace|search|keys|values|entries|toString|valueOf)$/;
/** Methods that stop at the first match. Each element before the match counts as a step. */
const SEARCHES = ['indexOf', 'includes'];

for (const owner of [String.prototype, Array.prototype]) {
	for (const name of Object.getOwnPropertyNames(owner)) {
		const isMethod = typeof Object.getOwnPropertyDescriptor(owner, name)?.value === 'function';
		if (!isMethod || name === 'constructor' || SEARCHES.includes(name)) continue;
		const isShort = SHORT.test(name);
		replace(owner, name, (self: ArrayLike<unknown>) => (isShort ? 1 : 1 + self.length));
	}
	for (const name of SEARCHES) {
		const search = Reflect.get(owner, name) as Method;
		const { indexOf } = owner;
		const counted: Method = function (wanted, from = 0) {
			if (isCounting) {
				const self = this as string;
				const found = Reflect.apply(indexOf, self, [wanted, from]) as number;
				add(1 + (found < 0 ? self.length : found) - Number(from));
			}
			return Reflect.apply(search, this, [wanted, from]);
		};
		Object.defineProperty(owner, name, { value: counted, writable: true, configurable: true });
	}
}
for (const owner of [Map.prototype, Set.prototype]) {
	for (const name of ['get', 'has', 'set', 'add']) {
		if (name in owner) replace(owner, name, () => 1);
	}
}
for (const iterable of [[], '', new Map(), new Set()]) {
	replace(Object.getPrototypeOf(iterable[Symbol.iterator]()) as object, 'next', () => 1);
}

const { exec } = RegExp.prototype;
const limited = new Map<string, RegExp>();
const compile = runInThisContext(
	'(source, flags, most) => %NewRegExpWithBacktrackLimit(source, flags, most)',
) as (source: string, flags: string, most: number) => RegExp;

const REPEATED_GROUP = /\)(?=[*+?{])/g;
/** Matches a repeated escape, class or character. */
const REPEATED =
	/(\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c.|.)|\[(?:\\.|[^\]\\])*\]|[^()|\\[\]^$?*+{}])(?=[*+?{])/giu;
/** With this empty lookahead, V8 counts the backtracking of plain repetitions, too. */
const COUNTED = '(?=)';

/**
 * Returns a regular expression that finds no match only if the backtracking takes more than `most`
 * steps. Without another match, the end of the text matches.
 */
function withLimit({ source, flags }: RegExp, most: number): RegExp {
	const key = `${most} ${flags} ${source}`;
	let made = limited.get(key);
	if (!made) {
		const counted = source
			.replace(REPEATED_GROUP, `${COUNTED})`)
			.replace(REPEATED, (_, repeated: string) => `(?:${repeated}${COUNTED})`);
		const end = flags.includes('y') ? '' : '(?![^])';
		limited.set(key, (made = compile(`(?:${counted})|${end}`, flags, most)));
	}
	return made;
}

RegExp.prototype.exec = function (text) {
	if (isCounting && this.lastIndex <= text.length) {
		let count = 8;
		const isCut = () => {
			const twin = withLimit(this, count);
			twin.lastIndex = this.lastIndex;
			return exec.call(twin, text) === null;
		};
		while (aside(isCut)) {
			count *= 2;
			if (steps + count > limit) break;
		}
		add(count);
	}
	return exec.call(this, text);
};
