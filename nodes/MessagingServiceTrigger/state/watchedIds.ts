/**
 * What is watched, as the state names it: a mailing by its ID, and a single message by its ID behind a
 * mark. One ID may be both.
 */
const SINGLE = '!';

export const isSingle = (watched: string): boolean => watched.startsWith(SINGLE);

export const singleMessage = (id: string): string => SINGLE + id;

/** The `message_id` of the service. */
export const messageIdOf = (watched: string): string =>
	isSingle(watched) ? watched.slice(SINGLE.length) : watched;

/** As a warning names it. */
export const nameOf = (watched: string): string =>
	isSingle(watched) ? `message ${messageIdOf(watched)}` : watched;
