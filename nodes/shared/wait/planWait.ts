import { type IDataObject, SEND_AND_WAIT_OPERATION, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { CheckedRequest, Operation, Plan, Run } from '../run/operation';
import type { Entry, PlannedRequest } from '../run/entry';
import { smsTextCheck } from '../in/sendLimits';
import { isSingleItem, isTool } from '../http/n8nInternals';
import { setOptions } from '../in/options';
import { previewIfDry } from '../in/preview';
import { readItem } from '../in/readItem';
import { readRequest } from '../in/readRequest';
import { mayHaveBeenSent, newEntry, NOT_STARTED, openEntries, setState } from '../run/ledger';
import { leftOutRecord } from '../out/items';
import { sendItem } from '../each/planItems';
import { assertUrlFits } from '../each/urlLimit';
import { toProblem, withContext } from '../errors/problem';
import { ValidationError } from '../values/formats';
import { hashOf, newSecret } from '../values/secret';
import { type AddLink, linkOf, secretsOf } from './link';
import { assertCanStore, storeItem } from './n8nWait';
import { sentItem, timeoutItem } from './outcome';
import { linkStyle, messageFormat } from './fields';
import { wordsOf } from './page/languages';
import { readWait } from './readWait';
import { type Review, reviewOf, withReviewTexts } from './review';
import { storeWait, type Wait } from './state';

/** How an operation sends a message to one recipient. */
interface WaitSpec {
	/** The API's name of the recipient. */
	to: 'phone' | 'email';
	addLink: AddLink;
	/** Whether the message is paid by its length, so that a Human Review leaves the rest to the page. */
	isShort: boolean;
}

type Details = Omit<Operation, 'name' | 'value' | 'plan' | 'effect'>;

/** An operation that sends a message with a link, and puts the execution to wait for the response. */
export const waitOperation = (spec: WaitSpec, operation: Details): Operation => ({
	name: 'Send and Wait for Response',
	value: SEND_AND_WAIT_OPERATION,
	...operation,
	effect: 'send',
	knowsRecipients: true,
	dropsIfFailed: ['data', 'approved'],
	plan: (run) => planWait(run, spec),
});

type StoredWait = Omit<Wait, 'earlierHashes'>;

/** What a failure leaves behind: a message that was sent, and no wait. */
const NO_WAIT =
	'The workflow does not wait for a response, so the links that were sent lead nowhere.';

/**
 * Plans one request for each recipient, one after the other. The first failure ends it: without a wait,
 * the others would get a link that leads nowhere. Retry On Fail goes on with that recipient.
 */
function planWait(run: Run, spec: WaitSpec): Plan {
	assertCanWait(run);
	const { ledger } = run;
	// The links of a message that was sent stay valid when it is tried again.
	const request = (entry: Entry): PlannedRequest => ({
		entries: [entry],
		send: async (isStopped) =>
			await sendItem(run, entry.content as CheckedRequest, 0, isStopped),
	});
	const wasBegun = ledger.entries.some(mayHaveBeenSent);
	const wait = wasBegun ? (ledger.question as StoredWait) : readEntries(run, spec);
	ledger.endsAtFailure = NO_WAIT;
	// If the outcome of one is unknown, the execution will not wait: no other one is sent to.
	if (ledger.entries.some(isUnknown)) setState(openEntries(ledger), NOT_STARTED);
	return {
		requests: () => openEntries(ledger).map(request),
		atOnce: 1,
		// If only some recipients were sent to, the execution does not wait, so they are no output.
		sentItems: () => [],
		output: async (sent, unsent) => {
			// Whom an option leaves out is not waited for; whom a failure has left out ends the wait.
			const isEnded = ledger.entries.some(
				({ state }) => !['sent', 'leftOut'].includes(state.is),
			);
			if (isEnded || sent.length === 0) return unsent;
			const records = sent.flatMap((one) => one.records);
			return [await putToWait(run, wait, [...records, ...leftOutRecords(run)])];
		},
	};
}

/** The recipients that were left out, each as the messages of the output have it. */
const leftOutRecords = (run: Run): IDataObject[] =>
	run.ledger.entries.flatMap((entry) =>
		entry.state.is === 'leftOut' ? [leftOutRecord(run, [entry], entry.state)] : [],
	);

const isUnknown = ({ state }: Entry) => state.is === 'unknown';

/** @returns the item of the wait */
async function putToWait({ context, items }: Run, wait: StoredWait, records: IDataObject[]) {
	const item = sentItem(items[0], records, isTool(context));
	storeWait(context.getContext('node'), wait);
	await context.putExecutionToWait(
		wait.until === null ? WAIT_INDEFINITELY : new Date(wait.until),
	);
	// Not before: if n8n cannot wait, it hands this on immediately.
	storeItem(context, timeoutItem(item, wait.question));
	return item;
}

/** @throws ValidationError if n8n cannot wait here, or not for a response to each item */
function assertCanWait({ context, items, operation, where }: Run): void {
	const { name } = operation;
	if (isSingleItem(context)) {
		throw new ValidationError(
			'cannot wait in a tool of this kind',
			'Use this node as a Human Review step of an agent of version 3 or later.',
			name,
		);
	}
	assertCanStore(context, name);
	if (items.length === 1) return;
	const several = new ValidationError(
		`has ${items.length} input items, and waits for one response at a time`,
		`n8n's note that it runs only once, for the first input item, is not true here. Add a Loop Over Items step before this one, with a batch size of 1. To send the first item only, turn on Execute Once in the settings of this step.`,
		name,
	);
	// It is about no item in particular.
	throw toProblem(several, { ...where(0), itemIndex: undefined });
}

/** Reads what is asked, and makes an entry with a request of each recipient. @throws what names a wrong field */
function readEntries(given: Run, spec: WaitSpec): StoredWait {
	const review = reviewOf(given.context);
	const run = review ? withReviewTexts(given, review, spec.isShort) : given;
	return withContext(run.where(0), () => makeEntries(run, spec, review));
}

function makeEntries(run: Run, { to, addLink }: WaitSpec, review?: Review): StoredWait {
	const { context, operation, ledger } = run;
	const values = readItem(run, 0);
	const checked = readRequest(run, 0, values);
	const place = operation.tokenIn === 'query' ? 'qs' : 'body';
	const sent = checked[place] as IDataObject;
	const addresses = String(sent[to]).split(',');
	const { subject, message } = sent;
	const isHtml = values[messageFormat.name] === 'html';
	const wait = readWait(values, {
		title: subject?.toString(),
		message: isHtml ? undefined : String(message),
		tool: review?.tool,
	});
	const words = wordsOf(wait.texts.language);
	const checkText = smsTextCheck(run, values);
	const codes = addresses.map(() => newSecret());
	ledger.entries = addresses.map((address, position) => {
		const own: IDataObject = { ...sent, [to]: address };
		const link = linkOf(context, values[linkStyle.name], codes[position]);
		addLink(own, link, words, isHtml);
		checkText(own);
		const request = { ...checked, [place]: own, secrets: secretsOf(link) };
		assertUrlFits(run, request);
		const preview = previewIfDry(run, checked, values, own);
		const entry: Entry = {
			...newEntry(0, position + 1, request),
			...{ address, preview, hours: checked.hours },
		};
		setOptions(run, entry, values);
		return entry;
	});
	const recipients = addresses.map((address, at) => ({ address, codeHash: hashOf(codes[at]) }));
	const question: StoredWait = { ...wait, recipients };
	ledger.question = question;
	return question;
}
