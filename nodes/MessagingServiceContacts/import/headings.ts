import { isBlank, parseText, ValidationError } from '../../shared/values/formats';
import { LINE_BREAK_PATTERN } from '../../shared/values/singleLine';

/** Invisible characters from spreadsheets and editors, and a byte order mark that was read as Latin-1. */
const INVISIBLE_CHARACTERS_PATTERN = /^ï»¿|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g;

const cleanHeading = (heading: string): string =>
	heading
		.replace(INVISIBLE_CHARACTERS_PATTERN, '')
		.split(LINE_BREAK_PATTERN)
		.map((line) => line.trim())
		.filter((line) => line !== '')
		.join(' ');

/** Returns the same key for headings that differ only in letter case, spaces at the ends or invisible characters. */
export const toHeadingKey = (heading: string): string => cleanHeading(heading).toLowerCase();

/**
 * If headings differ only in letter case, the first spelling is used.
 *
 * @returns a function that names the column of a heading, and throws ValidationError for a name that cannot be
 *   sent
 */
export function createColumnNamer(): (heading: string) => string {
	// The API requires at least one of these columns, in this spelling.
	const spellings = new Map(['phone', 'email'].map((name) => [name, name]));
	const names = new Map<string, string>();
	return (heading) => {
		const cached = names.get(heading);
		if (cached !== undefined) return cached;
		const trimmed = cleanHeading(heading);
		try {
			parseText(trimmed, '');
			if (trimmed.includes(',')) throw commaError();
		} catch (error) {
			throw columnNameError(error as ValidationError, heading);
		}
		const name = spellings.get(trimmed.toLowerCase()) ?? trimmed;
		spellings.set(trimmed.toLowerCase(), name);
		names.set(heading, name);
		return name;
	};
}

const commaError = () =>
	new ValidationError(
		'contains a comma, so the service would read two columns',
		'Rename the field before this step, e.g. to Balance UAH.',
	);

const columnNameError = ({ problem, advice }: ValidationError, heading: string) =>
	new ValidationError(`has a column whose name ${problem}`, advice, undefined, heading);

type IdentifyingColumn = 'phone' | 'email';

/** Words in common headings for phones and emails, in the languages of the response page. */
const IDENTIFYING_WORDS: Record<IdentifyingColumn, string> = {
	phone: `phone phones phonenumber phoneno mobile mobilephone mobilenumber mob tel telno telephone
		cell cellphone cellular msisdn gsm telefon telefonnummer rufnummer handy handynummer mobil
		mobilnummer mobiltelefon teléfono móvil celular portable telefonas mobilus
		tālrunis tālruņa telefons mobilais telefonu komórka komórkowy телефон телефона телефону
		тел моб мобильный сотовый мобільний тэлефон тэлефона мабільны`,
	email: `email emailaddress mail mailaddress mailadresse emailadresse courriel elpaštas elpašto
		paštas pašto epasts epasta почта почты элпочта элпочты имейл емейл імейл пошта пошти
		елпошта елпошти correo`,
};

/** Words that a heading may have besides `IDENTIFYING_WORDS`. */
const FILLER_WORDS = `number no n nr num nummer numer numero numeris numurs номер нумар value
	contact customer client primary main billing shipping de контактный контактний
	address adresse adres adresas adrese adreso адрес адреса адрас electrónico électronique
	elektroninis elektroninio elektroniczny электронная электронной електронна електронної`;

const splitNormalizedWords = (text: string): string[] =>
	text
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		// Joins a prefix to its word: "e-mail" becomes "email".
		.replace(/(?<!\p{L})(e|el|эл|ел)[^\p{L}\p{N}]+/gu, '$1')
		.match(/\p{L}+/gu) ?? [];

const MEANING_BY_WORD = new Map<string, IdentifyingColumn | 'filler'>([
	...splitNormalizedWords(FILLER_WORDS).map((word) => [word, 'filler'] as const),
	...splitNormalizedWords(IDENTIFYING_WORDS.phone).map((word) => [word, 'phone'] as const),
	...splitNormalizedWords(IDENTIFYING_WORDS.email).map((word) => [word, 'email'] as const),
]);

/** Returns undefined if the heading has an unknown word, e.g. "verified" in "phone verified". */
function identifyingColumnOfHeading(heading: string): IdentifyingColumn | undefined {
	const words = new Set(
		splitNormalizedWords(cleanHeading(heading)).map((word) => MEANING_BY_WORD.get(word)),
	);
	words.delete('filler');
	const [only, ...others] = words;
	return others.length === 0 && only !== 'filler' ? only : undefined;
}

/**
 * @param items the fields of all items
 * @param added the headings of the columns that the user added
 * @returns a function that names the column, phone or email, that an input field fills. Returns
 *   undefined if the field fills neither, or if the user added the column. Throws ValidationError
 *   if two fields with values fill the same column, because one of two phones may be a landline.
 */
export function createIdentifyingColumnFinder(
	items: Iterable<Array<[heading: string, value: unknown]>>,
	added: string[],
): (heading: string, value: unknown) => IdentifyingColumn | undefined {
	const isAdded = new Set(added.map(toHeadingKey));
	const identifiers = new Map<string, IdentifyingColumn | undefined>();
	const filled = { phone: new Map<string, string>(), email: new Map<string, string>() };
	for (const fields of items) {
		for (const [heading, value] of fields) {
			if (!identifiers.has(heading)) {
				const found = identifyingColumnOfHeading(heading);
				identifiers.set(heading, found && isAdded.has(found) ? undefined : found);
			}
			const identifier = identifiers.get(heading);
			if (!identifier || isBlank(value)) continue;
			const key = toHeadingKey(heading);
			if (!filled[identifier].has(key)) filled[identifier].set(key, heading);
		}
	}
	return (heading, value) => {
		const identifier = identifiers.get(heading);
		if (!identifier || isBlank(value)) return identifier;
		const [first, second] = filled[identifier].values();
		if (second !== undefined) throw ambiguousColumnsError(first, second, identifier);
		return identifier;
	};
}

function ambiguousColumnsError(
	first: string,
	second: string,
	identifier: IdentifyingColumn,
): ValidationError {
	const both = [first, second].map((heading) => `"${heading.slice(0, 40)}"`).join(' and ');
	return new ValidationError(
		`has ${both}, but a contact has only one ${identifier}`,
		'Remove one of these fields before this step, or choose "Map Each Column Manually".',
	);
}
