import { defaultCountryCode } from '../describe/options';
import type { AnyRun } from '../run/operation';
import { readField } from './readField';

/**
 * The default country code of an item: the step's, or else the account's. `+` if all phones include theirs.
 *
 * @throws Problem or UserError that names the field
 */
export function countryCodeOf(run: AnyRun, index: number): string | undefined {
	const option = run.fields.find(({ name }) => name === defaultCountryCode.name);
	const entered = option && readField(option, run.item(index));
	return entered === undefined ? run.account.countryCode : String(entered);
}
