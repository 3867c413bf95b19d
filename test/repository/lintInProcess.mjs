/** Reads `[[file, text], …]` from its input, and prints for each what the lint reports: `rule: message`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ESLint } from 'eslint';

const eslint = new ESLint({ cwd: join(import.meta.dirname, '..', '..') });
const reports = [];
for (const [filePath, text] of JSON.parse(readFileSync(0, 'utf8'))) {
	const [{ messages }] = await eslint.lintText(text, { filePath });
	reports.push(messages.map(({ ruleId, message }) => `${ruleId}: ${message}`));
}
process.stdout.write(JSON.stringify(reports));
