import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IDataObject, type INodeProperties, NodeHelpers } from 'n8n-workflow';
import { projectDir } from '../../../playground/paths';
import { loadNode, type NodeName } from '../../support/engine/nodeTypes';
import { byId } from '../operations/step';

const listed = (value: string, cachedResultName: string) => ({
	...{ __rl: true, mode: 'list', value, cachedResultName },
});

const viber = {
	...{ resource: 'message', operation: 'send', sender: listed('21', 'Shop') },
	...{ phone: '={{ $json.Phone }}', contentType: 'button' },
	message: '=Hello {{ $json.Name }}, everything at half price today',
	imageUrl: 'https://example.com/sale.jpg',
	...{ buttonText: 'See the offer', buttonLink: 'https://example.com/sale' },
};
const verification = {
	...{ resource: 'code', operation: 'sendTelegram' },
	...{ phone: '={{ $json.Phone }}', generateCode: true },
};
const unsubscribe = {
	...{ resource: 'address', operation: 'unsubscribe', email: '={{ $json.Email }}' },
	options: { reason: 'Asked by phone' },
};
const contacts = { resource: 'contact', operation: 'import', listId: listed('1001', 'Customers') };
const template = {
	...{ resource: 'template', operation: 'update', templateId: byId('1002') },
	...{ name: 'Order ready', message: 'Hello {name}, your order is ready' },
};

/** The forms in the images of `docs/`. */
export const pictured: Record<string, [node: NodeName, parameters: IDataObject]> = {
	'editor-sms-node': ['messagingServiceSms', { resource: 'message', operation: 'send' }],
	'editor-viber-node': ['messagingServiceViber', viber],
	'editor-verification-node': ['messagingServiceVerification', verification],
	'editor-email-node': ['messagingServiceEmail', unsubscribe],
	'editor-contacts-node': ['messagingServiceContacts', contacts],
	'editor-templates-node': ['messagingServiceTemplates', template],
	'editor-trigger': ['messagingServiceTrigger', { event: 'viberReply', mailings: 'all' }],
};

/** Texts in each image when it was taken, written by `npm run screenshots`. */
export const RECORD = join(projectDir, 'docs', 'development', 'pictures.json');

export const readRecord = () =>
	JSON.parse(readFileSync(RECORD, 'utf8')) as Record<string, string[]>;

/** Returns the labels and hints of a form with these parameters. */
export async function textsOf(picture: string): Promise<string[]> {
	const [node, parameters] = pictured[picture];
	const { description } = await loadNode(node);
	const { properties } = description;
	const step = { typeVersion: 1, parameters };
	const values = NodeHelpers.getNodeParameters(
		...([properties, parameters as never, true, false, step as never, description] as const),
	);
	const isShown = (one: INodeProperties) =>
		NodeHelpers.displayParameter(values ?? {}, one, step as never, description);
	const shown = properties.filter((one) => one.type !== 'hidden' && isShown(one));
	return shown.flatMap(({ displayName, hint = '' }) => [displayName, hint]).filter(Boolean);
}
