/* global document, requestAnimationFrame */

import { loadControls, showFaults, showRecipient, showUndeliverable } from './controls.js';
import { messageElement, replyElement, showStatus, summary } from './conversation.js';
import { arrowKeys, byId, element, read, send, showInOrder, timeText } from './elements.js';
import { listen } from './live.js';
import { addRejected, setRejected } from './rejected.js';

/** Maximum number of conversations in the list. The search finds the others. */
const MOST_SHOWN = 200;

const [list, panes, phone, messagesBox] = ['list', 'panes', 'phone', 'messages'].map(byId);

/** Messages and replies by recipient. */
let conversations = new Map();
let chosen = null;
/** True if the user has closed the only conversation. */
let wentBack = false;
let showsRejected = false;
let drawing = false;

const timeOf = (item) => item.receivedAt ?? item.scheduledAt ?? item.sentAt;

function put(item) {
	const who = item.to ?? item.phone;
	const items = conversations.get(who) ?? new Map();
	items.set(`${item.to === undefined ? 'reply' : 'message'} ${item.id}`, item);
	conversations.set(who, items);
}

const lastOf = (items) => [...items.values()].reduce((a, b) => (timeOf(b) >= timeOf(a) ? b : a));

function drawList() {
	const searched = byId('search').value.trim();
	const rows = [...conversations]
		.filter(([who]) => who.toLowerCase().includes(searched.toLowerCase()))
		.map(([who, items]) => ({ who, last: lastOf(items) }))
		.sort((a, b) => timeOf(b.last) - timeOf(a.last));
	const focused = document.activeElement?.dataset?.recipient;
	list.replaceChildren(...rows.slice(0, MOST_SHOWN).map(drawRow));
	// The Tab key reaches only one conversation, because arrow keys reach the others.
	const stop = rowOf(focused ?? chosen) ?? list.querySelector('button');
	if (stop) stop.tabIndex = 0;
	byId('count').textContent = conversations.size > 0 ? `(${rows.length})` : '';
	byId('empty').hidden = rows.length > 0;
	byId('empty').textContent =
		conversations.size === 0
			? 'Nothing has been sent yet. Messages sent to this sandbox appear here.'
			: `No phone or email contains "${searched}".`;
	if (focused !== undefined) rowOf(focused)?.focus();
}

const rowOf = (who) =>
	[...list.querySelectorAll('button')].find((b) => b.dataset.recipient === who);

function drawRow({ who, last }) {
	const button = element('button', 'person');
	button.type = 'button';
	button.tabIndex = -1;
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

function newItem(key, item) {
	const made = item.to === undefined ? replyElement(item) : messageElement(item);
	made.dataset.key = key;
	made.tabIndex = -1;
	return made;
}

function drawPanes(items) {
	phone.hidden = !items;
	byId('rejected').hidden = !showsRejected;
	byId('open-rejected').setAttribute('aria-expanded', String(showsRejected));
	byId('choose').hidden = Boolean(items) || showsRejected || conversations.size < 2;
	panes.toggleAttribute('data-open', Boolean(items) || showsRejected);
}

/** Updates only changed messages, because a screen reader reads each update. */
function drawConversation() {
	const items = showsRejected ? undefined : conversations.get(chosen);
	drawPanes(items);
	if (!items) return;
	byId('phone-title').textContent = chosen;
	const all = [...items].sort((a, b) => timeOf(a[1]) - timeOf(b[1]));
	const newest = all.slice(-MOST_SHOWN);
	const more = all.length - newest.length;
	byId('earlier').textContent = more > 0 ? `${more} earlier messages are not shown` : '';
	const atEnd = messagesBox.scrollHeight - messagesBox.scrollTop - messagesBox.clientHeight < 80;
	const old = new Map([...messagesBox.children].map((child) => [child.dataset.key, child]));
	const children = newest.map(([key, item]) => {
		const state = `${item.status} ${item.scheduledAt}`;
		const child = old.get(key) ?? newItem(key, item);
		if (item.to !== undefined && child.dataset.state !== state) showStatus(child, item);
		child.dataset.state = state;
		return child;
	});
	showInOrder(messagesBox, children);
	const answerable = newest.some(
		([, item]) => item.channel === 'viber' && item.messageId !== null && item.sentAt > 0,
	);
	byId('reply').hidden = !answerable;
	byId('reply-label').textContent = `Reply to the latest Viber message as ${chosen}`;
	// Scrolls last, because showing or hiding the reply form changes the height of the messages.
	if (atEnd) messagesBox.scrollTop = messagesBox.scrollHeight;
}

function open(who) {
	chosen = who;
	byId('reply-text').value = '';
	byId('reply-result').textContent = '';
	messagesBox.replaceChildren();
	showRecipient(who);
}

/** Opens the only conversation without moving the focus. */
function openOnly() {
	if (conversations.size === 0) wentBack = false;
	if (chosen === null && !wentBack && conversations.size === 1) open(...conversations.keys());
}

function choose(who) {
	open(who);
	showsRejected = false;
	drawConversation();
	drawList();
	messagesBox.scrollTop = messagesBox.scrollHeight;
	byId('phone-title').focus();
}

function toggleRejected() {
	showsRejected = !showsRejected;
	drawConversation();
	if (showsRejected) byId('rejected-title').focus();
}

function goBack() {
	const left = chosen;
	if (showsRejected) showsRejected = false;
	else {
		chosen = null;
		wentBack = true;
	}
	draw();
	requestAnimationFrame(() => (rowOf(left) ?? byId('open-rejected')).focus());
}

function draw() {
	if (drawing) return;
	drawing = true;
	requestAnimationFrame(() => {
		drawing = false;
		openOnly();
		drawList();
		drawConversation();
	});
}

async function load() {
	const paths = ['messages', 'scheduled', 'replies', 'requests?rejected=true'];
	const [messages, scheduled, replies, rejected] = await Promise.all(paths.map(read));
	conversations = new Map();
	[...messages, ...scheduled, ...replies].forEach(put);
	if (!conversations.has(chosen)) chosen = null;
	setRejected(rejected);
	await loadControls();
	draw();
}

async function answer(event) {
	event.preventDefault();
	const field = byId('reply-text');
	const sent = await send('POST', 'reply', { phone: chosen, text: field.value });
	byId('reply-result').textContent = sent ? 'Reply sent.' : 'The reply could not be sent.';
	if (!sent) return;
	field.value = '';
	field.focus();
}

byId('search').addEventListener('input', drawList);
byId('search').addEventListener('keydown', (event) => {
	if (event.key !== 'ArrowDown') return;
	event.preventDefault();
	list.querySelector('button')?.focus();
});
byId('reply').addEventListener('submit', answer);
byId('open-rejected').addEventListener('click', toggleRejected);
for (const button of document.querySelectorAll('.back')) button.addEventListener('click', goBack);
arrowKeys(list, 'button', (all) => all[0]);
arrowKeys(messagesBox, 'article', (all) => all.at(-1));
const withDraw = (add) => (data) => {
	add(data);
	draw();
};
listen(load, {
	messages: withDraw((messages) => messages.forEach(put)),
	reply: withDraw(put),
	rejected: addRejected,
	faults: showFaults,
	undeliverable: showUndeliverable,
});
