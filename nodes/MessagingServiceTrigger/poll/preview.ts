import type { IDataObject } from 'n8n-workflow';
import { isWanted } from '../changes/findChanges';
import { isNumeric } from '../state/ids';
import { readInTurn } from '../service/readMailings';
import { asNumber, type Reader } from '../service/client';
import { replyId } from '../changes/newReplies';
import type { Settings } from '../settings';
import { watchedMailings } from '../service/watchedMailings';
import { newestFirst } from '../service/window';

/** As many items as a person looks at to build the next step. */
const SHOWN = 10;
/** Mailings read before it is seen whether they were enough. */
const STEP = 5;

/**
 * The latest items, for the test in the editor.
 *
 * @throws the error of a mailing when there is nothing to show and it could not be read
 */
export async function latestItems(
	reader: Reader,
	settings: Settings,
	isLate: () => boolean,
): Promise<IDataObject[]> {
	const { present } = await watchedMailings(reader, settings, undefined, []);
	const ids = [...present].sort(newestFirst);
	const items: IDataObject[] = [];
	let problem: unknown;
	for (let from = 0; from < ids.length && items.length === 0 && !isLate(); from += STEP) {
		const some = ids.slice(from, from + STEP);
		const found = new Map<string, IDataObject[]>();
		const { failures } = await readInTurn(some, reader.entries, isLate, (id, entries) =>
			found.set(id, shown(id, entries, settings)),
		);
		problem ??= [...failures.values()][0];
		for (const id of some) items.push(...(found.get(id) ?? []));
	}
	if (items.length === 0 && problem) throw problem;
	return items.slice(0, SHOWN);
}

function shown(mailing: string, entries: IDataObject[], settings: Settings): IDataObject[] {
	const message_id = asNumber(mailing);
	if (settings.event !== 'viberReply') {
		return entries
			.filter((recipient) => isWanted(recipient, settings.statuses))
			.slice(-SHOWN)
			.map((recipient) => ({ ...recipient, message_id, previous_status: null }));
	}
	const age = (reply: IDataObject) => (isNumeric(replyId(reply)) ? replyId(reply) : '');
	return [...entries]
		.sort((a, b) => newestFirst(age(a), age(b)))
		.slice(0, SHOWN)
		.map((reply) => ({ ...reply, message_id }));
}
