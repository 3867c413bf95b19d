import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARKER } from '../../scripts/newOperation/skeletons';
import { sourceFiles } from '../repository/sourceFiles';

const root = join(__dirname, '..', '..');
const FOLDERS = ['nodes', 'sandbox', 'test/contract', 'test/sandbox', 'test/e2e'];

test('no skeleton of a new operation has something left to fill in', () => {
	const files = [...FOLDERS.flatMap(sourceFiles), 'README.md', 'CHANGELOG.md'];
	const left = files.flatMap((file) =>
		readFileSync(join(root, file), 'utf8')
			.split('\n')
			.flatMap((line, index) =>
				line.includes(MARKER) || /\bfillIn[A-Z]/.test(line) ? [`${file}:${index + 1}`] : [],
			),
	);
	expect(left).toEqual([]);
});
