/** @throws if the file no longer has the place */
function indexOf(text: string, place: string | RegExp, from = 0): number {
	const rest = text.slice(from);
	const at = typeof place === 'string' ? rest.indexOf(place) : rest.search(place);
	if (at < 0) throw new Error(`It has no ${place}. Adapt scripts/newOperation/changes.ts.`);
	return from + at;
}

/** Puts the text before the first place that comes after all the earlier ones. */
export function insertBefore(
	text: string,
	added: string,
	...places: Array<string | RegExp>
): string {
	const at = places.reduce<number>((from, place) => indexOf(text, place, from), 0);
	return text.slice(0, at) + added + text.slice(at);
}

/** Puts a line after the last one that matches. */
export function insertAfterLast(text: string, added: string, line: RegExp): string {
	const lines = text.split('\n');
	const last = lines.map((one) => line.test(one)).lastIndexOf(true);
	if (last < 0) throw new Error(`It has no line ${line}. Adapt scripts/newOperation/changes.ts.`);
	return [...lines.slice(0, last + 1), added, ...lines.slice(last + 1)].join('\n');
}
