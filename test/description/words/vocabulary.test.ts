import type { INodeProperties } from 'n8n-workflow';
import { nodeNames } from '../../contract/interfaceTable';
import { readNode, type NodeName } from '../../support/engine/nodeTypes';
import { allFields, type Choice } from '../declared';

const described = [...nodeNames, 'messagingServiceTrigger' as NodeName];

/** Names that are not their label in camelCase, each with the one label that it has. */
const EXCEPTIONS: Record<string, string[]> = {
	// n8n's own names.
	binaryPropertyName: ['Input Binary Field'],
	columns: ['Columns'],
	// Those of its own Send and Wait.
	approvalType: ['Type of Approval'],
	approveLabel: ['Approve Button Label'],
	disapproveLabel: ['Disapprove Button Label'],
	resumeAmount: ['Amount'],
	resumeUnit: ['Unit'],
	// A picker is labelled with the record, and holds its ID.
	listId: ['Contact List'],
	mailingId: ['Mailing'],
	messageId: ['Prepared SMS', 'Message ID'],
	templateId: ['Template'],
	uuid: ['Batch UUID'],
	// n8n wants this label for a list that is loaded. Emails have no list.
	mailingIds: ['Mailing Names or IDs', 'Mailing IDs'],
	listIds: ['Contact List IDs'],
	// Long labels.
	forwardAfter: ['Forward to Viber: After (Minutes)', 'Forward to SMS: After (Minutes)'],
	clearEmpty: ['Clear Empty Columns'],
	maxAge: ['Max Age (Hours)'],
	maxParts: ['Max Parts per Message'],
	validFor: ['Valid For (Minutes)'],
	waitForFinalStatus: ['Wait for Final Status (Seconds)'],
	maxRecipients: ['Max Recipients per Run'],
	sendOnceKey: ['Send Once Per Key'],
	resendUnknown: ['Resend If Unknown'],
	// The part before a colon only groups.
	viberSender: ['Forward to Viber: Sender'],
	smsSender: ['Forward to SMS: Sender'],
	rememberDays: ['Send Once: Remember (Days)'],
};

const camelCase = (label: string): string =>
	label
		.split(/[^A-Za-z0-9]+/)
		.filter((word) => word !== '')
		.map((word) => word.toLowerCase())
		.map((word, index) => (index === 0 ? word : word[0].toUpperCase() + word.slice(1)))
		.join('');

async function labelled(): Promise<INodeProperties[]> {
	const nodes = await Promise.all(described.map((node) => readNode(node)));
	return nodes
		.flatMap(({ description }) => allFields(description))
		.map(({ property }) => property)
		.filter(({ type }) => type !== 'notice');
}

/** The values that each key has, e.g. the labels of each name. */
function grouped(pairs: Array<[key: string, value: string]>): Map<string, Set<string>> {
	const groups = new Map<string, Set<string>>();
	for (const [key, value] of pairs) groups.set(key, (groups.get(key) ?? new Set()).add(value));
	return groups;
}

test('a parameter is named as its label, or is a listed exception', async () => {
	for (const { name, displayName } of await labelled()) {
		const labels = EXCEPTIONS[name];
		if (labels) expect(labels).toContain(displayName);
		else expect([displayName, name]).toEqual([displayName, camelCase(displayName)]);
	}
});

test('a name has one label in all nodes', async () => {
	const names = grouped(
		(await labelled()).map(({ name, displayName }): [string, string] => [name, displayName]),
	);
	for (const [name, labels] of names) {
		expect([name, [...labels]]).toEqual([name, EXCEPTIONS[name] ?? [expect.any(String)]]);
	}
});

test('a label has one name in all nodes', async () => {
	const labels = grouped(
		(await labelled()).map(({ name, displayName }): [string, string] => [displayName, name]),
	);
	for (const [label, names] of labels)
		expect([label, [...names]]).toEqual([label, [expect.any(String)]]);
});

test('the values of choices are lower camelCase', async () => {
	const values = (await labelled())
		.filter(({ type }) => type === 'options' || type === 'multiOptions')
		.flatMap(({ options = [] }) => options as Choice[])
		.map((choice) => ('value' in choice ? String(choice.value) : ''));
	expect(values.length).toBeGreaterThan(50);
	for (const value of values) expect(value).toMatch(/^[a-z][A-Za-z0-9]*$/);
});

test('no exception is left over', async () => {
	const names = new Set((await labelled()).map(({ name }) => name));
	expect(Object.keys(EXCEPTIONS).filter((name) => !names.has(name))).toEqual([]);
});
