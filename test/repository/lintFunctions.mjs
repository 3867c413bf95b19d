/**
 * Prints which functions break the limits of eslint.functions.mjs: those of nodes/ and credentials/, whether listed
 * or not, and those of the texts of its input, which are linted as a file of nodes/ is.
 */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { limits, STILL_TO_MEND } from '../../eslint.functions.mjs';

const cwd = join(import.meta.dirname, '..', '..');
const files = ['nodes/**/*.ts', 'credentials/**/*.ts'];
const languageOptions = { parser: tseslint.parser };
const alone = [{ files, languageOptions, rules: limits }];
const bare = new ESLint({ cwd, overrideConfigFile: true, overrideConfig: alone });
const results = await bare.lintFiles(files);
const found = results.flatMap(({ filePath, messages }) =>
	messages.map(({ message }) => `${relative(cwd, filePath)}: ${message.split(' (')[0]}`),
);

const whole = new ESLint({ cwd });
const texts = [];
for (const text of JSON.parse(readFileSync(0, 'utf8'))) {
	const [{ messages }] = await whole.lintText(text, { filePath: 'nodes/shared/http/a.ts' });
	texts.push(messages.filter(({ ruleId }) => ruleId in limits).map(({ message }) => message));
}
process.stdout.write(JSON.stringify({ found, listed: STILL_TO_MEND, texts }));
