import type { Browser, Page } from 'playwright-core';

import type { WorkflowDraft } from '../../../playground/rest';
import { openPage } from './page';

/** Returns the production URL of a form of a published workflow. */
export function formUrl(n8nUrl: string, { nodes }: WorkflowDraft, name: string): string {
	const found = nodes.find((node) => node.name === name);
	if (!found?.webhookId) throw new Error(`The workflow has no form "${name}".`);
	return `${n8nUrl}/form/${found.webhookId}`;
}

/** Opens a URL in a separate browser context, as a new visitor. */
export async function visit(browser: Browser, url: string): Promise<Page> {
	const page = await openPage(browser, { viewport: { width: 900, height: 700 } });
	// A published form needs a moment.
	for (let tries = 0; ; tries++) {
		const answer = await page.goto(url);
		if (answer?.ok() || tries === 120) return page;
		await page.waitForTimeout(500);
	}
}

export async function submit(page: Page, fields: Record<string, string>): Promise<void> {
	for (const [label, text] of Object.entries(fields)) {
		const field = page.getByLabel(label);
		await field.click();
		await field.pressSequentially(text);
	}
	await page.getByRole('button', { name: 'Submit' }).click();
}
