import type { NodePart, Reference } from '../shape';
import { errorsPart } from './errors';
import { jsonHeading, jsonPart } from './json';
import { COMMON_OPTIONS, ERRORS, operationPart, OUTPUT } from './operation';
import { outputPart } from './output';
import { noteText, parameterTable } from './parameters';
import { repeatedIn, type Repeated } from './repeated';
import { blocks, code, labelled, lines, link } from './text';

/** The page docs/reference.md. */
export function page(reference: Reference): string {
	const { nodes, requestOptions, credential } = reference;
	const repeated = repeatedIn(reference);
	const text = blocks(
		'# Reference',
		'<!-- Written by `npm run docs`. Change the descriptions in nodes/, not this page. -->',
		'Every node, operation, parameter and output field, with the names that workflows contain. Each release has the same as `reference.json` for programs. [shape.ts](../scripts/docs/shape.ts) is its shape, and `npm run docs` builds it. Tests run every example of this page.',
		contents(nodes),
		jsonPart(reference),
		`## ${CREDENTIAL}`,
		`Every node takes a credential of the type ${code(credential.type)}.`,
		parameterTable(credential.fields),
		`## ${COMMON_OPTIONS}`,
		'**Default** is what holds if an option is left out. An option without a default does nothing then. **When added** is what the editor fills in when you add it.',
		parameterTable(repeated.options),
		"Every operation also has n8n's **Request Options**. One that is left out is off.",
		parameterTable(requestOptions),
		outputPart(),
		errorsPart(reference),
		...nodes.map((node) => nodePart(node, credential.type, repeated)),
	);
	return `${text}\n`;
}

const CREDENTIAL = 'Credential';

const contents = (nodes: NodePart[]): string =>
	[jsonHeading, CREDENTIAL, COMMON_OPTIONS, OUTPUT, ERRORS]
		.map((heading) => `- ${link(heading, heading)}`)
		.concat(nodes.map(nodeContents))
		.join('\n');

const nodeContents = ({ displayName, operations }: NodePart): string =>
	[
		`- ${link(displayName, displayName)}`,
		operations.map(({ action }) => link(action, action)).join(' · '),
	]
		.filter(Boolean)
		.join(': ');

const nodePart = (node: NodePart, credential: string, repeated: Repeated): string =>
	blocks(
		`## ${node.displayName}`,
		`${node.description}.`,
		`Type ${code(node.type)}, version ${code(String(node.typeVersion))}, credential ${code(credential)}.`,
		...triggerPart(node),
		...node.operations.map((operation) => operationPart(operation, node, repeated)),
	);

function triggerPart({ trigger }: NodePart): string[] {
	if (!trigger) return [];
	const examples = Object.entries(trigger.examples).map(([event, { parameters, output }]) =>
		lines(
			labelled(`Parameters for ${code(event)}:`, parameters),
			labelled('An output item:', output),
		),
	);
	return [
		...trigger.notes.map(noteText),
		parameterTable(trigger.parameters),
		`${code('pollTimes')} is a parameter of n8n and says when it polls.`,
		...examples,
	];
}
