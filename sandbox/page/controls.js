/* global confirm */

import { byId, element, read, send } from './elements.js';

const FAULTS = {
	'Server error (500)': { kind: '500' },
	'Too many requests (429)': { kind: '429', retryAfter: 2 },
	'Slow response (10 s)': { kind: 'slow', delayMs: 10_000 },
	'No response': { kind: 'hang' },
	'Connection lost': { kind: 'cut' },
	'Sent, but response lost': { kind: 'cut', after: true },
	'Error with status 200': { kind: 'error200' },
	'Web page instead of JSON': { kind: 'html200' },
};
const NONE = 'No fault';
const OTHER = 'Fault set over HTTP';
const ALL = '*';

let undeliverable = new Set();
let recipient = null;

const [fault, times] = ['fault', 'times'].map(byId);

const isLike = (choice) => (armed) =>
	choice.kind === armed.kind && Boolean(choice.after) === Boolean(armed.after);

export function showFaults(armed) {
	const armedName = Object.keys(FAULTS).find((name) => isLike(FAULTS[name])(armed[0] ?? {}));
	const isOurs = armed.length === 1 && armedName && (armed[0].operation ?? '*') === '*';
	fault.value = armed.length === 0 ? NONE : isOurs ? armedName : OTHER;
	fault.querySelector(`option[value="${OTHER}"]`).hidden = fault.value !== OTHER;
	if (armed.length > 0) times.value = armed[0].left === 'forever' ? 'forever' : '1';
	byId('faults').toggleAttribute('data-on', armed.length > 0);
}

async function chooseFault() {
	// Reads the form first, because the deletion resets the form to "No fault".
	const chosen = FAULTS[fault.value];
	const count = times.value === 'forever' ? 'forever' : 1;
	await send('DELETE', 'faults');
	if (chosen) await send('POST', 'faults', { ...chosen, times: count });
}

export function showUndeliverable(recipients) {
	undeliverable = new Set(recipients);
	drawSwitches();
}

function drawSwitches() {
	const all = undeliverable.has(ALL);
	byId('undelivered').checked = all;
	byId('not-delivered').checked = all || undeliverable.has(recipient);
	byId('not-delivered').disabled = all;
}

export function showRecipient(who) {
	recipient = who;
	drawSwitches();
}

async function setUndeliverable(who, isOn) {
	undeliverable[isOn ? 'add' : 'delete'](who);
	await send('PUT', 'undeliverable', { recipients: [...undeliverable] });
}

export async function loadControls() {
	const [armed, state] = await Promise.all([read('faults'), read('state')]);
	showFaults(armed);
	showUndeliverable(state.undeliverable);
}

for (const name of [NONE, ...Object.keys(FAULTS), OTHER]) {
	const option = element('option', '', name);
	option.value = name;
	fault.append(option);
}
fault.addEventListener('change', chooseFault);
times.addEventListener('change', chooseFault);
byId('undelivered').addEventListener('change', ({ target }) =>
	setUndeliverable(ALL, target.checked),
);
byId('not-delivered').addEventListener('change', ({ target }) =>
	setUndeliverable(recipient, target.checked),
);
byId('reset').addEventListener('click', async () => {
	if (confirm('Delete all messages, replies and requests, and switch off all faults?')) {
		await send('POST', 'reset', {});
	}
});
