import { countryCode } from '../values/countryCode';
import { optionalText } from './field';

export const defaultCountryCode = optionalText('Default Country Code', 'defaultCountryCode', {
	placeholder: 'e.g. 380',
	description:
		'Country code of phone numbers that are entered without one, e.g. 067 123 45 67. Numbers with + or 00 stay as they are. A number that may be national or international is an error. It applies in place of the code in the credential.',
	emptyAdvice: 'Enter a country code, or remove this option.',
	apiName: false,
	parse: countryCode,
});
