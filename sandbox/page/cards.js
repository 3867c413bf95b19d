import { channelName, plain, statusElement } from './conversation.js';
import { element, timeText } from './elements.js';

const LONGEST_TEXT = 300;
const STATES = { NEW: 'Waits for confirmation', CONFIRMED: 'Confirmed', SENT: 'Sent' };
const BATCHES = { sendBulkSms: 'sms', sendBulkViber: 'viber', sendBulkEmail: 'email' };

const cut = (text) => (text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text);
const count = (number, noun) => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** @param rows one list of cells per row; a cell is a text or an element */
export function table(caption, columns, rows) {
	const made = element('table');
	const head = element('tr');
	for (const column of columns) {
		const cell = element('th', '', column);
		cell.scope = 'col';
		head.append(cell);
	}
	const body = element('tbody');
	for (const cells of rows) {
		const row = element('tr');
		for (const content of cells) {
			const cell = element('td');
			cell.append(content);
			row.append(cell);
		}
		body.append(row);
	}
	const header = element('thead');
	header.append(head);
	made.append(header, body);
	const box = element('div', 'scroll');
	box.tabIndex = 0;
	box.setAttribute('role', 'region');
	box.setAttribute('aria-label', caption);
	box.append(made);
	return box;
}

const rest = ({ total, rows }, noun) =>
	total > rows.length
		? [element('p', 'note', `${total - rows.length} more ${noun} not shown`)]
		: [];

function facts(pairs) {
	const list = element('dl', 'facts');
	for (const [name, value] of pairs) {
		if (value === null || value === '') continue;
		list.append(element('dt', '', name), element('dd', '', value));
	}
	return list;
}

function card(name, { channel, state, notes }, ...content) {
	const made = element('details', 'card');
	made.dataset.testid = 'card';
	const line = element('summary');
	line.append(element('span', 'card-name', name));
	if (channel) {
		made.dataset.channel = channel;
		line.append(element('span', 'badge', channelName({ channel })));
	}
	if (state) line.append(element('span', 'card-state', state));
	line.append(element('span', 'card-notes', notes.join(' · ')));
	made.append(line, ...content);
	return made;
}

const stateOf = ({ status, scheduledAt }) =>
	status === 'CONFIRMED' && scheduledAt !== null
		? `Scheduled for ${timeText(scheduledAt)}`
		: STATES[status];

const contentOf = ({ channel, sender, subject, text, createdAt, scheduledAt }) => [
	['Sender', sender],
	['Subject', subject],
	['Text', cut(channel === 'email' ? plain(text) : text)],
	['Created', timeText(createdAt)],
	['Schedule time', scheduledAt === null ? null : timeText(scheduledAt)],
];

function recipients({ name, recipients: all }) {
	if (all.total === 0) return [];
	const rows = all.rows.map((message) => [
		message.to,
		cut(plain(message.text)),
		statusElement(message),
	]);
	return [
		table(`Recipients of ${name}`, ['Recipient', 'Text', 'Status'], rows),
		...rest(all, 'recipients are'),
	];
}

export function mailingCard(mailing) {
	const { id, name, channel, status, list, reaches } = mailing;
	const waits = status === 'NEW';
	const total = waits ? reaches : mailing.recipients.total;
	const made = card(
		name,
		{
			channel,
			state: stateOf(mailing),
			notes: [`message_id ${id}`, `${list}: ${count(total, 'recipient')}`],
		},
		facts([
			['message_id', String(id)],
			['status', status],
			['Contact list', list],
			...contentOf(mailing),
		]),
		...recipients(mailing),
	);
	made.toggleAttribute('data-waits', waits);
	if (waits) {
		const hint = `Nothing has been sent. To send this mailing, confirm message_id ${id}.`;
		made.querySelector('summary').after(element('p', 'hint', hint));
	}
	return made;
}

function entry({ mailing, errors }) {
	const paragraphs = errors.map((error) => element('p', 'reason', error));
	if (mailing === null) return paragraphs;
	const { id, name } = mailing;
	return [
		facts([['message_id', String(id)], ['Mailing name', name], ...contentOf(mailing)]),
		...recipients(mailing),
		...paragraphs,
	];
}

export function batchCard({ uuid, operation, startedAt, isDone, entries }) {
	const mailings = entries.flatMap(({ mailing }) => mailing ?? []);
	const total = mailings.reduce((sum, mailing) => sum + mailing.recipients.total, 0);
	const errors = entries.reduce((sum, entry) => sum + entry.errors.length, 0);
	const scheduled = mailings.find(({ status }) => status !== 'SENT');
	return card(
		mailings.map(({ name }) => name).join(', ') || 'Batch',
		{
			channel: BATCHES[operation],
			state: !isDone
				? 'In progress'
				: scheduled
					? stateOf(scheduled)
					: total > 0
						? 'Sent'
						: 'Not sent',
			notes: [
				timeText(startedAt),
				...(isDone ? [count(total, 'recipient')] : []),
				...(errors > 0 ? [count(errors, 'error')] : []),
			],
		},
		facts([['uuid', uuid]]),
		...entries.flatMap(entry),
	);
}

export function listCard({ id, name, columns, contacts }) {
	const { total, rows } = contacts;
	return card(
		name,
		{ notes: [`list_id ${id}`, count(total, 'contact'), `Columns: ${columns.join(', ')}`] },
		total > 0
			? table(`Contacts of ${name}, newest first`, columns, rows)
			: element('p', 'note', 'This list has no contacts.'),
		...rest(contacts, 'contacts are'),
	);
}

export function templateCard({ id, name, message, parts }) {
	return card(
		name,
		{ notes: [`template_id ${id}`, count(parts, 'SMS part')] },
		element('p', 'text', message),
	);
}
