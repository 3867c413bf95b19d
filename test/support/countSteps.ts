import { runInThisContext } from 'node:vm';

/**
 * Counts what code does: the steps back of its regular expressions, as V8 counts them, and what the built-in methods of
 * texts and lists walk through. It changes those methods for good, so it belongs into a process of
 * its own, which runs with `--allow-natives-syntax`.
 */

/** @param most the count ends when there are more, so that it takes no minutes */
export function countSteps(run: () => unknown, most: number): number {
	[steps, limit, isCounting] = [0, most, true];
	try {
		run();
	} catch {
		// A value that is rejected costs, too.
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

/** Does something that does not count. */
function aside<T>(work: () => T): T {
	isCounting = false;
	try {
		return work();
	} finally {
		isCounting = true;
	}
}

type Method = (this: unknown, ...given: unknown[]) => unknown;

function replace(owner: object, name: string | symbol, cost: (self: never) => number): void {
	const method = Reflect.get(owner, name) as Method;
	const counted: Method = function (...given) {
		if (isCounting) add(cost(this as never));
		return Reflect.apply(method, this, given);
	};
	Object.defineProperty(owner, name, { value: counted, writable: true, configurable: true });
}

/** Methods that look at one element, however many there are. */
const SHORT =
	/^(at|charAt|charCodeAt|codePointAt|push|pop|slice|substring|startsWith|endsWith|match|matchAll|replace|search|keys|values|entries|toString|valueOf)$/;
/** These end at the first find, which may be near. */
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

/** What is repeated: an escape, a class, a group or a character. */
const REPEATED_GROUP = /\)(?=[*+?{])/g;
const REPEATED =
	/(\\(?:[pP]\{[^}]*\}|k<[^>]*>|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c.|.)|\[(?:\\.|[^\]\\])*\]|[^()|\\[\]^$?*+{}])(?=[*+?{])/giu;
/** Without it, V8 goes back over plain repetitions in a loop that it does not count. */
const COUNTED = '(?=)';

/** The same expression, which fails after so many steps back, and otherwise finds at least the end of the text. */
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
