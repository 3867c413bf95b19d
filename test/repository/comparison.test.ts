import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contenders, packageOf, versionOf } from '../../bench/peers/contenders';
import { faults } from '../../bench/peers/faults';

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'comparison.md'), 'utf8');

/** The cells of the rows under a heading, by the name of the node. */
function rowsUnder(title: string): Map<string, string[]> {
	const [, section = ''] = page.split(`\n### ${title}\n`);
	const rows = section
		.split('\n###')[0]
		.split('\n')
		.filter((line) => line.startsWith('|'))
		.map((line) => line.split('|').map((cell) => cell.trim()))
		.map(([, name, ...cells]): [string, string[]] => [name, cells.slice(0, -1)]);
	return new Map(rows);
}

const titles = Object.values(faults).map(({ title }) => title);

test.each([...titles, 'All runs'])('the comparison has a row for each node: %s', (title) => {
	expect([...rowsUnder(title).keys()].slice(2)).toEqual(contenders.map(({ name }) => name));
});

test.each(titles)('the comparison has no recipient of this package who got two: %s', (title) => {
	const [stopTwice, stopLost, , twice, lost] = rowsUnder(title).get('this package') ?? [];
	expect([stopTwice, stopLost, twice, lost]).toEqual(['0', '0', '0', '0']);
});

// The version of this package is that of the measurement: a release need not measure again.
test.each(contenders.slice(1).map((one) => [one.name, one] as const))(
	'the comparison was measured with the locked version of %s',
	(name, contender) => {
		const [, versions = ''] = page.split('<!-- peers:start -->');
		const row = versions.split('\n').find((line) => line.startsWith(`| ${name} `)) ?? '';
		const cells = row.split('|').map((cell) => cell.trim());
		expect(cells.slice(2, 4)).toEqual([`\`${packageOf(contender)}\``, versionOf(contender)]);
	},
);
