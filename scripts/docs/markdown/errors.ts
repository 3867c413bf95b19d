import type { Reference } from '../shape';
import { ERRORS } from './operation';
import { blocks, code, table } from './text';

/** What a request can end with, with the messages of a request that sends. */
export function errorsPart({ errors, nodes }: Reference): string {
	const [{ operations }] = nodes;
	const rows = errors.map(({ cause, message, advice, resent }, position) => [
		cause,
		message,
		advice === errors[position - 1]?.advice ? 'as above' : advice.replace(/ \([^()]*\)$/, ''),
		resent ? 'sent again' : 'not sent again',
	]);
	return blocks(
		`## ${ERRORS}`,
		`An error has a message and a description, which says what to do and ends with the operation and the item: ${code(`(${operations[0].action}, item 0)`)}. These are the errors of ${code(operations[0].action)}. The last column says what n8n's **Retry On Fail** does with the item.`,
		table(['Cause', 'Message', 'Description', 'Retry On Fail'], rows),
		'A request that **may be repeated** changes nothing more the second time, for example a list. After a server error, a lost connection or a timeout it is tried 3 times, and its error does not say that something may have been sent.',
		'A request that **must not be repeated** sends or changes something. It is tried once.',
		'With **On Error: Stop**, an invalid item ends the run before the first request, and a failed request ends it before the next one. With **Continue**, each failed item is an output item with `error`, and the others are sent.',
	);
}
