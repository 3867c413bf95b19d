import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { Problem } from '../shared/errors/problem';
import { toNodeError } from '../shared/out/nodeError';
import { isLocked, withLock } from '../shared/store/inProcess';
import { unknownStatusWarning } from './changes';
import { removeErrorCode } from './encoding';
import { notWatchedWarning } from './mailings';
import { pollOnce } from './pollOnce';
import { readPreviewItems } from './preview';
import { type AccountClient, createClient, type PollTimer, removePhonesFromError } from './service';
import { readFingerprintsAndZone, readSettings, type Settings } from './settings';
import {
	rememberIfNotLogged,
	isSameAccount,
	findLatestState,
	readState,
	addSeriesAndRemember,
	resumeMailingIdOf,
	getOrResetData,
	setResumeMailingId,
	adaptStateToAccount,
	writeState,
} from './state';

/** Used if n8n sets no time limit for a poll. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/** After this part of the time limit, a poll reads no further mailings. The rest is for the reads in progress. */
const SHARE_UNTIL_LAST_READ = 0.7;
/** A poll waits no longer than this part of the time limit, because n8n discards the result of a late poll. */
const SHARE_UNTIL_POLL_END = 0.9;

export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await readSettingsAndPoll(context);
	} catch (error) {
		const safeError = removePhonesFromError(error);
		throw safeError instanceof Problem ? toNodeError(safeError, context.getNode()) : safeError;
	}
}

async function readSettingsAndPoll(
	context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context, await readFingerprintsAndZone(context));
	const time = startPollTimer(context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS);
	const client = await createClient(context, settings.event, time);
	const isReadTimeUp = () => time.msLeftForReads() <= 0;
	if (context.getMode() === 'manual') {
		return [toItems(await readPreviewItems(client, settings, isReadTimeUp, context))];
	}
	const { event } = settings;
	const key = `poll/${context.getWorkflow().id}/${context.getNode().id}/${event}`;
	// n8n may start a poll while an earlier poll is still running. Without this check, both would return the
	// same items. If a state is saved, the later poll returns nothing. Otherwise, the later poll waits for the
	// earlier poll.
	if (isLocked(key) && readState(getOrResetData(context), event) !== 'none') return null;
	const poll = { client, settings, isReadTimeUp };
	const items = await withLock(key, async () => await pollAndSave(context, key, poll));
	return items.length > 0 ? [toItems(items)] : null;
}

interface PollInputs {
	client: AccountClient;
	settings: Settings;
	isReadTimeUp: () => boolean;
}

async function pollAndSave(
	context: IPollFunctions,
	key: string,
	{ client, settings, isReadTimeUp }: PollInputs,
): Promise<IDataObject[]> {
	const data = getOrResetData(context);
	const saved = readState(data, settings.event);
	const previous = findLatestState(key, saved);
	const isDamaged = saved === 'unreadable' && !previous;
	// If the state is damaged, the poll returns replies that are not marked as read, because they may not
	// have reached the workflow.
	const pollSettings = isDamaged
		? { ...settings, includeExisting: settings.markAsRead }
		: settings;
	const current = previous && adaptStateToAccount(settings, previous);
	const outcome = await pollOnce(client, pollSettings, current, {
		isReadTimeUp,
		resumeMailingId: resumeMailingIdOf(key),
		setResumeMailingId: (id) => setResumeMailingId(key, id),
	});
	if (!isSameAccount(settings, await readFingerprintsAndZone(context))) {
		context.logger.info(
			'The credential was changed while the trigger polled. The next poll uses the new credential.',
		);
		return [];
	}
	if (isDamaged) context.logger.warn(damagedStateWarning(settings));
	if (previous && !isSameAccount(settings, previous)) context.logger.warn(OTHER_ACCOUNT_WARNING);
	for (const warning of outcome.warnings) context.logger.warn(warning);
	const unknown = unknownStatusWarning(
		outcome.state.statusTable.map((text) => removeErrorCode(text ?? '')),
	);
	if (unknown && rememberIfNotLogged(unknown)) context.logger.warn(unknown);
	const unwatched = notWatchedWarning(outcome.listedMailingCount, settings);
	if (unwatched && rememberIfNotLogged(`${key} watches some`)) context.logger.warn(unwatched);
	const hasNoItems = outcome.items.length === 0;
	writeState(data, addSeriesAndRemember(key, saved, { state: outcome.state, hasNoItems }));
	return outcome.items;
}

const OTHER_ACCOUNT_WARNING =
	'The token or the base URL of the credential has changed. In mailings that are new to the trigger, existing events do not start the workflow, unless Include Existing is on.';

function damagedStateWarning({ markAsRead, localNow }: Settings): string {
	const start = 'The saved state of the trigger cannot be read, so the trigger starts over.';
	return markAsRead
		? `${start} Unread replies start the workflow, possibly for the second time.`
		: `${start} Events before ${localNow} do not start the workflow.`;
}

function startPollTimer(budget: number): PollTimer {
	const start = performance.now();
	return {
		msLeftForReads: () => start + budget * SHARE_UNTIL_LAST_READ - performance.now(),
		endSignal: AbortSignal.timeout(Math.floor(budget * SHARE_UNTIL_POLL_END)),
	};
}

const toItems = (items: IDataObject[]): INodeExecutionData[] => items.map((json) => ({ json }));
