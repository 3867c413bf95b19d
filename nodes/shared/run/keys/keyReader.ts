import { readField } from '../../in/readField';
import { asOption } from '../../describe/field';
import { recipientKey } from '../../values/recipientKey';
import { type AnyRun, recipientFieldOf } from '../operation';
import { sendOnceKey } from '../../describe/options';

/**
 * Reads the key of an item.
 *
 * @returns a function that throws NodeOperationError if an item has no key, or a part of it is empty: all
 * items without the value would have the same key, and only the first would be sent
 */
export function keyReader(run: AnyRun): (item: number) => string {
	const field = asOption(sendOnceKey);
	const recipient = recipientFieldOf(run.operation);
	const recipients = recipientKeys(run);
	return (item) => {
		const key = String(readField(field, run.item(item)));
		const sent = recipients.get(item);
		if (!recipient || sent === undefined) return key;
		// A blank beside the recipient may be the entered one's.
		const parts = key.split(String(run.at(item)(recipient.name)).trim());
		return parts
			.map((part) => part.trim())
			.join(` ${sent} `)
			.trim();
	};
}

/**
 * The recipient of each item. People write one phone or email in many ways, each of which would be a key of
 * its own. A wait may be for several, so its keys stay as they are.
 */
function recipientKeys({ ledger }: AnyRun): Map<number, string> {
	return new Map(
		ledger.entries.flatMap(({ item, place, address }) =>
			place === undefined && address !== undefined ? [[item, recipientKey(address)]] : [],
		),
	);
}
