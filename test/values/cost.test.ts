import { execFileSync } from 'node:child_process';

/** Values that take too many steps, by parser. */
let grown: Array<[name: string, values: string[]]>;
beforeAll(() => {
	// Counting changes built-in methods, so it needs a separate process.
	const flags = ['--allow-natives-syntax', '--import', 'tsx'];
	const program = `${__dirname}/cost.ts`;
	const out = execFileSync(process.execPath, [...flags, program], { maxBuffer: 2 ** 24 });
	grown = JSON.parse(out.toString()) as typeof grown;
}, 300_000);

test('reading a value takes steps in proportion to its length, for any text and list', () => {
	const parsers = grown.filter(([name]) => !name.startsWith('control'));
	expect(parsers.filter(([, values]) => values.length > 0)).toEqual([]);
	expect(parsers.length).toBeGreaterThan(30);
});

test('the count of steps finds work that grows with the square of the length', () => {
	const controls = grown.filter(([name]) => name.startsWith('control'));
	expect(controls.filter(([, values]) => values.length === 0)).toEqual([]);
	expect(controls).toHaveLength(4);
});
