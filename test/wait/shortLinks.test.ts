import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { resumeUrl } from '../support/engine/workflow';
import { sentLinks } from '../support/waiting';
import { asking, sent } from './asking';

test('a short link has its code and the token of the execution, and no more', async () => {
	const service = new Service(() => ({ body: sent }));
	const { error, execution } = await runNode(asking({ options: { linkStyle: 'short' } }));
	service.close();
	const { origin, pathname, searchParams } = new URL(resumeUrl);
	const signature = searchParams.get('signature');
	if (!signature) {
		// An older n8n has no token in the URL.
		expect(error?.message).toMatch(/this n8n has no token/);
		expect(service.requests).toEqual([]);
		return;
	}
	expect(error).toBeUndefined();
	expect(execution?.status).toBe('waiting');
	const [link] = sentLinks(service);
	expect(link.replace(/r=[\w-]{16}&/, 'r=…&')).toBe(
		`${origin}${pathname}?r=…&signature=${signature}`,
	);
});
