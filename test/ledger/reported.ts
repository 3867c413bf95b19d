import type { IDataObject } from 'n8n-workflow';
import { pairsOf } from '../run/sending/observed';
import { expandRanges } from '../support/ranges';
import type { Entry, Execution } from './run';

/** Outcome of an entry as the step reports it. */
export type Word = 'sent' | 'unknown' | 'failed' | 'not sent' | 'left out' | 'sent before';

/** An outcome in the text of an error, for some items or recipients. */
export interface Told {
	word: Word;
	isOfItems: boolean;
	numbers: number[];
	/** The ID in the error of a single item. */
	id?: string;
}

const WORDS: Record<string, Word> = {
	Sent: 'sent',
	'Sent by an earlier try': 'sent',
	'May have been sent': 'unknown',
	Failed: 'failed',
	'Not sent': 'not sent',
};
/** e.g. `Not sent: items 1-3, 5.` */
const SENTENCE = new RegExp(
	`(${Object.keys(WORDS).join('|')}): ((?:item|recipient)s? [^.]*)\\.`,
	'g',
);
/** e.g. `items 1-3 (uuid u-7000)` */
const GROUP = /(item|recipient)s? (\d+(?:-\d+)?(?:, \d+(?:-\d+)?)*)(?: \((?:\w*id (\w+)\))?)?/g;

/** Reads the outcomes in the text of an error. */
export const toldIn = (text: string): Told[] =>
	[...text.matchAll(SENTENCE)].flatMap(([, name, groups]) =>
		[...groups.matchAll(GROUP)].map(([, noun, ranges, id]) => ({
			word: WORDS[name],
			isOfItems: noun === 'item',
			numbers: expandRanges(ranges),
			id,
		})),
	);

export const toldOf = (told: Told[], { item, number }: Entry): Told[] =>
	told.filter(({ isOfItems, numbers }) => numbers.includes(isOfItems ? item : number));

/** Joins message and description of an error, as n8n shows them. */
export const shownOf = (error: Error | undefined): string =>
	error ? `${error.message}\n${(error as { description?: string }).description ?? ''}` : '';

/** An output item, and its report about the input items. */
export interface Output {
	word: Word;
	items: number[];
	json: IDataObject;
}

export function outputsOf({ result }: Execution): Output[] {
	const all = [...result.items, ...result.errorItems];
	return all.map((item) => ({
		word: wordOf(item.json),
		items: pairsOf([item])[0] ?? [],
		json: item.json,
	}));
}

function wordOf({ error, reason }: IDataObject): Word {
	if (error !== undefined)
		return /may have been (sent|made)/i.test(String(error)) ? 'unknown' : 'failed';
	if (reason === undefined) return 'sent';
	return reason === 'already sent' ? 'sent before' : 'left out';
}
