import { type IDataObject, SEND_AND_WAIT_OPERATION, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { ValidatedRequest, Operation, Plan, Run } from '../run/operation';
import type { Entry, PlannedRequest } from '../run/entry';
import { createSmsTextReplacer } from '../in/sendLimits';
import { isRunByRoutingNode, isTool } from '../http/n8nInternals';
import { copyOptionsToEntry } from '../in/options';
import { previewIfDryRun } from '../in/preview';
import { readItem } from '../in/readItem';
import { buildRequest } from '../in/buildRequest';
import { maybeSentInAnyTry, newEntry, NOT_STARTED, listOpenEntries, setState } from '../run/ledger';
import { makeLeftOutRecord } from '../out/items';
import { sendItem } from '../each/planItems';
import { assertUrlFits } from '../each/urlLimit';
import { toProblem, runWithContext } from '../errors/problem';
import { ValidationError } from '../values/formats';
import { hashSecret, createSecret } from '../values/secret';
import { type AddLink, buildLink, listLinkSecrets } from './link';
import { assertN8nKeepsStoredItem, storeTimeoutItem } from './n8nWait';
import { buildSentItem, buildTimeoutItem } from './outcome';
import { linkStyle, messageFormat } from './fields';
import { getPageWords } from './page/languages';
import { readWaitSettings } from './readWaitSettings';
import { type ToolReview, readToolReview, adaptRunToReview } from './review';
import { storeWait, type WaitState } from './state';

interface WaitSpec {
	recipientFieldName: 'phone' | 'email';
	addLink: AddLink;
	/**
	 * True if the message is charged by length. A Human Review sends only the first line of such a
	 * message.
	 */
	isChargedByLength: boolean;
}

type OperationDetails = Omit<Operation, 'name' | 'value' | 'plan' | 'effect'>;

export const waitOperation = (spec: WaitSpec, operation: OperationDetails): Operation => ({
	name: 'Send and Wait for Response',
	value: SEND_AND_WAIT_OPERATION,
	...operation,
	effect: 'send',
	knowsRecipients: true,
	fieldsDroppedIfFailed: ['data', 'approved'],
	plan: (run) => planSendAndWait(run, spec),
});

type NewWait = Omit<WaitState, 'earlierHashes'>;

const DEAD_LINKS_MESSAGE =
	'The workflow does not wait for a response, so the links that were sent do not work.';

/**
 * Sends one request per recipient, one after the other. The first failure ends the run, because links are
 * useless unless the execution waits. Retry On Fail continues with the recipient that failed.
 */
function planSendAndWait(run: Run, spec: WaitSpec): Plan {
	assertCanWait(run);
	const { ledger } = run;
	// A retry sends the same links, so that links already sent stay valid.
	const request = (entry: Entry): PlannedRequest => ({
		entries: [entry],
		send: async (hasRunEnded) =>
			await sendItem(run, entry.planData as ValidatedRequest, 0, hasRunEnded),
	});
	const hasBegun = ledger.entries.some(maybeSentInAnyTry);
	const wait = hasBegun ? (ledger.question as NewWait) : prepareWait(run, spec);
	ledger.abortOnFailureMessage = DEAD_LINKS_MESSAGE;
	// After an unknown outcome the execution does not wait, so nobody else gets a link.
	if (ledger.entries.some(({ state }) => state.is === 'unknown'))
		setState(listOpenEntries(ledger), NOT_STARTED);
	return {
		createRequests: () => listOpenEntries(ledger).map(request),
		maxConcurrent: 1,
		// After a failure, the execution does not wait, so sent items have no output.
		makeSentItems: () => [],
		makeOutput: async (sent, errorsAndLeftOut) => {
			const isEnded = ledger.entries.some(
				({ state }) => !['sent', 'leftOut'].includes(state.is),
			);
			if (isEnded || sent.length === 0) return errorsAndLeftOut;
			const records = sent.flatMap(({ records }) => records);
			return [await startWait(run, wait, [...records, ...buildLeftOutRecords(run)])];
		},
	};
}

const buildLeftOutRecords = (run: Run): IDataObject[] =>
	run.ledger.entries.flatMap((entry) =>
		entry.state.is === 'leftOut' ? [makeLeftOutRecord(run, [entry], entry.state)] : [],
	);

async function startWait({ context, items }: Run, wait: NewWait, records: IDataObject[]) {
	const item = buildSentItem(items[0], records, isTool(context));
	storeWait(context.getContext('node'), wait);
	await context.putExecutionToWait(
		wait.until === null ? WAIT_INDEFINITELY : new Date(wait.until),
	);
	// Stored only after n8n has agreed to wait, because otherwise n8n would output the stored item immediately.
	storeTimeoutItem(context, buildTimeoutItem(item, wait.question));
	return item;
}

/** @throws ValidationError if n8n cannot wait here, Problem if there are several items */
function assertCanWait({ context, items, operation, errorContextOf }: Run): void {
	const { name } = operation;
	if (isRunByRoutingNode(context)) {
		throw new ValidationError(
			'cannot wait in a tool of this kind',
			'Use this node as a Human Review step of an agent of version 3 or later.',
			name,
		);
	}
	assertN8nKeepsStoredItem(context, name);
	if (items.length === 1) return;
	const error = new ValidationError(
		`has ${items.length} input items, but waits for one response at a time`,
		`Add a Loop Over Items step before this one, with a batch size of 1. To send the first item only, turn on Execute Once in the settings of this step. If Execute Once is off, the step sends nothing, although a note of n8n says that the step runs once for the first input item.`,
		name,
	);
	// The error names no item, because it concerns all items.
	throw toProblem(error, { ...errorContextOf(0), itemIndex: undefined });
}

/** @throws Problem with the invalid fields */
function prepareWait(savedRun: Run, spec: WaitSpec): NewWait {
	const review = readToolReview(savedRun.context);
	const run = review ? adaptRunToReview(savedRun, review, spec.isChargedByLength) : savedRun;
	return runWithContext(run.errorContextOf(0), () => createWaitAndEntries(run, spec, review));
}

function createWaitAndEntries(run: Run, spec: WaitSpec, review?: ToolReview): NewWait {
	const { context, operation, ledger } = run;
	const values = readItem(run, 0);
	const checked = buildRequest(run, 0, values);
	const part = operation.tokenIn === 'query' ? 'qs' : 'body';
	const sent = checked[part] as IDataObject;
	const addresses = String(sent[spec.recipientFieldName]).split(',');
	const { subject, message } = sent;
	const isHtml = values[messageFormat.name] === 'html';
	const wait = readWaitSettings(values, {
		title: subject?.toString(),
		message: isHtml ? undefined : String(message),
		tool: review?.tool,
	});
	const words = getPageWords(wait.texts.language);
	const checkAndReplaceText = createSmsTextReplacer(run, values);
	const codes = addresses.map(() => createSecret());
	ledger.entries = addresses.map((address, position) => {
		const parameters: IDataObject = { ...sent, [spec.recipientFieldName]: address };
		const link = buildLink(context, values[linkStyle.name], codes[position]);
		spec.addLink(parameters, link, words, isHtml);
		checkAndReplaceText(parameters);
		const request = { ...checked, [part]: parameters, secrets: listLinkSecrets(link) };
		assertUrlFits(run, request);
		const preview = previewIfDryRun(run, checked, values, parameters);
		const entry: Entry = {
			...newEntry(0, position + 1, request),
			...{ address, preview, sendingHours: checked.sendingHours },
		};
		copyOptionsToEntry(run, entry, values);
		return entry;
	});
	const recipients = addresses.map((address, index) => ({
		address,
		codeHash: hashSecret(codes[index]),
	}));
	const newWait: NewWait = { ...wait, recipients };
	ledger.question = newWait;
	return newWait;
}
