import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { docsDir } from '../n8n/harness';
import { pictured, readRecord, RECORD, textsOf } from './forms';

/** Writes an image of `docs/`, but only in `npm run screenshots`. */
export async function screenshot(page: Page, name: string, fullPage = false): Promise<void> {
	if (process.env.SCREENSHOTS !== '1') return;
	await page.screenshot({ path: join(docsDir, `${name}.png`), fullPage });
	if (!(name in pictured)) return;
	const record = { ...readRecord(), [name]: await textsOf(name) };
	writeFileSync(RECORD, `${JSON.stringify(record, null, '\t')}\n`);
}
