import type { IDataObject } from 'n8n-workflow';
import type { ReadParameter } from '../run/readField';
import { toggle } from '../describe/field';
import { addDelivery, addFields, recipientFirst } from '../response/addedFields';
import { isRecord, toArray } from '../values/json';

export const oneItemPerRecipient = toggle('One Item per Recipient', 'oneItemPerRecipient', {
	description: 'Whether to return one item per recipient instead of one item per mailing',
});

/** A mailing's own fields on each of its recipients, after what differs from one to the other. */
function recipientsOf({ success, errors, ...mailing }: IDataObject): IDataObject[] {
	const found = [...toArray(success).map(asRecord), ...toArray(errors).map(rejection)];
	// A mailing that has no recipients yet is still one entry.
	if (found.length === 0) return [mailing];
	return found.map((recipient) => {
		const { is_delivered } = addDelivery({ ...mailing, ...recipient });
		return addFields(recipientFirst({ ...recipient, is_delivered }), mailing);
	});
}

const asRecord = (recipient: unknown): IDataObject =>
	isRecord(recipient) ? recipient : { recipient: recipient as string };

/** Email names each address. SMS and Viber have a text about the whole mailing, which may be advice. */
const rejection = (error: unknown): IDataObject =>
	isRecord(error) ? rejectedRecipient(error) : ({ errors: [error] } as IDataObject);

/** An address that the service has rejected, as a recipient. */
export function rejectedRecipient({ email, ...reason }: IDataObject): IDataObject {
	return { recipient: email, rejected: true, ...reason };
}

/** With the option one item per recipient and per error, each with its mailing. */
export const byRecipient = (read: ReadParameter) => {
	const isSplit = read(`options.${oneItemPerRecipient.name}`) === true;
	return (entries: IDataObject[]): IDataObject[] =>
		isSplit ? entries.flatMap(recipientsOf) : entries;
};
