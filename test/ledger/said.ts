import type { INodeExecutionData } from 'n8n-workflow';
import { pairsOf } from '../run/sending/observed';
import { fromRanges } from '../support/ranges';
import type { Execution } from './play';
import type { Entry } from './step';

/** Outcome of an entry as the step reports it. */
export type Word = 'sent' | 'unknown' | 'failed' | 'not sent' | 'left out' | 'sent before';

/** A word about places: of items, or of the mailings or recipients of one item. */
export interface Said {
	word: Word;
	isOfItems?: boolean;
	places: number[];
	/** Indexes of the mailings in the items, if not all. */
	mailings?: number[];
	/** The IDs that are named with it. */
	ids?: string;
}

const WORDS: Record<string, Word> = {
	Sent: 'sent',
	'Sent by an earlier try': 'sent',
	'May have been sent': 'unknown',
	Failed: 'failed',
	'Not sent': 'not sent',
};
const NOUN = '(?:item|mailing|recipient)s?';
const RANGES = '\\d+(?:-\\d+)?(?:, \\d+(?:-\\d+)?)*';
/** e.g. `Not sent: items 1-3, 5.` */
const PART = new RegExp(`(${Object.keys(WORDS).join('|')}): (${NOUN} [^.]*)\\.`, 'g');
/** e.g. `items 1-3 (uuid u-7000)` or `mailing 1 of item 3` */
const GROUP = new RegExp(
	`(?:mailings? (${RANGES}) of )?(${NOUN}) (${RANGES})(?: \\(([^)]*)\\))?`,
	'g',
);

/** The words of an error or a log line. */
export function saidIn(text: string): Said[] {
	return [...text.matchAll(PART)].flatMap(([, name, groups]) =>
		[...groups.matchAll(GROUP)].map(([, mailings, noun, ranges, ids]) => ({
			word: WORDS[name],
			isOfItems: noun.startsWith('item'),
			places: fromRanges(ranges),
			mailings: mailings ? fromRanges(mailings) : undefined,
			ids,
		})),
	);
}

/** All that n8n shows of an error. */
export const shownOf = (error: Error | undefined): string =>
	error ? `${error.message}\n${(error as { description?: string }).description ?? ''}` : '';

/** Reports whether an error text says that the message may have been sent. */
export const saysUnknown = (text: string): boolean => /may have been (sent|made)/i.test(text);

/** An output item as what it says of its input items. */
export interface Output {
	word: Word;
	items: number[];
	json: INodeExecutionData['json'];
	/** The message of an error item. */
	error?: string;
}

export function outputsOf({ result }: Execution): Output[] {
	return [...result.items, ...result.errorItems].map((item) => {
		const { json } = item;
		const items = pairsOf([item])[0] ?? [];
		const error = json.error === undefined ? undefined : String(json.error);
		return { word: wordOf(json, error), items, json, error };
	});
}

function wordOf(json: INodeExecutionData['json'], error: string | undefined): Word {
	if (error !== undefined) return saysUnknown(error) ? 'unknown' : 'failed';
	if (json.reason === undefined) return 'sent';
	return json.reason === 'already sent' ? 'sent before' : 'left out';
}

/** Words about an entry: about its place, or about that of its item. */
export const wordsOf = (said: Said[], { item, place }: Pick<Entry, 'item' | 'place'>): Said[] =>
	said.filter(
		({ isOfItems, places, mailings = [place] }) =>
			places.includes(isOfItems ? item : place) && mailings.includes(place),
	);
