import { type Evidence, isConfirmed } from './evidence';
import type { Judge } from './oracle';
import type { Execution, Played } from './play';
import { outputsOf, shownOf } from './said';
import { firstOther, hasEnd, isInvalid, NEXT_MORNING, sharedField } from './step';

/** Arguments of a judge of values. */
interface Given {
	played: Played;
	evidence: Evidence;
	execution: Execution;
	judge: Judge;
}

/** (2) What is read once for all items, and differs between them, is sent to nobody, and is named. */
function whatDiffersIsNamed({ played: { drawn }, evidence, execution, judge }: Given): void {
	const { entries, isCancelled, kind, result } = execution;
	const field = sharedField(kind, drawn);
	if (!field) return;
	const item = firstOther(kind, drawn);
	if (item === undefined) {
		const isSent = evidence.requestsOf(...entries).length > 0;
		if (isSent) judge.count('sentence 2: one value for all is sent');
		return;
	}
	judge.count('sentence 2: a value for all differs');
	const sent = evidence.requestsOf(...entries);
	if (sent.length > 0) judge.violate(2, execution, 'a value for all differs, and is sent', sent);
	// A limit is read before the items, and its error comes first.
	if (isCancelled || (drawn.once && kind.hasLimit)) return;
	const expected = `'${field[1]}' differs in item ${item} from item 0`;
	const said = result.error
		? [shownOf(result.error)]
		: outputsOf(execution).map(({ error }) => error ?? 'no error');
	for (const text of said) {
		if (!text.includes(expected)) judge.violate(2, execution, `${text}, not: ${expected}`);
	}
	if (!result.error && said.length !== entries.length)
		judge.violate(4, execution, `${said.length} items say: ${expected}`);
}

/** (5) What has not begun when the hours end is not sent, and says when it may be. */
function nothingBeginsAfterTheHours({ played, evidence, execution, judge }: Given): void {
	const { drawn, seen } = played;
	const { entries, isCancelled, kind, result } = execution;
	if (!hasEnd(kind, drawn) || seen.length < (drawn.hoursEnd ?? 0)) return;
	const late = seen
		.slice(drawn.hoursEnd)
		.filter((one) => evidence.requestsOf(...entries).includes(one) && !one.isScheduled);
	// Requests in flight have begun.
	const own = kind.shape === 'single' ? drawn.maxInFlight - 1 : 0;
	const most = own + (drawn.second?.isAtOnce ? drawn.maxInFlight : 0);
	judge.count('sentence 5: the hours have ended');
	if (late.length > most) {
		judge.violate(5, execution, `${late.length} requests begin after the hours`, late);
	}
	if (isCancelled || result.error) return;
	for (const { items, json } of outputsOf(execution)) {
		if (json.reason !== 'outside sending hours') continue;
		if (entries.some(({ isOutside, item }) => isOutside && items.includes(item))) continue;
		judge.count('sentence 5: it says until when');
		if (Date.parse(String(json.send_after)) !== NEXT_MORNING)
			judge.violate(5, execution, `may be sent after ${String(json.send_after)}`);
	}
	whatIsTooLateIsLeftOut({ played, evidence, execution, judge });
}

/** Under Continue, if nothing but the hours keeps it. */
function whatIsTooLateIsLeftOut({ played: { drawn }, evidence, execution, judge }: Given): void {
	const { entries, kind } = execution;
	const { dryRun, hasKeys, maxRecipients, mode, once } = drawn;
	const mayBeKept = evidence.isLossy || dryRun || hasKeys || maxRecipients || once;
	if (mode === 'stop' || mayBeKept || !['single', 'batch'].includes(kind.shape)) return;
	if (firstOther(kind, drawn) !== undefined) return;
	for (const entry of entries) {
		if (entry.wrong !== undefined || entry.isOutside || entry.isRepeated) continue;
		if (evidence.requestsOf(entry).length > 0) continue;
		judge.count('sentence 5: it is too late');
		const own = outputsOf(execution).filter(({ items }) => items.includes(entry.item));
		if (own.some(({ json }) => json.reason !== 'outside sending hours'))
			judge.violate(5, execution, `${entry.place} is too late, and is not left out`);
	}
}

type Contacts = Record<string, Record<string, string>>;

/** Contacts after these rows, one after the other. */
function contactsOf(rows: Array<Record<string, string>>): Contacts {
	const contacts: Contacts = {};
	for (const { phone, ...cells } of rows) contacts[phone] = { ...contacts[phone], ...cells };
	return contacts;
}

/** The executions that send with the same operation of the API, if this one is the first of them. */
function withSameApi({ executions }: Played, { kind }: Execution): Execution[] {
	const all = executions.filter((one) => one.kind.api === kind.api);
	return all[0].kind === kind ? all : [];
}

