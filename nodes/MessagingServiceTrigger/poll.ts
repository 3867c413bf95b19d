import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { Problem } from '../shared/errors/problem';
import { toNodeError } from '../shared/out/nodeError';
import { isLocked, withLock } from '../shared/store/inProcess';
import { unknownStatusWarning } from './changes';
import { statusInText } from './encoding';
import { notWatchedWarning } from './mailings';
import { pollOnce } from './pollOnce';
import { latestItems } from './preview';
import { type AccountClient, createClient, type PollTime, removePhonesFromError } from './service';
import { readAccount, readSettings, type Settings } from './settings';
import {
	isNewLine,
	isSameAccount,
	latestState,
	readState,
	rememberState,
	resumeAtOf,
	savedData,
	setResumeAt,
	stateFor,
	writeState,
} from './state';

/** The time for a poll if n8n does not set it. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/**
 * The part of the time in which the poll may begin to read a mailing. The rest is for mailings that are being
 * read.
 */
const MAX_START_SHARE = 0.7;
/** The part of the time in which responses are awaited. n8n discards the result of a poll that ends too late. */
const MAX_READ_SHARE = 0.9;

/** Runs a poll of the trigger, or its test in the editor. */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await readAndPoll(context);
	} catch (error) {
		const safeError = removePhonesFromError(error);
		throw safeError instanceof Problem ? toNodeError(safeError, context.getNode()) : safeError;
	}
}

async function readAndPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context, await readAccount(context));
	const time = startPollTime(context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS);
	const client = await createClient(context, settings.event, time);
	const isLate = () => time.millisecondsLeft() <= 0;
	if (context.getMode() === 'manual') {
		return [toItems(await latestItems(client, settings, isLate, context))];
	}
	const { event } = settings;
	const key = `poll/${context.getWorkflow().id}/${context.getNode().id}/${event}`;
	// n8n may start a poll while a slow poll is still running, and both would return the same items. Only an
	// activation waits.
	if (isLocked(key) && readState(savedData(context), event) !== 'none') return null;
	const poll = { client, settings, isLate };
	const items = await withLock(key, async () => await pollAndSave(context, key, poll));
	return items.length > 0 ? [toItems(items)] : null;
}

interface Poll {
	client: AccountClient;
	settings: Settings;
	isLate: () => boolean;
}

/** Polls, and saves the state that belongs to the items. */
async function pollAndSave(
	context: IPollFunctions,
	key: string,
	{ client, settings, isLate }: Poll,
): Promise<IDataObject[]> {
	const data = savedData(context);
	const saved = readState(data, settings.event);
	const previous = latestState(key, saved);
	const isDamaged = saved === 'unreadable' && !previous;
	// If the state is damaged, perhaps no poll has returned the replies that are still unread.
	const pollSettings = isDamaged
		? { ...settings, includeExisting: settings.markAsRead }
		: settings;
	const outcome = await pollOnce(client, pollSettings, previous && stateFor(settings, previous), {
		isLate,
		resumeAt: resumeAtOf(key),
		setResumeAt: (resumeAt) => setResumeAt(key, resumeAt),
	});
	if (!isSameAccount(settings, await readAccount(context))) {
		context.logger.info(
			'The credential was changed while the trigger polled. The next poll uses the new credential.',
		);
		return [];
	}
	if (isDamaged) context.logger.warn(damageWarning(settings));
	if (previous && !isSameAccount(settings, previous)) context.logger.warn(OTHER_ACCOUNT_WARNING);
	for (const warning of outcome.warnings) context.logger.warn(warning);
	const unknown = unknownStatusWarning(
		outcome.state.statusTable.map((text) => statusInText(text ?? '')),
	);
	if (unknown && isNewLine(unknown)) context.logger.warn(unknown);
	const unwatched = notWatchedWarning(outcome.listedCount, settings);
	if (unwatched && isNewLine(`${key} watches some`)) context.logger.warn(unwatched);
	const isSilent = outcome.items.length === 0;
	writeState(data, rememberState(key, saved, { state: outcome.state, isSilent }));
	return outcome.items;
}

const OTHER_ACCOUNT_WARNING =
	'The credential has another token or base URL. Events of mailings that the trigger has not seen before count as old.';

const DAMAGED_STATE_WARNING = 'The saved state of the trigger cannot be read, so it starts over.';

function damageWarning({ markAsRead, now }: Settings): string {
	return markAsRead
		? `${DAMAGED_STATE_WARNING} Unread replies start the workflow, some perhaps a second time.`
		: `${DAMAGED_STATE_WARNING} Events before ${now} do not start the workflow.`;
}

function startPollTime(budget: number): PollTime {
	const start = performance.now();
	return {
		millisecondsLeft: () => start + budget * MAX_START_SHARE - performance.now(),
		endSignal: AbortSignal.timeout(Math.floor(budget * MAX_READ_SHARE)),
	};
}

const toItems = (items: IDataObject[]): INodeExecutionData[] => items.map((json) => ({ json }));
