import { until } from '../../support/until';

/**
 * Waits until n8n has registered the webhooks of published workflows. Uses GET, which starts no
 * workflow.
 */
export async function untilListening(url: string, ...paths: string[]): Promise<void> {
	for (const path of paths) {
		await until(`the webhook ${path} is there`, 120, async () => {
			const response = await fetch(`${url}/webhook/${path}`);
			return (await response.text()).includes('Did you mean to make a POST request');
		});
	}
}
