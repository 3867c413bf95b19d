import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * What the lint reports of each text as this file: `rule: message`. In one process for all, and not in
 * jest's: ESLint loads its configuration in a way that jest cannot.
 */
export const lintTexts = (texts: Array<[file: string, text: string]>): string[][] =>
	JSON.parse(
		execFileSync(process.execPath, [join(__dirname, 'lintInProcess.mjs')], {
			input: JSON.stringify(texts),
			encoding: 'utf8',
		}),
	) as string[][];
