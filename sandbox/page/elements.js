/* global AbortSignal, document, fetch */

/** Building blocks of all pages. All text is inserted as text, never as markup. */

export const byId = (id) => document.getElementById(id);

export function element(tag, className, text) {
	const made = document.createElement(tag);
	if (className) made.className = className;
	if (text !== undefined) made.textContent = text;
	return made;
}

const sameDay = (a, b) => new Date(a).toDateString() === new Date(b).toDateString();

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

const READ_MS = 30_000;

export async function read(path) {
	const response = await fetch(`_sandbox/${path}`, { signal: AbortSignal.timeout(READ_MS) });
	if (!response.ok) throw new Error(`HTTP status ${response.status}`);
	return await response.json();
}

/**
 * Lets arrow keys, Home and End move the focus. If no element has the focus, an arrow key moves the
 * focus to the element that `first` chooses.
 */
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

/**
 * Replaces the children of the box. Does not move a child that is already at its index, because a
 * moved child loses the focus.
 */
export function showInOrder(box, children) {
	const newChildren = new Set(children);
	for (const child of [...box.children]) if (!newChildren.has(child)) child.remove();
	children.forEach((child, index) => {
		if (box.children[index] !== child) box.insertBefore(child, box.children[index] ?? null);
	});
}
