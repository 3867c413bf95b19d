import { byId, element, timeText } from './elements.js';

const MOST_SHOWN = 100;
const LONGEST_VALUE = 200;

let requests = [];

const cut = (text) => (text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text);

function parametersOf({ query, fields }) {
	const pairs = Object.entries({ ...query, ...fields });
	if (pairs.length === 0) return [];
	const list = element('dl', 'parameters');
	for (const [name, value] of pairs) {
		list.append(element('dt', '', name), element('dd', '', cut(value)));
	}
	const details = element('details');
	details.append(element('summary', '', 'Parameters'), list);
	return [details];
}

function rowOf(request) {
	const row = element('li', 'request');
	row.dataset.testid = 'rejected';
	const head = element('h3');
	head.append(
		element('span', 'operation', request.operation ?? request.path),
		element('span', '', request.status ? `Status ${request.status}` : 'No response'),
		element('span', '', timeText(request.startedAt)),
	);
	row.append(head, element('p', 'reason', request.error), ...parametersOf(request));
	return row;
}

function draw() {
	byId('rejected-count').textContent = String(requests.length);
	byId('rejected-empty').hidden = requests.length > 0;
	byId('rejected-list').replaceChildren(...requests.slice(-MOST_SHOWN).reverse().map(rowOf));
}

export function setRejected(all) {
	requests = all;
	draw();
}

export function addRejected(request) {
	requests.push(request);
	const list = byId('rejected-list');
	// Adds only the new row, because a new list would close all open details.
	list.prepend(rowOf(request));
	if (list.children.length > MOST_SHOWN) list.lastElementChild.remove();
	byId('rejected-count').textContent = String(requests.length);
	byId('rejected-empty').hidden = true;
}
