import type { Problem } from '../errors/problem';
import { asciiDigits } from '../values/digits';
import { masked, PHONE } from '../values/formats';
import { addressOf } from '../run/ledger';
import type { NewRun } from '../run/operation';

const EMAIL = /[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g;

/**
 * The error of a run without the middle of the phones, and the names of the emails, that the run is for:
 * n8n logs it with the words of the service, which may repeat them. Other numbers stay. Items have the
 * whole words.
 */
export function maskRecipients(error: Problem, { ledger }: NewRun): Problem {
	const recipients = ledger.entries.map((entry) => addressOf(entry).toLowerCase());
	const isPhone = (found: string) => {
		const digits = asciiDigits(found).replace(/\D/g, '');
		const national = digits.replace(/^0+/, '');
		return recipients.some((one) => one && (digits.includes(one) || one.endsWith(national)));
	};
	const isEmail = (found: string) =>
		recipients.some((one) => one.includes('@') && found.toLowerCase().includes(one));
	const message = error.message
		.replace(PHONE, (found) => (isPhone(found) ? masked(found) : found))
		.replace(EMAIL, (found) => (isEmail(found) ? masked(found) : found));
	return error.with({ message });
}
