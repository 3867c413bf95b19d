import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeNames } from '../contract/interfaceTable';
import { readCredential, readNode } from '../support/engine/nodeTypes';

const root = join(__dirname, '..', '..');
const icons = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
			join(folder, file),
		),
	)
	.filter((file) => file.endsWith('.svg') && !file.endsWith('.dark.svg'));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dark = (file: string) => read(file.replace(/\.svg$/, '.dark.svg'));

const COLOUR = /#[0-9a-f]{6}/g;
const BACKGROUNDS = { light: '#ffffff', dark: '#2b2b2b' };
/** WCAG 2.2, 1.4.11: graphics that are needed to understand the content. */
const LEAST_CONTRAST = 3;

function luminance(colour: string): number {
	const [red, green, blue] = [1, 3, 5]
		.map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(...colours: [string, string]): number {
	const [lower, higher] = colours.map(luminance).sort((a, b) => a - b);
	return (higher + 0.05) / (lower + 0.05);
}

/** The outline is drawn first. */
const outline = (icon: string) => / (?:d|rx)="[^"]+"/.exec(icon)?.[0];

test('each of eight icons has an outline of its own, so that colour alone does not distinguish it', () => {
	expect(icons).toHaveLength(8);
	expect(new Set(icons.map((file) => outline(read(file)))).size).toBe(icons.length);
});

test.each(icons)('%s has the same shapes in light and dark', (file) => {
	expect(dark(file).replace(COLOUR, '')).toBe(read(file).replace(COLOUR, ''));
});

test.each(icons)('%s and its inner shapes have enough contrast in light and dark', (file) => {
	for (const [theme, icon] of Object.entries({ light: read(file), dark: dark(file) })) {
		const [shape = '', ...inside]: string[] = icon.match(COLOUR) ?? [];
		const background = BACKGROUNDS[theme as keyof typeof BACKGROUNDS];
		expect(contrast(shape, background)).toBeGreaterThan(LEAST_CONTRAST);
		const ink = inside.at(-1);
		if (ink) expect(contrast(shape, ink)).toBeGreaterThan(LEAST_CONTRAST);
	}
});

test('each node and the credential show their dark icon on a dark background only', async () => {
	const nodes = await Promise.all(
		[...nodeNames, 'messagingServiceTrigger' as const].map(readNode),
	);
	for (const { icon } of [
		...nodes.map(({ description }) => description),
		await readCredential(),
	]) {
		expect(icon).toEqual({
			light: expect.stringMatching(/^file:(?!.*\.dark\.svg$).*\.svg$/) as string,
			dark: expect.stringMatching(/^file:.*\.dark\.svg$/) as string,
		});
	}
});
