import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { createClient, type PollTime } from '../account/client';
import { isSameCredential, readAccount } from '../account/accountMark';
import { isLocked, withLock } from '../../shared/store/lock';
import { readSettings } from '../settings';
import { hasState, readState } from '../state/readState';
import { writeState } from '../state/state';
import { pollOnce } from './pollOnce';
import { latestItems } from './preview';
import { previousState, rememberState } from './previousState';

/** The time of a poll in n8n versions that do not set it. */
const DEFAULT_BUDGET_MS = 5 * 60_000;
/** The part of the time in which mailings are started. The rest is for those that are being read. */
const START_WITHIN = 0.7;
/** The part in which responses are waited for: n8n discards what a poll returns too late. */
const READ_WITHIN = 0.9;

/** The mailing with which the next poll of a node starts: n8n saves no state of a poll that fails. */
const positions = new Map<string, string | undefined>();

/** One poll of the trigger, or its test in the editor. */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context, await readAccount(context));
	const time = startTime(context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS);
	const client = await createClient(context, settings.event, time);
	const isLate = () => time.left() <= 0;
	if (context.getMode() === 'manual') {
		return [toItems(await latestItems(client, settings, isLate, context))];
	}
	const data = context.getWorkflowStaticData('node');
	const key = `poll/${context.getWorkflow().id}/${context.getNode().id}`;
	// n8n starts a poll even while a slow one runs, and both would return the same. An activation waits.
	if (isLocked(key) && hasState(data, settings.event)) return null;
	const items = await withLock(key, async () => {
		const damage: string[] = [];
		const stored = readState(data, settings, damage);
		const before = await previousState(data, stored, key, client, settings, context);
		const outcome = await pollOnce(client, settings, before, {
			isLate,
			resumeAt: positions.get(key),
			setResumeAt: (resumeAt) => void positions.set(key, resumeAt),
		});
		const isEdited = !isSameCredential(settings, await readAccount(context));
		// Said once: this process has a readable state from then on.
		if (before === stored) outcome.warnings.unshift(...damage);
		for (const warning of outcome.warnings) context.logger.warn(warning);
		if (isEdited) {
			context.logger.info('The credential was changed while the trigger polled.');
			return [];
		}
		rememberState(data, stored, key, outcome.state, outcome.items.length === 0);
		writeState(data, outcome.state);
		return outcome.items;
	});
	return items.length > 0 ? [toItems(items)] : null;
}

function startTime(budget: number): PollTime {
	const start = performance.now();
	return {
		left: () => start + budget * START_WITHIN - performance.now(),
		end: AbortSignal.timeout(Math.floor(budget * READ_WITHIN)),
	};
}

const toItems = (items: IDataObject[]): INodeExecutionData[] => items.map((json) => ({ json }));
