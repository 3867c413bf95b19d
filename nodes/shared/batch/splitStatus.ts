import type { IDataObject } from 'n8n-workflow';
import type { ReadParameter } from '../run/field';
import { buildToggleOnByDefault } from '../describe/field';
import { addIsDelivered, addMissingFields, putRecipientFirst } from '../response/addedFields';
import { isRecord, listOrMapValues } from '../values/json';

export const oneItemPerRecipientOption = buildToggleOnByDefault(
	'One Item per Recipient',
	'oneItemPerRecipient',
	{
		description: 'Whether to return one item per recipient instead of one item per mailing',
	},
);

/**
 * Splits a mailing of a status response into recipients, other fields and texts. For email, `errors` has
 * records of rejected addresses. For SMS and Viber, `errors` has texts, and some of the texts are only
 * advice.
 */
export function separateRecipientsAndTexts({ success, errors, ...mailing }: IDataObject) {
	const rejects = listOrMapValues(errors);
	const recipients = [
		...listOrMapValues(success).map((entry) =>
			isRecord(entry) ? entry : { recipient: entry as string },
		),
		...rejects.filter(isRecord).map(toRejectedRecipient),
	];
	return {
		mailing,
		recipients: recipients.map(addIsDelivered),
		texts: rejects.filter((entry) => !isRecord(entry)),
	};
}

const toRejectedRecipient = ({ email, ...reason }: IDataObject): IDataObject => ({
	...{ recipient: email, rejected: true },
	...reason,
});

/**
 * Returns a function that splits each mailing into one item per recipient or text. If One Item per Recipient
 * is off, the function changes nothing.
 */
export const createRecipientSplitter = (read: ReadParameter) => {
	const isSplit = read(`options.${oneItemPerRecipientOption.name}`) === true;
	return (entries: IDataObject[]): IDataObject[] =>
		isSplit ? entries.flatMap(splitIntoRecipientItems) : entries;
};

function splitIntoRecipientItems(entry: IDataObject): IDataObject[] {
	const { mailing, recipients, texts } = separateRecipientsAndTexts(entry);
	const parts = [
		...recipients.map((recipient) => addMissingFields(putRecipientFirst(recipient), mailing)),
		...texts.map((text) => ({ errors: [text as string], is_delivered: null, ...mailing })),
	];
	return parts.length > 0 ? parts : [mailing];
}
