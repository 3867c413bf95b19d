import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { pollOnce } from './pollOnce';
import { latestItems } from './preview';
import { readerFor } from '../service/client';
import { readSettings, type Settings } from '../settings';
import { readState, writeState } from '../state/state';
import { inTurn, positionOf, setPosition } from './pollLock';

/** What n8n gives a poll where it sets no limit. */
const USUAL_BUDGET = 5 * 60_000;
/** The part of the time after which no further mailing is begun: the last ones have to end too. */
const BEGIN_WITHIN = 0.7;

/** One poll of the trigger, or its test in the editor. */
export async function runPoll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const settings = readSettings(context);
	const end = Date.now() + (context.getPollBudgetMs?.() ?? USUAL_BUDGET) * BEGIN_WITHIN;
	const reader = await readerFor(context, settings, () => end - Date.now());
	const isLate = () => Date.now() >= end;
	if (context.getMode() === 'manual') {
		const items = await latestItems(reader, settings, isLate);
		if (items.length === 0) throw nothingToShow(context, settings);
		return [toItems(items)];
	}
	const data = context.getWorkflowStaticData('node');
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const isFirst = readState(data, settings) === undefined;
	const items = await inTurn(key, isFirst, async (isCurrent) => {
		const before = readState(data, settings);
		const outcome = await pollOnce(reader, settings, before, {
			isLate,
			start: positionOf(key),
			endAt: (next) => setPosition(key, next),
		});
		// It hung so long that another poll has taken over: that one gives out what is new.
		if (!isCurrent()) return [];
		for (const warning of outcome.warnings) context.logger.warn(warning);
		writeState(data, outcome.state);
		return outcome.items;
	});
	return items && items.length > 0 ? [toItems(items)] : null;
}

const toItems = (items: IDataObject[]): INodeExecutionData[] => items.map((json) => ({ json }));

function nothingToShow(context: IPollFunctions, { event, selected, statuses }: Settings) {
	const what =
		event === 'viberReply'
			? 'unread reply'
			: `recipient${statuses ? ` with a status of "${[...statuses].join(', ')}"` : ''}`;
	const where = selected ? 'the selected mailings have' : 'the mailings of the account have';
	return new NodeOperationError(context.getNode(), `Nothing to show: ${where} no ${what}`, {
		description:
			event === 'viberReply'
				? 'Answer one of your Viber messages, then test this step again. Replies that were marked as read are not shown.'
				: 'Send a mailing, then test this step again.',
	});
}
