import { readField } from '../../describe/checkField';
import { defaultCountryCode } from '../../describe/countryCode';
import { asOption } from '../../describe/field';
import type { AnyRun } from '../../describe/operation';
import { withNodeError } from '../../errors/nodeErrors';
import { countryCode } from '../../values/countryCode';
import { isBlank } from '../../values/formats';

/**
 * The country code of an item's phones that have none: the step's, or else the account's.
 *
 * @throws NodeOperationError that names the field
 */
export function countryCodeOf(run: AnyRun, index: number): string | undefined {
	const own = readField(asOption(defaultCountryCode), run.item(index));
	if (own !== undefined) return String(own);
	const ofAccount = run.account.defaultCountryCode;
	if (isBlank(ofAccount)) return undefined;
	const label = `${defaultCountryCode.displayName} in the credential`;
	return withNodeError({ ...run.where(index), label }, () => String(countryCode(ofAccount, '')));
}
