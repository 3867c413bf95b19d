import { countryCode } from '../values/countryCode';
import { optionalText } from './field';

export const defaultCountryCode = optionalText('Default Country Code', 'defaultCountryCode', {
	placeholder: 'e.g. 380',
	description:
		'Country code of phone numbers that are entered without one, e.g. 067 123 45 67. Numbers with + or an exit code such as 00 keep their own. A number that may be national or international is an error. It applies in place of the code in the credential.',
	emptyAdvice: 'Enter a country code, or remove this option.',
	apiName: false,
	parse: countryCode,
});
