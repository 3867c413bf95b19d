/**
 * Runs the rules of `@n8n/scan-community-package` on the sources of this checkout and on the packed
 * package. Warnings fail, too.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';

const root = join(import.meta.dirname, '..');
const overrideConfig = await buildScanConfig();

async function scan(cwd, patterns) {
	const eslint = new ESLint({
		cwd,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig,
	});
	const results = await eslint.lintFiles(patterns);
	const found = results.reduce((sum, result) => sum + result.errorCount + result.warningCount, 0);
	if (found > 0) console.log(await (await eslint.loadFormatter('stylish')).format(results));
	console.log(`scan: ${results.length} files, ${found} problems`);
	return found;
}

const folder = mkdtempSync(join(tmpdir(), 'scan-'));
try {
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
	execFileSync('sh', ['-c', 'tar -xzf *.tgz'], { cwd: folder });
	const found =
		(await scan(root, SOURCE_FILE_PATTERNS)) +
		(await scan(join(folder, 'package'), ['**/*.js', 'package.json']));
	if (found > 0) process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}
