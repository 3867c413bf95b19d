import type { Reference } from '../shape';
import { ERRORS } from './operation';
import { blocks, code, table } from './text';

export function errorsPart({ errors, nodes }: Reference): string {
	const [{ operations }] = nodes;
	const rows = errors.map(({ cause, kind, message, advice, resent }, position) => [
		code(kind),
		cause,
		message,
		advice === errors[position - 1]?.advice ? 'as above' : advice,
		resent ? 'sent again' : 'not sent again',
	]);
	return blocks(
		`## ${ERRORS}`,
		`These are the errors of ${code(operations[0].action)}. With **On Error: Continue** they are in ${code('error')}, and their kind is in ${code('error_kind')}. The last column says what n8n's **Retry On Fail** does with the item.`,
		table(['`error_kind`', 'Cause', 'Message', 'Description', 'Retry On Fail'], rows),
		'Sending `rate_limited` and `unavailable` items again may work, and sends nothing twice. Sending `invalid` and `rejected` items again usually fails. Sending `unknown` items again may send a message twice.',
		'A request that **may be repeated**, for example to read a list, has no further effect the second time. After a server error, a lost connection or a timeout, such a request is tried again, 3 times in total, and its error does not say that something may have been sent.',
		'A request that **must not be repeated** sends or changes something, and is tried only once.',
	);
}
