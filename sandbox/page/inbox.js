/* global document, EventSource, fetch, requestAnimationFrame */

import { element, messageElement, replyElement, summary, timeText } from './conversation.js';

/** More than this many rows or bubbles help nobody; the search finds the rest. */
const MOST_SHOWN = 200;

const byId = (id) => document.getElementById(id);
const [list, panes, phone, messagesBox] = ['list', 'panes', 'phone', 'messages'].map(byId);

/** Recipient to what was said, oldest first: messages and replies by a key of their own. */
let conversations = new Map();
let chosen = null;
let drawing = false;

const timeOf = (item) => item.sentAt ?? item.receivedAt;

function put(item) {
	const who = item.to ?? item.phone;
	const items = conversations.get(who) ?? new Map();
	items.set(`${item.to === undefined ? 'reply' : 'message'} ${item.id}`, item);
	conversations.set(who, items);
}

const lastOf = (items) => [...items.values()].reduce((a, b) => (timeOf(b) >= timeOf(a) ? b : a));

function drawList() {
	const wanted = byId('search').value.trim().toLowerCase();
	const rows = [...conversations]
		.filter(([who]) => who.toLowerCase().includes(wanted))
		.map(([who, items]) => ({ who, last: lastOf(items) }))
		.sort((a, b) => timeOf(b.last) - timeOf(a.last));
	const focused = document.activeElement?.dataset?.recipient;
	list.replaceChildren(...rows.slice(0, MOST_SHOWN).map(drawRow));
	byId('count').textContent = conversations.size > 0 ? `(${rows.length})` : '';
	byId('empty').hidden = conversations.size > 0;
	// The rows are new: whoever was on one with the keyboard stays there.
	if (focused !== undefined) rowOf(focused)?.focus();
}

const rowOf = (who) =>
	[...list.querySelectorAll('button')].find((b) => b.dataset.recipient === who);

function drawRow({ who, last }) {
	const button = element('button', 'person');
	button.type = 'button';
	button.dataset.testid = 'conversation';
	button.dataset.recipient = who;
	if (who === chosen) button.setAttribute('aria-current', 'true');
	button.append(
		element('span', 'person-name', who),
		element('span', 'person-time', timeText(timeOf(last))),
		element('span', 'person-last', summary(last)),
	);
	button.addEventListener('click', () => choose(who));
	const item = element('li');
	item.append(button);
	return item;
}

/** Changes only what is new or different, so that a screen reader does not read it all again. */
function drawConversation() {
	const items = conversations.get(chosen);
	phone.hidden = !items;
	byId('choose').hidden = Boolean(items) || conversations.size === 0;
	panes.toggleAttribute('data-open', Boolean(items));
	if (!items) return;
	byId('phone-title').textContent = chosen;
	const all = [...items].sort((a, b) => timeOf(a[1]) - timeOf(b[1]));
	const shown = all.slice(-MOST_SHOWN);
	const more = all.length - shown.length;
	byId('earlier').textContent = more > 0 ? `${more} earlier messages are not shown` : '';
	const atEnd = messagesBox.scrollHeight - messagesBox.scrollTop - messagesBox.clientHeight < 80;
	const old = new Map([...messagesBox.children].map((child) => [child.dataset.key, child]));
	shown.forEach(([key, item], index) => {
		const state = `${item.status}`;
		let child = old.get(key);
		if (!child || child.dataset.state !== state) {
			const fresh = item.to === undefined ? replyElement(item) : messageElement(item);
			fresh.dataset.key = key;
			fresh.dataset.state = state;
			child?.replaceWith(fresh);
			child = fresh;
		}
		old.delete(key);
		if (messagesBox.children[index] !== child) {
			messagesBox.insertBefore(child, messagesBox.children[index] ?? null);
		}
	});
	for (const child of old.values()) child.remove();
	if (atEnd) messagesBox.scrollTop = messagesBox.scrollHeight;
	const answerable = shown.some(
		([, item]) => item.channel === 'viber' && item.messageId !== null,
	);
	byId('reply').hidden = !answerable;
	byId('reply-label').textContent = `Reply to the latest Viber message as ${chosen}`;
}

function choose(who) {
	chosen = who;
	byId('reply-text').value = '';
	byId('reply-result').textContent = '';
	messagesBox.replaceChildren();
	drawConversation();
	drawList();
	messagesBox.scrollTop = messagesBox.scrollHeight;
	byId('phone-title').focus();
}

function draw() {
	if (drawing) return;
	drawing = true;
	requestAnimationFrame(() => {
		drawing = false;
		drawList();
		drawConversation();
	});
}

async function load() {
	const answers = await Promise.all([fetch('_sandbox/messages'), fetch('_sandbox/replies')]);
	const [messages, replies] = await Promise.all(answers.map((answer) => answer.json()));
	conversations = new Map();
	[...messages, ...replies].forEach(put);
	if (!conversations.has(chosen)) chosen = null;
	draw();
}

function live(state, text) {
	const box = byId('live');
	// A status is read out: only when it really changes.
	if (box.dataset.state === state) return;
	box.dataset.state = state;
	box.textContent = text;
}

function listen() {
	const events = new EventSource('_sandbox/events');
	events.addEventListener('open', () => {
		live('on', 'Live');
		load().catch(() => live('off', 'Not connected'));
	});
	events.addEventListener('error', () => live('off', 'Not connected, trying again…'));
	events.addEventListener('refresh', () => load());
	events.addEventListener('messages', (event) => {
		JSON.parse(event.data).forEach(put);
		draw();
	});
	events.addEventListener('reply', (event) => {
		put(JSON.parse(event.data));
		draw();
	});
}

async function answer(event) {
	event.preventDefault();
	const field = byId('reply-text');
	const sent = await fetch('_sandbox/reply', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ phone: chosen, text: field.value }),
	}).catch(() => null);
	byId('reply-result').textContent = sent?.ok ? 'Reply sent.' : 'The reply could not be sent.';
	if (!sent?.ok) return;
	field.value = '';
	field.focus();
}

byId('search').addEventListener('input', drawList);
byId('reply').addEventListener('submit', answer);
byId('back').addEventListener('click', () => {
	const left = chosen;
	chosen = null;
	draw();
	requestAnimationFrame(() => rowOf(left)?.focus());
});
listen();
