import { type IDataObject, SEND_AND_WAIT_OPERATION, WAIT_INDEFINITELY } from 'n8n-workflow';
import type { CheckedRequest, Operation, Plan, Run } from '../describe/operation';
import { partsCheck } from '../describe/sendLimits';
import { isSingleItem, isTool } from '../http/n8nInternals';
import type { SentRequests } from '../http/sentRequests';
import { checkRequest } from '../run/checkRequest';
import { assertUrlFits } from '../run/urlLimit';
import { ValidationError } from '../values/formats';
import { type AddLink, isHtml, linkOf, newCode, secretsOf } from './link';
import { storeItem } from './n8nWait';
import { sentItem, timeoutItem, withoutResponse } from './outcome';
import { readWait } from './readWait';
import { reviewOf, withReviewTexts } from './review';
import { sendToEach } from './sendToEach';
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
	keeps: withoutResponse,
	plan: async (run) => planWait(run, spec),
});

interface PlannedWait {
	wait: Omit<Wait, 'earlierCodes'>;
	/** One for each recipient. */
	requests: CheckedRequest[];
}

/** By what was sent in a run: the links of a message that was sent stay valid when it is tried again. */
const waits = new WeakMap<SentRequests, PlannedWait>();

function planWait(run: Run, spec: WaitSpec): Plan {
	assertCanWait(run);
	const earlier = run.sent.size > 0 ? waits.get(run.sent) : undefined;
	const planned = earlier ?? readRequests(run, spec);
	waits.set(run.sent, planned);
	const { wait, requests } = planned;
	return {
		requests: [
			{
				indexes: [0],
				keys: [0],
				send: async (isStopped) => await sendToEach(run, requests, isStopped),
			},
		],
		recipients: requests.length,
		toOutput: async ([records], otherItems) => {
			if (!records) return otherItems;
			const { context, items } = run;
			const item = sentItem(items[0], records, isTool(context));
			storeWait(context.getContext('node'), wait);
			await context.putExecutionToWait(
				wait.until === null ? WAIT_INDEFINITELY : new Date(wait.until),
			);
			// Not before: if n8n cannot wait, it hands this on at once.
			storeItem(context, timeoutItem(item, wait.question));
			return [item];
		},
	};
}

/** @throws ValidationError if n8n cannot wait here, or not for a response to each item */
function assertCanWait({ context, items, operation }: Run): void {
	const { name } = operation;
	if (isSingleItem(context)) {
		throw new ValidationError(
			'cannot wait in a tool of this kind',
			'Use this node as a Human Review step of an agent of version 3 or later.',
			name,
		);
	}
	if (items.length === 1) return;
	throw new ValidationError(
		`has ${items.length} input items, and waits for one response at a time`,
		'Add a Loop Over Items step before this one, with a batch size of 1.',
		name,
	);
}

/** Reads what is asked, and makes one request for each recipient. @throws what names a wrong field */
function readRequests(given: Run, { to, addLink, isShort }: WaitSpec): PlannedWait {
	const { context, operation } = given;
	const review = reviewOf(context);
	const run = review ? withReviewTexts(given, review, isShort) : given;
	const checked = checkRequest(run, 0);
	const place = operation.tokenIn === 'query' ? 'qs' : 'body';
	const values = checked[place] as IDataObject;
	const addresses = String(values[to]).split(',');
	const { subject, message } = values;
	const wait = readWait(run, {
		title: subject?.toString(),
		message: to === 'email' && isHtml(message) ? undefined : String(message),
		tool: review?.tool,
	});
	const recipients = addresses.map((address) => ({ address, code: newCode() }));
	const checkParts = partsCheck(run, 0);
	const requests = recipients.map(({ address, code }) => {
		const own: IDataObject = { ...values, [to]: address };
		const link = linkOf(context, run.at(0)('options.linkStyle'), code);
		addLink(own, link);
		checkParts(own);
		const request = { ...checked, [place]: own, secrets: secretsOf(link) };
		assertUrlFits(run, request);
		return request;
	});
	return { wait: { ...wait, recipients }, requests };
}
