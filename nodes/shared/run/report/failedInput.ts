import type { IDataObject } from 'n8n-workflow';
import { itemFields } from '../../api/itemFields';
import { apiNameOf, withOptions } from '../../describe/field';
import { type AnyOperation, isLocal } from '../operation';
import type { ReadParameter } from '../readField';

/** What items of operations that send say of a message: in a failed item it would be about another one. */
const OF_A_MESSAGE =
	'is_sent is_delivered is_finished status reason key send_after scheduled_for sms_id message_id email_id viber_id uuid error_text error_code'.split(
		' ',
	);
const RECIPIENT = ['phone', 'email'];
/** What a response without a documented body may say of a mailing or a prepared SMS. */
const UNDOCUMENTED = ['status', 'parts', 'cost', 'count_phones', 'd_schedule'];

/**
 * The fields of the input that the output of a failed item has: all but those that items of this operation have
 * by themselves. The recipient stays, and so do IDs that the step is given: those of its parameters, if the item
 * has others under their names.
 */
export function failedInput(
	operation: AnyOperation,
	input: IDataObject,
	read: ReadParameter,
): IDataObject {
	const fields = new Map(withOptions(operation.fields).map((field) => [apiNameOf(field), field]));
	const own = (itemFields[operation.action] ?? '').split(' ');
	if (operation.effect === 'send') own.push(...OF_A_MESSAGE);
	if (!isLocal(operation) && operation.response.expects === 'anything') own.push(...UNDOCUMENTED);
	// The approval of an earlier step would be taken for the answer to this one.
	if (own.includes('data')) own.push('approved');
	const stays = (name: string) =>
		RECIPIENT.includes(name) || (/(^|_)(uu)?id$/.test(name) && fields.has(name));
	const valueOf = (name: string): unknown => {
		const field = stays(name) ? fields.get(name) : undefined;
		if (!field) return input[name];
		try {
			const given = read(field.path ?? field.name);
			const isSame = given === undefined || String(given ?? '') === String(input[name] ?? '');
			return isSame ? input[name] : given;
		} catch {
			// An expression that throws names no one else.
			return input[name];
		}
	};
	return Object.fromEntries(
		Object.keys(input)
			.filter((name) => !own.includes(name) || stays(name))
			.map((name) => [name, valueOf(name)])
			// An empty parameter is for nobody.
			.filter(([name, value]) => value !== null || input[name as string] === null),
	) as IDataObject;
}
