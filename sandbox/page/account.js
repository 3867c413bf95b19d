/* global document */

import { batchCard, listCard, mailingCard, table, templateCard } from './cards.js';
import { byId, element, read, showInOrder } from './elements.js';
import { listen } from './live.js';

/** The data shown in each card. A card is rebuilt only if its data changed. */
const lastDrawn = new WeakMap();

const keyOf = ({ uuid, id }) => String(uuid ?? id);

function cardOf(old, record, build) {
	const data = JSON.stringify(record);
	if (old && lastDrawn.get(old) === data) return old;
	const made = build(record);
	made.dataset.key = keyOf(record);
	lastDrawn.set(made, data);
	if (!old) return made;
	made.open = old.open;
	old.replaceWith(made);
	return made;
}

/** Keeps the keyboard focus while `draw` rebuilds or moves cards. */
function keepFocus(draw) {
	const focused = document.activeElement;
	const { key } = focused.closest('.card')?.dataset ?? {};
	const box = focused.closest('.cards');
	const selector = focused.matches('summary') ? 'summary' : '.scroll';
	draw();
	if (key === undefined || focused === document.activeElement) return;
	const card = [...box.children].find((child) => child.dataset.key === key);
	card?.querySelector(selector)?.focus();
}

function showCards(name, { total, rows }, build, none) {
	const box = byId(`${name}-cards`);
	const old = new Map([...box.children].map((card) => [card.dataset.key, card]));
	showInOrder(
		box,
		rows.map((record) => cardOf(old.get(keyOf(record)), record, build)),
	);
	byId(`${name}-count`).textContent = String(total);
	const more = total - rows.length;
	byId(`${name}-note`).textContent =
		total === 0 ? none : more > 0 ? `${more} more are not shown` : '';
}

function showNames(name, caption, column, all) {
	const box = byId(name);
	if (box.hasChildNodes()) return;
	const rows = all.map((record) => [String(record.id), record.name]);
	box.append(
		all.length > 0 ? table(caption, [column, 'Name'], rows) : element('p', 'empty', 'None'),
	);
}

function showWaiting(all) {
	const waiting = all.filter(({ status }) => status === 'NEW').length;
	const singular = '1 mailing waits for confirmation. This mailing is sent after you confirm it.';
	const many = `${waiting} mailings wait for confirmation. Each mailing is sent after you confirm it.`;
	const status = waiting === 0 ? '' : waiting === 1 ? singular : many;
	const box = byId('waits');
	// Screen readers announce every write.
	if (box.textContent !== status) box.textContent = status;
}

function draw(account) {
	const { mailings, batches, lists, templates, smsSenders, viberSenders, emailTemplates } =
		account;
	showWaiting(mailings.rows);
	showCards('mailings', mailings, mailingCard, 'No mailing to a contact list has been created.');
	showCards('batches', batches, batchCard, 'No batch has been sent.');
	showCards('lists', lists, listCard, 'There is no contact list.');
	showCards('templates', templates, templateCard, 'There is no template.');
	showNames('emailTemplates', 'Email templates', 'id', emailTemplates);
	showNames('smsSenders', 'SMS senders', 'alphaname_id', smsSenders);
	showNames('viberSenders', 'Viber senders', 'vibername_id', viberSenders);
	byId('senders-count').textContent = String(smsSenders.length + viberSenders.length);
}

async function load() {
	const account = await read('account');
	keepFocus(() => draw(account));
}

listen(load, {}, ['refresh', 'account']);
