import type { IDataObject } from 'n8n-workflow';
import type { Settings } from '../settings';

/** What a poll leaves for the next one. Every poll writes a new object: a failed one changes nothing. */
export interface State {
	version: 1;
	event: string;
	account: string;
	choice: string;
	/** Statuses, by the index that the memories of mailings use. */
	words: string[];
	/** Memory of each watched mailing, by its id. */
	mailings: Record<string, string>;
	/** Mailings of the activation that there was no time to read: their first reading is silent. */
	silent: string[];
	/** Ids of replies that were given out and are to be marked as read at the next poll. */
	unmarked: string[];
	/** Where the next poll starts, when this one ran out of time. */
	next?: string;
}

const KEY = 'state';

/** The state of the poll before; undefined when there is none, or it is about something else. */
export function readState(data: IDataObject, settings: Settings): State | undefined {
	const state = data[KEY] as unknown as State | undefined;
	const same =
		state?.version === 1 &&
		state.event === settings.event &&
		state.account === settings.account;
	return same ? state : undefined;
}

/** One assignment, so that an overlapping poll never sees half of it. */
export function writeState(data: IDataObject, state: State): void {
	data[KEY] = state as unknown as IDataObject;
}
