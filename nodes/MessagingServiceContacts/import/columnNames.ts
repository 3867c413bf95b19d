import { text, ValidationError } from '../../shared/values/formats';
import { LINE_BREAK } from '../../shared/values/singleLine';

/** Invisible marks that spreadsheets and editors put into headings, and a byte order mark read as Latin-1. */
const INVISIBLE = /^ï»¿|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

/** A heading without invisible characters. A line break inside a cell becomes a blank. */
export const plainHeading = (heading: string): string =>
	heading
		.replace(INVISIBLE, '')
		.split(LINE_BREAK)
		.map((line) => line.trim())
		.filter((line) => line !== '')
		.join(' ');

/**
 * Names a column by its heading. Headings that differ only in letter case have the first one's name.
 *
 * @returns a function that throws ValidationError for a name that cannot be sent
 */
export function columnNames(): (heading: string) => string {
	// As the API documents them: an import must have one of the two.
	const spellings = new Map(['phone', 'email'].map((name) => [name, name]));
	const names = new Map<string, string>();
	return (heading) => {
		const known = names.get(heading);
		if (known !== undefined) return known;
		const trimmed = plainHeading(heading);
		try {
			text(trimmed, '');
			if (trimmed.includes(',')) throw withComma();
		} catch (error) {
			throw nameError(error as ValidationError, heading);
		}
		const name = spellings.get(trimmed.toLowerCase()) ?? trimmed;
		spellings.set(trimmed.toLowerCase(), name);
		names.set(heading, name);
		return name;
	};
}

const withComma = () =>
	new ValidationError(
		'has a comma, and the service would make two columns of it',
		'Rename the field before this step, e.g. Balance UAH.',
	);

const nameError = ({ problem, advice }: ValidationError, heading: string) =>
	new ValidationError(`have one whose name ${problem}`, advice, undefined, heading);
