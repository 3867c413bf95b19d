import type { IDataObject } from 'n8n-workflow';
import { itemFields } from '../../api/itemFields';
import { apiNameOf, withOptions } from '../../describe/field';
import type { AnyOperation } from '../operation';

/** What items say of a message and its way: in a failed item it would be about another one. */
const OF_A_MESSAGE =
	'is_sent is_delivered is_finished status reason key send_after scheduled_for sms_id message_id email_id viber_id uuid error_kind error_text error_code'.split(
		' ',
	);
const RECIPIENT = ['phone', 'email'];

const leftOut = new Map<string, Set<string>>();

/**
 * The fields of the input that the output of a failed item has: all but those that tell of another message.
 * The recipient stays, and so do IDs that the step is given.
 */
export function failedInput(operation: AnyOperation, input: IDataObject): IDataObject {
	const { action } = operation;
	const names = leftOut.get(action) ?? namesLeftOut(operation);
	leftOut.set(action, names);
	return Object.fromEntries(Object.entries(input).filter(([name]) => !names.has(name)));
}

function namesLeftOut({ action, fields }: AnyOperation): Set<string> {
	const given = withOptions(fields).map(apiNameOf);
	const own = (itemFields[action] ?? '').split(' ').concat(OF_A_MESSAGE);
	const isId = (name: string) => /(^|_)(uu)?id$/.test(name) && given.includes(name);
	return new Set(own.filter((name) => !RECIPIENT.includes(name) && !isId(name)));
}
