import { readFileSync } from 'node:fs';
import { parsePhone } from '../../nodes/shared/values/phone';
import { ENCODED_PHONE_PLANS } from '../../nodes/shared/values/phonePlans';
import { file, phonePlans } from '../../scripts/phonePlans';
import { FORMS, homeOf } from '../support/phones/forms';
import { mobileCombinations, mobilesOfAll } from '../support/phones/mobiles';
import { share } from '../support/thorough';

const all = mobilesOfAll(share(100, 10));

function sent(entered: string, code?: string): string | undefined {
	try {
		return String(parsePhone(entered, '', code));
	} catch {
		return undefined;
	}
}

test.each(FORMS)('mobile numbers of all countries are read as $name', (form) => {
	const counts = { all: 0, right: 0, wrong: 0 };
	const examples: string[] = [];
	for (const meant of all) {
		const entered = form.way(meant);
		if (entered === undefined) continue;
		counts.all++;
		const found = sent(entered, homeOf(form, meant));
		if (found === meant.code + meant.national) counts.right++;
		else if (found !== undefined) {
			counts.wrong++;
			examples.push(`${entered} of ${meant.country} is sent as ${found}`);
		}
	}
	const percent = (count: number) => (100 * count) / counts.all;
	expect(counts.all).toBeGreaterThan(100);
	if (percent(counts.wrong) > form.wrong) expect(examples.slice(0, 20)).toEqual([]);
	expect(percent(counts.right)).toBeGreaterThanOrEqual(form.right);
});

/** Returns e.g. `380:6:9`. The plan has the length as a hexadecimal digit. */
const combinationsOf = (plan: string): string[] => {
	const [code, groups] = plan.replace('*', '').split(' ');
	return groups.split('|').flatMap((group) => {
		const [lengths, digits] = group.split('.');
		return [...lengths].flatMap((length) =>
			[...digits].map((digit) => `${code}:${digit}:${parseInt(length, 16)}`),
		);
	});
};

test('the table of numbers has exactly the codes, first digits and lengths of mobile numbers', () => {
	const table = ENCODED_PHONE_PLANS.trim().split(/, |\n/).flatMap(combinationsOf);
	expect([...mobileCombinations(table)].sort()).toEqual([...table].sort());
});

test('the table of numbers is up to date with its script', () => {
	expect(readFileSync(file, 'utf8')).toBe(phonePlans());
});
