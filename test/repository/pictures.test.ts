import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pictured, readRecord, textsOf } from '../e2e/screenshots/forms';

const images = readdirSync(join(__dirname, '..', '..', 'docs'))
	.filter((name) => /^editor-.*\.png$/.test(name))
	.map((name) => name.replace('.png', ''));

test('the record of the images has each image of a form', () => {
	expect(Object.keys(pictured).sort()).toEqual(images.sort());
	expect(Object.keys(readRecord()).sort()).toEqual(images.sort());
});

test.each(images)(
	'docs/%s.png shows no label and no hint that is gone: npm run screenshots',
	async (name) => {
		const texts = await textsOf(name);
		expect(readRecord()[name].filter((text) => !texts.includes(text))).toEqual([]);
	},
);
