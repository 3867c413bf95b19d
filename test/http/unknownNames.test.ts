import type { INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { buildWorkflow } from '../support/engine/workflow';

test('n8n removes names that the node does not have before the step could see them', async () => {
	const parameters = {
		...{ resource: 'message', operation: 'send', sender: byId(1), phone: PHONE, message: 'A' },
		...{ maxParts: 1, 'options.maxParts': 1, options: { maxPart: 1, maxParts: 2 } },
	} as INodeParameters;
	const { node } = await buildWorkflow({ node: 'messagingServiceSms', parameters });
	expect(node.parameters).toMatchObject({ phone: PHONE, options: { maxParts: 2 } });
	expect(JSON.stringify(node.parameters)).not.toMatch(/maxPart":|options\.|maxParts":1/);
});
