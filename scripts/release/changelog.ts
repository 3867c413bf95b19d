import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

export interface Section {
	/** `Unreleased` or a version. */
	version: string;
	/** `YYYY-MM-DD`; undefined for an unreleased version. */
	date?: string;
	text: string;
}

/** Returns the sections of the changelog, newest first. */
export function sections(): Section[] {
	const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').replace(
		/^\[.+?\]: .+$/gm,
		'',
	);
	return changelog
		.split(/^## /m)
		.slice(1)
		.map((section) => {
			const [, version = '', date] =
				/^\[(.+?)\](?: - (\d{4}-\d\d-\d\d))?/.exec(section) ?? [];
			return { version, date, text: section.slice(section.indexOf('\n')).trim() };
		});
}
