import { join } from 'node:path';
import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/max';
import type { Parser } from '../nodes/shared/values/formats';
import { FORMS, homeOf } from '../test/support/phones/forms';
import { type Meant, mobilesOfAll } from '../test/support/phones/mobiles';

/**
 * `npm run bench -- phones`: parses mobile numbers of all countries in the forms of the tests, and
 * numbers of each country under the default code of each other country. Prints the percentages of
 * right, rejected and wrong results. An argument names another `values/phone.ts` to measure.
 */
const [path = join(__dirname, '..', 'nodes', 'shared', 'values', 'phone.ts')] =
	process.argv.slice(2);
const PER_COUNTRY = 100;
/** Phones of each country that are parsed under the default code of each other country. */
const ABROAD = 2;

class Count {
	readings = 0;
	right = 0;
	/** Parsed as another valid number, which would receive the message. */
	stranger = 0;
	dead = 0;

	add(meant: Meant, sent: string | undefined): void {
		this.readings++;
		if (sent === meant.code + meant.national) this.right++;
		else if (sent !== undefined && parse(`+${sent}`)?.isValid()) this.stranger++;
		else if (sent !== undefined) this.dead++;
	}

	row(name: string): string {
		const { readings, right, stranger, dead } = this;
		const counts = [right, readings - right - stranger - dead, stranger, dead];
		const shares = counts.map((count) => ((100 * count) / readings).toFixed(2));
		return `| ${[name, readings, ...shares].join(' | ')} |`;
	}
}

function reader(phone: Parser) {
	return (entered: string, home?: string): string | undefined => {
		try {
			return String(phone(entered, '', home));
		} catch {
			return undefined;
		}
	};
}

type Read = ReturnType<typeof reader>;

const print = (line: string) => process.stdout.write(`${line}\n`);

function measureForms(read: Read): void {
	const all = mobilesOfAll(PER_COUNTRY);
	for (const form of FORMS) {
		const count = new Count();
		for (const meant of all) {
			const entered = form.way(meant);
			if (entered !== undefined) count.add(meant, read(entered, homeOf(form, meant)));
		}
		print(count.row(form.name));
	}
}

function measureAbroad(read: Read): void {
	const some = mobilesOfAll(ABROAD);
	const codes = [...new Set(some.map(({ code }) => code))];
	for (const { name, way } of FORMS.filter(({ home }) => home === '')) {
		const count = new Count();
		for (const meant of some) {
			const entered = way(meant);
			if (entered === undefined) continue;
			for (const home of codes)
				if (home !== meant.code) count.add(meant, read(entered, home));
		}
		print(count.row(`${name}, default of another country`));
	}
}

async function run(): Promise<void> {
	const { phone } = (await import(path)) as { phone: Parser };
	print('| Form | readings | right | refused | stranger | dead |');
	print('| --- | --: | --: | --: | --: | --: |');
	measureForms(reader(phone));
	measureAbroad(reader(phone));
}

void run();
