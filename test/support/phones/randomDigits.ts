/** Returns random numbers from 0 up to 1, the same in each run (mulberry32). */
export function randomFrom(seed: string): () => number {
	let state = 0;
	for (const sign of seed) state = (Math.imul(state, 31) + sign.charCodeAt(0)) | 0;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

export const pick = <T>(from: ArrayLike<T>, random: () => number): T =>
	from[Math.floor(random() * from.length)];

/** The syntax of libphonenumber's patterns: digits, classes, `\d`, groups, `?` and `{1,2}`. */
type Atom = { digits: string } | { alternatives: Part[][] };
interface Part {
	atom: Atom;
	least: number;
	most: number;
}

const TOKEN = /\\d|\[[\d-]+\]|\(\?:|\{\d+(?:,\d+)?\}|./gy;

function readAlternatives(tokens: string[]): Part[][] {
	const found: Part[][] = [[]];
	while (tokens.length > 0 && tokens[0] !== ')') {
		const token = tokens.shift() ?? '';
		if (token === '|') found.push([]);
		else if (token !== '$') found[found.length - 1].push(readPart(token, tokens));
	}
	tokens.shift();
	return found;
}

function readPart(token: string, tokens: string[]): Part {
	const atom: Atom = token.startsWith('(')
		? { alternatives: readAlternatives(tokens) }
		: {
				digits: [...'0123456789']
					.filter((digit) => RegExp(`^${token}$`).test(digit))
					.join(''),
			};
	const [next = ''] = tokens;
	if (next !== '?' && !next.startsWith('{')) return { atom, least: 1, most: 1 };
	tokens.shift();
	const [least, most] = next === '?' ? [0, 1] : next.slice(1, -1).split(',').map(Number);
	return { atom, least, most: most ?? least };
}

function digitsOf(alternatives: Part[][], random: () => number): string {
	const parts = pick(alternatives, random);
	return parts
		.map(({ atom, least, most }) => {
			const times = least + Math.floor(random() * (most - least + 1));
			const once = () =>
				'digits' in atom ? pick(atom.digits, random) : digitsOf(atom.alternatives, random);
			return Array.from({ length: times }, once).join('');
		})
		.join('');
}

/** Returns a function that makes random digits for a pattern of libphonenumber. */
export function digitsLike(pattern: string, random: () => number): () => string {
	const alternatives = readAlternatives(pattern.match(TOKEN) ?? []);
	return () => digitsOf(alternatives, random);
}
