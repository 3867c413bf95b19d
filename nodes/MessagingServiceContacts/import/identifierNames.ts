import { isBlank, ValidationError } from '../../shared/values/formats';
import { plainHeading } from './columnNames';

type Field = [heading: string, value: unknown];
/** A field of an item with the column that it fills. */
export type NamedValue = [...Field, column: string];

type Identifier = 'phone' | 'email';

/** Words of common headings, in the languages of the response page. */
const WORDS: Record<Identifier, string> = {
	phone: `phone phones phonenumber phoneno mobile mobilephone mobilenumber mob tel telno telephone
		cell cellphone cellular msisdn gsm telefon telefonnummer rufnummer handy handynummer mobil
		mobilnummer mobiltelefon teléfono móvil celular téléphone tél portable telefonas mobilus
		tālrunis tālruņa telefons mobilais telefonu komórka komórkowy телефон телефона телефону
		тел моб мобильный сотовый мобільний тэлефон тэлефона мабільны`,
	email: `email emailaddress mail mailaddress mailadresse emailadresse courriel elpaštas elpašto
		paštas pašto epasts epasta почта почты элпочта элпочты имейл емейл імейл пошта пошти
		елпошта елпошти correo`,
};

/** Words that may accompany `WORDS` in a heading without changing its meaning. */
const BESIDE = `number no n nr num nummer numer numero número numéro numeris numurs номер нумар value
	contact customer client primary main billing shipping de контактный контактний
	address adresse adres adresas adrese adreso адрес адреса адрас electrónico électronique
	elektroninis elektroninio elektroniczny электронная электронной електронна електронної`;

const lettersOf = (text: string): string[] =>
	text
		.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		// "e-mail" is one word.
		.replace(/(?<!\p{L})(e|el|эл|ел)[^\p{L}\p{N}]+/gu, '$1')
		.match(/\p{L}+/gu) ?? [];

const KNOWN = new Map<string, Identifier | 'beside'>([
	...lettersOf(BESIDE).map((word) => [word, 'beside'] as const),
	...lettersOf(WORDS.phone).map((word) => [word, 'phone'] as const),
	...lettersOf(WORDS.email).map((word) => [word, 'email'] as const),
]);

/** The identifier that a heading names; undefined if it has any other word, e.g. "phone verified". */
function identifierIn(heading: string): Identifier | undefined {
	const words = new Set(lettersOf(plainHeading(heading)).map((word) => KNOWN.get(word)));
	words.delete('beside');
	const [only, ...others] = words;
	return others.length === 0 && only !== 'beside' ? only : undefined;
}

/**
 * Names the columns of items. A field with a common heading for a phone or an email fills that column, unless
 * the user added the column by hand.
 *
 * @param items the fields of all items
 * @param nameOf names a column by its heading
 * @param added the headings of the columns that the user added
 * @returns a function that throws ValidationError if two such fields have values, because one may be landlines
 */
export function columnNamer(
	items: Iterable<Field[]>,
	nameOf: (heading: string) => string,
	added: string[],
): (fields: Field[]) => NamedValue[] {
	const headings = new Map<string, Identifier | undefined>();
	const filled = { phone: new Map<string, string>(), email: new Map<string, string>() };
	const isAdded = new Set(added.map((heading) => plainHeading(heading).toLowerCase()));
	for (const fields of items) {
		for (const [heading, value] of fields) {
			if (!headings.has(heading)) {
				const found = identifierIn(heading);
				headings.set(heading, found && isAdded.has(found) ? undefined : found);
			}
			const identifier = headings.get(heading);
			if (!identifier || isBlank(value)) continue;
			const plain = plainHeading(heading).toLowerCase();
			if (!filled[identifier].has(plain)) filled[identifier].set(plain, heading);
		}
	}
	return (fields) =>
		fields.map(([heading, value]) => {
			const identifier = headings.get(heading);
			if (!identifier) return [heading, value, nameOf(heading)];
			const [one, other] = filled[identifier].values();
			if (other !== undefined && !isBlank(value)) throw ambiguous(one, other, identifier);
			return [heading, value, identifier];
		});
}

function ambiguous(one: string, other: string, identifier: Identifier): ValidationError {
	const [first, second] = [one, other].map((heading) => `"${heading.slice(0, 40)}"`);
	return new ValidationError(
		`have ${first} and ${second}, and either may be the ${identifier}`,
		'Remove one of them before this step, or choose "Map Each Column Manually".',
	);
}
