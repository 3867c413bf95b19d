import type { IDataObject } from 'n8n-workflow';
import type { ReadParameter } from '../run/field';
import { toggle } from '../describe/field';
import { addDelivery, addFields, recipientFirst } from '../response/addedFields';
import { isRecord, toArray } from '../values/json';

export const oneItemPerRecipient = toggle('One Item per Recipient', 'oneItemPerRecipient', {
	description: 'Whether to return one item per recipient instead of one item per mailing',
});

/**
 * The recipients of a mailing, its own fields, and the texts about it. Email names each rejected address. SMS
 * and Viber have texts, which may be advice.
 */
export function partsOf({ success, errors, ...mailing }: IDataObject) {
	const rejects = toArray(errors);
	const recipients = [
		...toArray(success).map((one) => (isRecord(one) ? one : { recipient: one as string })),
		...rejects.filter(isRecord).map(rejectedRecipient),
	];
	return {
		mailing,
		recipients: recipients.map(addDelivery),
		texts: rejects.filter((one) => !isRecord(one)),
	};
}

/** An address that the service has rejected, as a recipient. */
const rejectedRecipient = ({ email, ...reason }: IDataObject): IDataObject => ({
	...{ recipient: email, rejected: true },
	...reason,
});

/** With the option one item per recipient and per text, each with its mailing. */
export const byRecipient = (read: ReadParameter) => {
	const isSplit = read(`options.${oneItemPerRecipient.name}`) === true;
	return (entries: IDataObject[]): IDataObject[] => (isSplit ? entries.flatMap(split) : entries);
};

function split(entry: IDataObject): IDataObject[] {
	const { mailing, recipients, texts } = partsOf(entry);
	const parts = [
		...recipients.map((one) => addFields(recipientFirst(one), mailing)),
		...texts.map((text) => ({ errors: [text as string], is_delivered: null, ...mailing })),
	];
	// A mailing that has no recipients yet is still one entry.
	return parts.length > 0 ? parts : [mailing];
}
