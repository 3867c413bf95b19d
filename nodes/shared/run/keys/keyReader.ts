import { readField } from '../readField';
import { asOption } from '../../describe/field';
import { phone } from '../../describe/fields';
import { eachExpression } from '../eachExpression';
import { type AnyRun, namesPhone } from '../operation';
import { sendOnceKey } from '../options/stepOptions';

/**
 * Reads the key of an item.
 *
 * @returns a function that throws NodeOperationError if an item has no key, or a part of it is empty: all
 * items without the value would have the same key, and only the first would be sent
 */
export function keyReader(run: AnyRun): (item: number) => string {
	const field = asOption(sendOnceKey);
	const assertParts = eachExpression(run, field, field.emptyAdvice ?? '');
	const phones = phonesAsSent(run);
	return (item) => {
		assertParts(item);
		const key = String(readField(field, run.item(item)));
		const sent = phones.get(item);
		if (sent === undefined) return key;
		// A blank beside the phone may be the entered one's.
		const parts = key.split(String(run.at(item)(phone.name)).trim());
		return parts
			.map((part) => part.trim())
			.join(` ${sent} `)
			.trim();
	};
}

/**
 * The phone that each item is for. In a key it counts as it is sent: people write one phone in many ways, each
 * of which would be a key of its own. A wait may be for several, so its keys stay as they are.
 */
function phonesAsSent({ operation, ledger }: AnyRun): Map<number, string> {
	if (!namesPhone(operation)) return new Map();
	return new Map(
		ledger.entries.flatMap(({ item, place, address }) =>
			place === undefined && address !== undefined ? [[item, address]] : [],
		),
	);
}
