import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeNames } from '../contract/interfaceTable';
import { isTitleCase } from '../description/wording';
import { loadNode, readCredential } from '../support/engine/nodeTypes';

const root = join(__dirname, '..', '..');

/** Bold texts that are not our labels: labels and node names of n8n, and names in examples. */
const OTHERS = new Set(
	[
		'Add Form Element, Always Output Data, Approve, Authentication, Compression, Continue, Execute Once',
		'Executions, Expression, Extract from File, Fetch Test Event, Filter, Form Title, Header Auth, Message an Agent',
		'HTTP Request, Human Review, If, Label, Loop Over Items, Map Automatically, Map Each Column Manually',
		'On Error, Poll Times, Predefined Credential Type, Production URL, Publish, Remove Duplicates, Retry',
		'Retry On Fail, Settings, Stop Workflow, Switch, Timezone, Tool, Wait',
		// In README.md and in the list of n8n's processes.
		'Form to SMS, Sandbox, In Docker',
	].flatMap((line) => line.split(', ')),
);

/** Shortens a label as pages may do: without its unit, or without the name of the service. */
const short = (label: string) => label.replace(/ \([^)]*\)$|^Messaging Service /g, '').trim();

/** Returns all labels in a description. */
function labelsIn(part: unknown): string[] {
	if (typeof part !== 'object' || part === null) return [];
	const { displayName, action, name } = part as Record<string, unknown>;
	const own = [displayName, action, 'value' in part ? name : undefined];
	const labels = own.filter((label): label is string => typeof label === 'string');
	return [...labels.map(short), ...Object.values(part).flatMap(labelsIn)];
}

let labels: Set<string>;
beforeAll(async () => {
	const nodes = await Promise.all(
		[...nodeNames, 'messagingServiceTrigger' as const].map(loadNode),
	);
	const parts = [...nodes.map(({ description }) => description), await readCredential()];
	labels = new Set([...parts.flatMap(labelsIn), ...OTHERS]);
});

/** Returns bold texts in the form of a label, e.g. `**Options → Dry Run**`, that are not labels. */
function unknownLabels(text: string): string[] {
	const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, one]) => one.replace(/\s+/g, ' '));
	return bold
		.filter((one) => !/[:.]$/.test(one))
		.flatMap((one) => one.split('→').map((label) => short(label.trim())))
		.flatMap((label) => (labels.has(label) ? [] : label.split(': ')))
		.filter((label) => /^[A-Z]/.test(label) && isTitleCase(label) && !labels.has(label));
}

const filesIn = (folder: string, ending: string) =>
	readdirSync(join(root, folder))
		.filter((name) => name.endsWith(ending))
		.map((name) => join(folder, name));
const pages = [
	'README.md',
	'CHANGELOG.md',
	...filesIn('docs', '.md'),
	...filesIn('examples', '.json'),
];

test.each(pages)('%s has in bold only labels that fields have', (page) => {
	const text = readFileSync(join(root, page), 'utf8');
	const shown = page.endsWith('.json')
		? (JSON.parse(text) as { nodes: Array<{ parameters: { content?: string } }> }).nodes
				.map(({ parameters: { content = '' } }) => content)
				.join('\n')
		: text.replace(/^ *```.*?^ *```/gms, '');
	expect(unknownLabels(shown)).toEqual([]);
});

test('the check of labels in bold finds a label that was renamed, and ignores a bold heading', () => {
	const text =
		'**Note:** add **Options → Show Price**, **Send Once: Remember (Days)** or **Dry Run**. **One wrong row stops all.**';
	expect(unknownLabels(text)).toEqual(['Show Price']);
});
