import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters, INodePropertyOptions } from 'n8n-workflow';
import { interfaceTable, localOperations, nodeNames } from '../contract/interfaceTable';
import { className, nodeFolder, type NodeName, readNode } from '../support/engine/nodeTypes';
import { buildWorkflow } from '../support/engine/workflow';
import { nameOf, operationsOf } from './declared';

const trigger: NodeName = 'messagingServiceTrigger';

type Entry = Awaited<ReturnType<typeof panelEntry>>;
/** n8n's own search, which its editor uses. It has no types for this module resolution. */
const { sublimeSearch } = jest.requireActual<{
	sublimeSearch: (typed: string, entries: Entry[]) => Array<{ item: Entry }>;
}>('@n8n/utils/dist/search/sublime-search');

interface Codex {
	alias: string[];
	categories: string[];
	subcategories?: Record<string, string[]>;
}

function readCodex(node: NodeName): Codex {
	const file = join(nodeFolder(node), `${className(node)}.node.json`);
	return JSON.parse(readFileSync(file, 'utf8')) as Codex;
}

/** Returns the texts that n8n's node panel searches. */
async function panelEntry(node: NodeName) {
	const { alias } = readCodex(node);
	const { displayName } = (await readNode(node)).description;
	return { node, properties: { displayName, codex: { alias } } };
}

const searches = `
Sms: sms, text message, text, notification, send sms, send text, send message, mass sms, sms status
Sms: delivery report, approval, wait for response, ask for approval, approve, approve by sms, sms approval
Viber: viber, approve by viber, viber approval
Verification: whatsapp code, telegram code, otp, verify phone, phone number verification, 2 factor, two factor
Email: email campaign, newsletter, email approval, bulk email, approve by email
Contacts: contacts import, import contacts
Templates: message template
Trigger: delivery, viber reply, incoming viber, reply, reply trigger`
	.trim()
	.split('\n')
	.flatMap((row) => {
		const [name, words] = row.split(': ');
		return words.split(', ').map((typed) => [typed, `messagingService${name}`] as const);
	});
test.each(searches)('"%s" typed into the node panel finds first %s', async (typed, node) => {
	const entries = await Promise.all([...nodeNames, trigger].map(panelEntry));
	// n8n removes the word "trigger" before it searches.
	const searched = typed.replace('trigger', '').trimEnd();
	expect(sublimeSearch(searched, entries)[0]?.item.node).toBe(node);
});

test("the trigger node has a name and a group like those of n8n's own triggers", async () => {
	const { displayName, group } = (await readNode(trigger)).description;
	expect([displayName, group]).toEqual(['Messaging Service Trigger', ['trigger']]);
});

test.each(nodeNames)('%s lists its operations in the order of use', async (node) => {
	const { description } = await readNode(node);
	const operations = operationsOf(description);
	const order = [...interfaceTable, ...localOperations].filter(([name]) => name === node);
	expect(operations.map(nameOf)).toEqual(order.map(([, r, o]) => `${r}:${o}`));
	const [{ options, default: first }] = description.properties;
	const resources = (options as INodePropertyOptions[]).map(({ value }) => value);
	expect(resources).toEqual([...new Set(operations.map(({ resource }) => resource))]);
	expect(first).toBe(resources[0]);
});

test.each([...nodeNames, trigger])(
	'a search for an approval finds %s exactly if it can send and wait',
	async (node) => {
		const { alias, categories, subcategories } = readCodex(node);
		const canWait = await waits(node);
		for (const word of ['approval', 'human in the loop']) {
			expect(alias.includes(word)).toBe(canWait);
		}
		// n8n's newest lint forbids these: ADR 17.
		expect([categories.includes('HITL'), subcategories]).toEqual([false, undefined]);
	},
);

/** Reports whether a node has an operation that waits for a response. */
async function waits(node: NodeName): Promise<boolean> {
	const operations = operationsOf((await readNode(node)).description);
	return operations.some(({ operation }) => operation.value === 'sendAndWait');
}

async function evaluated(
	node: NodeName,
	parameters: INodeParameters,
	text: 'subtitle' | 'waitingNodeTooltip' = 'subtitle',
): Promise<unknown> {
	const { workflow, node: step } = await buildWorkflow({ node, parameters });
	const { [text]: expression } = (await readNode(node)).description;
	await workflow.expression.acquireIsolate?.();
	return workflow.expression.getSimpleParameterValue(step, expression, 'internal', {});
}

test.each(nodeNames)('the subtitle of %s says what a step waits for', async (node) => {
	for (const { resource, operation } of operationsOf((await readNode(node)).description)) {
		const parameters = { resource, operation: String(operation.value) };
		const isWaiting = operation.value === 'sendAndWait';
		const said = await evaluated(node, parameters, 'waitingNodeTooltip');
		if (isWaiting) expect(said).toBe("Execution will continue after the recipient's response");
		else expect(said || '').toBe('');
	}
});

test.each(nodeNames)('the subtitle of %s says in words what a step does', async (node) => {
	const { description } = await readNode(node);
	const resources = description.properties[0].options as INodePropertyOptions[];
	for (const { resource, operation } of operationsOf(description)) {
		const { name = '' } = resources.find(({ value }) => value === resource) ?? {};
		expect(await evaluated(node, { resource, operation: String(operation.value) })).toBe(
			`${operation.name}: ${name.toLowerCase()}`,
		);
	}
});

test.each([
	['viberReply', 'Viber reply received'],
	['viberDelivery', 'Viber delivery changed'],
	['smsDelivery', 'SMS delivery changed'],
	['emailDelivery', 'Email delivery changed'],
])('the subtitle of the trigger for %s is "%s"', async (event, words) => {
	expect(await evaluated(trigger, { event })).toBe(words);
});

const searchHintParts: Record<string, string[]> = {
	messagingServiceSms: ['few recipients, use Batch > Send,', 'Use Message > Send for one SMS.'],
	messagingServiceViber: ['few recipients, use Batch > Send,', 'Messaging Service Trigger'],
	messagingServiceVerification: ['get a token, use Send.', 'with the token, use Check.'],
	messagingServiceEmail: [
		...['Message > Send for one email', 'Batch > Send for many input items'],
		'Mailing > Send for a contact list',
	],
	messagingServiceContacts: ['Use Contact > Import to import', 'first use Phone > Normalize'],
	messagingServiceTemplates: ['Use Fill In to get the text'],
	[trigger]: ['Starts a workflow on Viber replies', 'SMS, Viber and email mailings'],
};
test.each([...nodeNames, trigger])(
	"%s tells n8n's AI workflow builder which operation to use",
	async (node) => {
		const { searchHint } = (await readNode(node)).description.builderHint ?? {};
		expect(searchHint).toMatch(/^[A-Z].{40,250}\.$/);
		for (const part of searchHintParts[node]) expect(searchHint).toContain(part);
	},
);
