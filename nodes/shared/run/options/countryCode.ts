import { countryCode } from '../../values/phone';
import { optionalText, asOption } from '../../describe/field';
import { readField } from '../readField';
import type { AnyRun } from '../operation';
import { moreIn } from '../../describe/fields';

export const defaultCountryCode = optionalText('Default Country Code', 'defaultCountryCode', {
	placeholder: 'e.g. 380',
	description: `Country code of mobile numbers that are entered without one, e.g. 380 for 067 123 45 67. Enter + if all phones include their country code. Numbers with + or 00 keep theirs. This code replaces the one in the credential. ${moreIn('phones-and-dates.md')}`,
	emptyAdvice: 'Enter a country code or +, or remove this option.',
	parse: countryCode,
});

/**
 * The default country code of an item: the step's, or else the account's. `+` if all phones include theirs.
 *
 * @throws Problem or UserError that names the field
 */
export function countryCodeOf(run: AnyRun, index: number): string | undefined {
	const own = readField(asOption(defaultCountryCode), run.item(index));
	if (own !== undefined) return String(own);
	return run.account.countryCode;
}
