/* global AbortSignal, document, fetch */

/** What every part of the page is made with. Text is put in as text, never as markup. */

export const byId = (id) => document.getElementById(id);

export function element(tag, className, text) {
	const made = document.createElement(tag);
	if (className) made.className = className;
	if (text !== undefined) made.textContent = text;
	return made;
}

const sameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();

/** The time, and the day unless it is today. */
export const timeText = (time) =>
	new Date(time).toLocaleString([], {
		hour: '2-digit',
		minute: '2-digit',
		...(sameDay(time, Date.now()) ? {} : { day: 'numeric', month: 'short' }),
	});

export async function send(method, path, body) {
	const headers = body === undefined ? {} : { 'content-type': 'application/json' };
	const response = await fetch(`_sandbox/${path}`, {
		method,
		headers,
		body: body === undefined ? undefined : JSON.stringify(body),
	}).catch(() => null);
	return response?.ok === true;
}

/** A read that takes longer has failed. */
const READ_MS = 30_000;

export async function read(path) {
	const response = await fetch(`_sandbox/${path}`, { signal: AbortSignal.timeout(READ_MS) });
	if (!response.ok) throw new Error(`HTTP status ${response.status}`);
	return await response.json();
}

/** Arrow keys, Home and End move between the elements in the box; `first` is where they enter it. */
export function arrowKeys(box, selector, first) {
	box.addEventListener('keydown', (event) => {
		const all = [...box.querySelectorAll(selector)];
		const at = all.indexOf(document.activeElement?.closest(selector));
		const step = (by) => (at < 0 ? first(all) : all[at + by]);
		const moves = {
			ArrowDown: () => step(1),
			ArrowUp: () => step(-1),
			Home: () => all[0],
			End: () => all.at(-1),
		};
		if (!moves[event.key] || event.target.matches('input, select')) return;
		event.preventDefault();
		moves[event.key]()?.focus();
	});
}

/** Makes these the children of the box. One that is there already does not move, and keeps the focus. */
export function showInOrder(box, children) {
	const wanted = new Set(children);
	for (const child of [...box.children]) if (!wanted.has(child)) child.remove();
	children.forEach((child, index) => {
		if (box.children[index] !== child) box.insertBefore(child, box.children[index] ?? null);
	});
}
