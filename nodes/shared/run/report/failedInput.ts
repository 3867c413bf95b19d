import type { IDataObject } from 'n8n-workflow';
import { itemFields } from '../../api/itemFields';
import { apiNameOf, withOptions } from '../../describe/field';
import type { AnyOperation } from '../operation';

/** What items of operations that send say of a message: in a failed item it would be about another one. */
const OF_A_MESSAGE =
	'is_sent is_delivered is_finished status reason key send_after scheduled_for sms_id message_id email_id viber_id uuid error_text error_code'.split(
		' ',
	);
const RECIPIENT = ['phone', 'email'];

/**
 * The fields of the input that the output of a failed item has: all but those that items of this operation have
 * by themselves. The recipient stays, and so do IDs that the step is given.
 */
export function failedInput(operation: AnyOperation, input: IDataObject): IDataObject {
	const given = withOptions(operation.fields).map(apiNameOf);
	const own = (itemFields[operation.action] ?? '').split(' ');
	if (operation.effect === 'send') own.push(...OF_A_MESSAGE);
	// The approval of an earlier step would be taken for the answer to this one.
	if (own.includes('data')) own.push('approved');
	const stays = (name: string) =>
		RECIPIENT.includes(name) || (/(^|_)(uu)?id$/.test(name) && given.includes(name));
	return Object.fromEntries(
		Object.entries(input).filter(([name]) => !own.includes(name) || stays(name)),
	);
}
