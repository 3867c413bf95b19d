import type { IDataObject } from 'n8n-workflow';
import type { ReadParameter } from '../run/field';
import { toggle } from '../describe/field';
import { addIsDelivered, addMissingFields, putRecipientFirst } from '../response/addedFields';
import { isRecord, toArray } from '../values/json';

export const oneItemPerRecipient = toggle('One Item per Recipient', 'oneItemPerRecipient', {
	description: 'Whether to return one item per recipient instead of one item per mailing',
});

/**
 * Splits a mailing of a status response into recipients, other fields and texts. In email, `errors` has
 * records of rejected addresses. In SMS and Viber, it has texts, some of which are only advice.
 */
export function splitMailing({ success, errors, ...mailing }: IDataObject) {
	const rejects = toArray(errors);
	const recipients = [
		...toArray(success).map((entry) =>
			isRecord(entry) ? entry : { recipient: entry as string },
		),
		...rejects.filter(isRecord).map(rejectedRecipient),
	];
	return {
		mailing,
		recipients: recipients.map(addIsDelivered),
		texts: rejects.filter((entry) => !isRecord(entry)),
	};
}

const rejectedRecipient = ({ email, ...reason }: IDataObject): IDataObject => ({
	...{ recipient: email, rejected: true },
	...reason,
});

/**
 * Returns a function that splits mailings into one item per recipient or text, if One Item per Recipient is
 * on.
 */
export const createRecipientSplitter = (read: ReadParameter) => {
	const isSplit = read(`options.${oneItemPerRecipient.name}`) === true;
	return (entries: IDataObject[]): IDataObject[] =>
		isSplit ? entries.flatMap(splitIntoRecipients) : entries;
};

function splitIntoRecipients(entry: IDataObject): IDataObject[] {
	const { mailing, recipients, texts } = splitMailing(entry);
	const parts = [
		...recipients.map((recipient) => addMissingFields(putRecipientFirst(recipient), mailing)),
		...texts.map((text) => ({ errors: [text as string], is_delivered: null, ...mailing })),
	];
	// A mailing that has no recipients yet is one item.
	return parts.length > 0 ? parts : [mailing];
}
