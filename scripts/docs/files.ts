import { join } from 'node:path';
import { page } from './markdown/page';
import { json } from './markdown/text';
import type { Reference } from './shape';

const docs = join(__dirname, '..', '..', 'docs');

/** The generated files with their text. */
export const files = (reference: Reference) => [
	{ path: join(docs, 'reference.json'), text: `${json(reference)}\n` },
	{ path: join(docs, 'reference.md'), text: page(reference) },
];
