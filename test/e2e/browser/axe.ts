import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the violations that axe-core finds, with their elements. */
export async function objections(page: Page): Promise<string[]> {
	await page.evaluate(axe);
	const { violations } = (await page.evaluate('axe.run()')) as AxeResults;
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
