import type { NodePart, Parameter, Reference } from '../shape';
import { errorsPart } from './errors';
import { jsonPart } from './json';
import { COMMON_OPTIONS, operationPart } from './operation';
import { operationsTable } from './operations';
import { outputPart } from './output';
import { noteText, parameterTable, type Seen } from './parameters';
import { sharedOptions } from './repeated';
import { blocks, code, labelled, lines, link, type Page, resolveLinks } from './text';

const WRITTEN =
	'<!-- Written by `npm run docs`. Change the descriptions in nodes/, not this page. -->';

export function pagesOf(reference: Reference): Page[] {
	const shared = sharedOptions(reference);
	const seen: Seen = new Map();
	const { nodes, credential } = reference;
	const page = (path: string, title: string, ...parts: Array<string | undefined>): Page => ({
		path,
		text: `${blocks(`# ${title}`, WRITTEN, ...parts)}\n`,
	});
	return resolveLinks([
		page('reference.md', 'Reference', contents(nodes)),
		page('operations.md', 'What each operation can do', operationsTable(nodes)),
		page('reference/options.md', 'Shared options', optionsPart(reference, shared, seen)),
		page('reference/items.md', 'Items and errors', outputPart(), errorsPart(reference)),
		page('reference/json.md', 'Write a workflow in JSON', jsonPart(reference)),
		...nodes.map((node) =>
			page(pathOf(node), node.displayName, ...nodePart(node, credential.type, shared, seen)),
		),
	]);
}

const pathOf = ({ type }: NodePart): string =>
	`reference/${type.replace(/.*messagingService/, '').toLowerCase()}.md`;

const contents = (nodes: NodePart[]): string =>
	blocks(
		'The reference lists every node, operation, parameter and output field, with the names that a workflow in JSON contains. Tests run every example. Each release contains the same data as `reference.json`, for programs; [shape.ts](../scripts/docs/shape.ts) describes its structure.',
		[
			'What each operation can do',
			'Shared options',
			'Items and errors',
			'Write a workflow in JSON',
		]
			.map((heading) => `- ${link(heading, heading)}`)
			.concat(nodes.map(nodeContents))
			.join('\n'),
	);

const nodeContents = ({ displayName, operations }: NodePart): string =>
	[
		`- ${link(displayName, displayName)}`,
		operations.map(({ action }) => link(action, action)).join(' · '),
	]
		.filter(Boolean)
		.join(': ');

const optionsPart = (
	{ credential, requestOptions }: Reference,
	options: Parameter[],
	seen: Seen,
): string =>
	blocks(
		'**Default** is the value that applies if an option is left out. If an option has no default, leaving it out has no effect. **When added** is the value that the editor fills in when you add the option.',
		parameterTable(options, COMMON_OPTIONS, seen),
		'## Request Options',
		'n8n adds these options to every operation. An option that is left out is off.',
		parameterTable(requestOptions, 'Request Options', seen),
		'## Credential',
		`Every node takes a credential of the type ${code(credential.type)}.`,
		parameterTable(credential.fields, 'Credential', seen),
	);

const nodePart = (
	node: NodePart,
	credential: string,
	shared: Parameter[],
	seen: Seen,
): string[] => [
	`${node.description}. Type ${code(node.type)}, version ${code(String(node.typeVersion))}, credential ${code(credential)}.`,
	...triggerPart(node, seen),
	...node.operations.map((operation) => operationPart(operation, node, shared, seen)),
];

function triggerPart({ trigger, displayName }: NodePart, seen: Seen): string[] {
	if (!trigger) return [];
	const examples = Object.entries(trigger.examples).map(([event, { parameters, output }]) =>
		lines(
			labelled(`Parameters for ${code(event)}:`, parameters),
			labelled('Output item:', output),
		),
	);
	return [
		...trigger.notes.map(noteText),
		parameterTable(trigger.parameters, displayName, seen),
		`${code('pollTimes')} is a parameter of n8n and sets when the trigger polls. With ${code('mailings')}: ${code('all')}, the items of a poll begin with the oldest mailing. With ${code('selected')}, they have the order of the selected mailings. The items of one mailing have the order of the service. A test in the editor shows the newest mailing.`,
		...examples,
	];
}