/** (4) The last value of a contact wins, and rows with the same columns are together. */
function contactsAreAsTheirLastRows({ played, evidence, execution, judge }: Given): void {
	if (execution.kind.shape !== 'import' || evidence.isLossy) return;
	const all = withSameApi(played, execution);
	if (all[0] !== execution || all.some(({ result }) => result.error)) return;
	const requests = played.seen.filter(({ api }) => api === execution.kind.api);
	const rows = all.flatMap(({ entries }) => entries);
	const isSame = rows.every((row) => row.wrong === undefined || isInvalid(row));
	if (!isSame || !requests.every(isConfirmed)) return;
	const valid = rows.filter((row) => !isInvalid(row));
	const expected = contactsOf(valid.map(({ cells, phone = '' }) => ({ ...cells, phone })));
	const actual = contactsOf(requests.flatMap(({ contacts }) => contacts));
	const gaps = played.drawn.clearEmpty ? 'cleared columns' : 'gaps';
	judge.count(`sentence 4: contacts with ${gaps}`);
	const [wanted, given] = [expected, actual].map(inOrder);
	if (wanted !== given) judge.violate(4, execution, `contacts are ${given}, not ${wanted}`);
	const columns = requests.map(({ contacts: [first] }) => Object.keys(first).sort().join());
	const most = all.length * new Set(columns).size;
	if (requests.length > most)
		judge.violate(
			4,
			execution,
			`several requests have the same columns: ${columns.join('; ')}`,
		);
}

const inOrder = (contacts: Contacts): string =>
	JSON.stringify(
		Object.entries(contacts)
			.map(([phone, cells]) => [phone, Object.entries(cells).sort()])
			.sort(),
	);

/** (1) A message goes to the digits that libphonenumber reads, and to no other ones. */
function phonesAreWhatIsRead({ played, execution, judge }: Given): void {
	const { kind } = execution;
	const all = withSameApi(played, execution);
	if (kind.recipient !== 'phone' || all[0] !== execution) return;
	const entries = all.flatMap((one) => one.entries);
	const valid = new Set(entries.filter((one) => !isInvalid(one)).map(({ phone }) => phone));
	const what = played.drawn.country === undefined ? 'a phone' : 'a phone of some country';
	for (const request of played.seen.filter(({ api }) => api === kind.api)) {
		const { contacts } = request;
		const phones =
			kind.shape === 'import' ? contacts.map(({ phone }) => phone) : request.phones;
		if (phones.length === 0) judge.violate(1, execution, 'a request has no phone', [request]);
		for (const phone of phones) {
			judge.count(`sentence 1: ${what}`);
			if (!valid.has(phone))
				judge.violate(1, execution, `${phone} is of no entry`, [request]);
		}
	}
}

/** (1) Two texts to one recipient are two messages, in the order of the items; the same one is not. */
function textsAreSentInOrder({ evidence, execution, judge }: Given): void {
	const { entries } = execution;
	const others = entries.filter(({ isSecondText }) => isSecondText);
	if (others.length === 0) return;
	const requests = evidence.requestsOf(...entries);
	const isFirstSent = evidence.requestsOf(entries[0]).length > 0;
	for (const entry of others) {
		const isSent = isFirstSent && evidence.requestsOf(entry).length > 0;
		judge.count(`sentence 1: ${isSent ? 'two texts' : 'one of two texts'} to one recipient`);
	}
	const placeOf = new Map(entries.map(({ marks, place }) => [marks[0], place]));
	for (const request of requests) {
		const places = request.inOrder.map((mark) => placeOf.get(mark) ?? -1);
		if (places.some((place, at) => at > 0 && place <= places[at - 1]))
			judge.violate(1, execution, `sent in the order ${places.join()}`, [request]);
		const phones = entries.filter(({ place }) => places.includes(place));
		if (execution.kind.recipient !== 'phone') continue;
		if (phones.map(({ phone }) => phone).join() !== request.phones.join())
			judge.violate(1, execution, `texts are for ${request.phones.join()}`, [request]);
	}
}

/** (1) An entry that repeats the first is not sent, and reports the same status. */
function whatRepeatsFollows({ played, execution, judge }: Given): void {
	const { entries, isCancelled, kind, result } = execution;
	const { drawn } = played;
	if (isCancelled || result.error || (drawn.dryRun && kind.shape === 'batch')) return;
	const outputOf = ({ item }: { item: number }) =>
		outputsOf(execution).find(({ items }) => items.includes(item));
	const first = outputOf(entries[0]);
	const { error, error_kind, reason } = first?.json ?? {};
	const isKept = reason !== undefined || (error !== undefined && first?.json.is_sent === false);
	const same = { is_sent: false, reason: 'repeated in this run', repeats_item: 0 };
	const expected = isKept ? { is_sent: false, error, error_kind, reason } : same;
	for (const entry of entries.filter(({ isRepeated }) => isRepeated)) {
		judge.count(`sentence 1: repeated`);
		const json = outputOf(entry)?.json ?? {};
		const isTrue = Object.entries(expected).every(([name, value]) => json[name] === value);
		if (!isTrue)
			judge.violate(1, execution, `${entry.place} repeats ${JSON.stringify(first?.json)}`);
	}
}

/** Judges of what is sent, and not of whether it is. */
export const VALUE_JUDGES: Array<(given: Given) => void> = [
	whatDiffersIsNamed,
	nothingBeginsAfterTheHours,
	contactsAreAsTheirLastRows,
	phonesAreWhatIsRead,
	textsAreSentInOrder,
	whatRepeatsFollows,
];
