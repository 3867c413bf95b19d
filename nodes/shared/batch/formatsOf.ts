import type { IDataObject } from 'n8n-workflow';
import { countryCodeOf } from '../describe/countryCode';
import type { Run } from '../describe/operation';
import { text } from '../values/formats';
import { phone } from '../values/phoneAndEmail';
import type { Formats } from './mailingRules';

/** The formats of the values of mailings in JSON. @throws NodeOperationError for a wrong option */
export function formatsOf(run: Run, checkParts: (sent: IDataObject) => void): Formats {
	const countryCode = countryCodeOf(run, 0);
	return {
		zone: run.zone,
		phone: (given, zone) => phone(given, zone, countryCode),
		smsText: (given, zone) => {
			const message = text(given, zone);
			checkParts({ message });
			return message;
		},
	};
}
