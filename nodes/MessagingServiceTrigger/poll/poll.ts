import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { Problem } from '../../shared/errors/problem';
import { toNodeError } from '../../shared/out/nodeError';
import { isLocked, withLock } from '../../shared/store/inProcess';
import { type AccountClient, createClient, type PollTime, readAccount } from '../account/client';
import { notWatched } from '../account/mailings';
import { withoutPhones } from '../account/problems';
import { readSettings, type Settings } from '../settings';
import { isSameAccount, stateFor, type State, writeState } from '../state/state';
import { hasState, readState, savedData } from '../state/readState';
import { statusIn } from '../state/encoding';
import { pollOnce } from './pollOnce';
import { latestItems } from './preview';
import {
	onceFor,
	previousState,
	rememberState,
	resumeAtOf,
	setResumeAt,
	unknownStatusWarnings,
} from './memory';

/** The time of a poll in n8n versions that do not set it. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/** The part of the time in which mailings are started. The rest is for those that are being read. */
const START_WITHIN = 0.7;
/** The part in which responses are waited for: n8n discards what a poll returns too late. */
const READ_WITHIN = 0.9;

const OTHER_ACCOUNT =
	'The credential has another token or base URL. What the trigger knows goes on. Mailings that it does not know are treated as at its activation.';

/** One poll of the trigger, or its test in the editor. */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		return await readAndPoll(context);
	} catch (error) {
		const shown = withoutPhones(error);
		throw shown instanceof Problem ? toNodeError(shown, context.getNode()) : shown;
	}
}

async function readAndPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context, await readAccount(context));
	const time = startTime(context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS);
	const client = await createClient(context, settings.event, time);
	const isLate = () => time.left() <= 0;
	if (context.getMode() === 'manual') {
		return [toItems(await latestItems(client, settings, isLate, context))];
	}
	const key = `poll/${context.getWorkflow().id}/${context.getNode().id}`;
	const data = savedData(context);
	// n8n starts a poll even while a slow one runs, and both would return the same. An activation waits.
	if (isLocked(key) && hasState(data, settings.event)) return null;
	const poll = { client, settings, isLate };
	const items = await withLock(key, async () => await pollAndSave(context, key, poll));
	return items.length > 0 ? [toItems(items)] : null;
}

interface Poll {
	client: AccountClient;
	settings: Settings;
	isLate: () => boolean;
}

/** Polls, and writes the state that belongs to the items. */
async function pollAndSave(
	context: IPollFunctions,
	key: string,
	{ client, settings, isLate }: Poll,
): Promise<IDataObject[]> {
	const data = savedData(context);
	const damage: string[] = [];
	const stored = readState(data, settings, damage);
	const last = stored && previousState(data, stored, key);
	const outcome = await pollOnce(client, settings, last && stateFor(settings, last), {
		isLate,
		resumeAt: resumeAtOf(key),
		setResumeAt: (resumeAt) => setResumeAt(key, resumeAt),
	});
	if (!isSameAccount(settings, await readAccount(context))) {
		context.logger.info('The credential was changed while the trigger polled.');
		return [];
	}
	const isOther = last && !isSameAccount(settings, last);
	// Damage is reported once: this process has a readable state from then on.
	const told = [...(last === stored ? damage : []), ...(isOther ? [OTHER_ACCOUNT] : [])];
	const unknown = unknownStatusWarnings(statusesIn(outcome.state));
	const more = onceFor(key, notWatched(outcome.listed, settings));
	for (const warning of [...told, ...outcome.warnings, ...unknown, ...more]) {
		context.logger.warn(warning);
	}
	rememberState(data, stored, key, outcome);
	writeState(data, outcome.state);
	return outcome.items;
}

function startTime(budget: number): PollTime {
	const start = performance.now();
	return {
		left: () => start + budget * START_WITHIN - performance.now(),
		end: AbortSignal.timeout(Math.floor(budget * READ_WITHIN)),
	};
}

const statusesIn = ({ statusTable }: State): string[] =>
	statusTable.map((text) => statusIn(text ?? ''));

const toItems = (items: IDataObject[]): INodeExecutionData[] => items.map((json) => ({ json }));
