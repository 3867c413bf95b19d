import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pictured, readRecord, textsOf } from '../e2e/screenshots/forms';

const images = readdirSync(join(__dirname, '..', '..', 'docs'))
	.filter((name) => /^editor-.*\.png$/.test(name))
	.map((name) => name.replace('.png', ''));

test('the record of the screenshots lists every image of a form', () => {
	expect(Object.keys(pictured).sort()).toEqual(images.sort());
	expect(Object.keys(readRecord()).sort()).toEqual(images.sort());
});

test.each(images)(
	'docs/%s.png shows only labels and hints that exist (npm run screenshots makes it again)',
	async (name) => {
		const texts = await textsOf(name);
		expect(readRecord()[name].filter((text) => !texts.includes(text))).toEqual([]);
	},
);
