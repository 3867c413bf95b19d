import { startSandbox } from '../../sandbox';

test('the inbox runs no script of an email, because three independent rules forbid it', async () => {
	const sandbox = await startSandbox({ clock: 'manual' });
	const [page, links] = await Promise.all(
		['/', '/links.js'].map(async (path) => await fetch(`${sandbox.url}${path}`)),
	);
	const script = await links.text();
	await sandbox.close();
	const policy = page.headers.get('content-security-policy');
	expect(policy).toMatch(/^default-src 'self'; (?!.*script-src)/);
	expect(script).toMatch(
		/content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"/,
	);
	expect(script).toContain("('sandbox', 'allow-popups allow-popups-to-escape-sandbox')");
});
