/** Reads `[[file, specifier], …]` from its input, and prints for each whether the file may import that. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';

const eslint = new ESLint({ cwd: join(import.meta.dirname, '..', '..') });
const isAllowed = async ([filePath, specifier]) => {
	const [{ messages }] = await eslint.lintText(`import '${specifier}';\n`, { filePath });
	return messages.every(({ ruleId }) => ruleId !== 'no-restricted-imports');
};

const imports = JSON.parse(readFileSync(0, 'utf8'));
const allowed = [];
for (const one of imports) allowed.push(await isAllowed(one));
process.stdout.write(JSON.stringify(allowed));
