import type { NodePart, Reference } from '../shape';
import { errorsPart } from './errors';
import { jsonHeading, jsonPart } from './json';
import { COMMON_OPTIONS, ERRORS, operationPart, OUTPUT } from './operation';
import { outputPart } from './output';
import { noteText, parameterTable } from './parameters';
import { blocks, code, jsonBlock, link } from './text';

/** The page docs/reference.md. */
export function page(reference: Reference): string {
	const { nodes, commonOptions, requestOptions, credential } = reference;
	const text = blocks(
		'# Reference',
		'<!-- Written by `npm run docs`. Change the descriptions in nodes/, not this page. -->',
		`Every node, operation, parameter and output field, with the names that workflows contain. [reference.json](reference.json) contains the same for programs; its shape is in [shape.ts](../scripts/docs/shape.ts). Tests run every example of this page.`,
		contents(nodes),
		jsonPart(reference),
		`## ${CREDENTIAL}`,
		`Every node takes a credential of the type ${code(credential.type)}.`,
		parameterTable(credential.fields),
		`## ${COMMON_OPTIONS}`,
		'These options control the node. If one is left out, its default applies.',
		parameterTable(commonOptions),
		"Every operation also has n8n's **Request Options**. One that is left out is off.",
		parameterTable(requestOptions),
		outputPart(),
		errorsPart(reference),
		...nodes.map((node) => nodePart(node, credential.type)),
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
		...operations.map(({ action }) => `  - ${link(action, action)}`),
	].join('\n');

const nodePart = (node: NodePart, credential: string): string =>
	blocks(
		`## ${node.displayName}`,
		`${node.description}.`,
		`Type ${code(node.type)}, version ${code(String(node.typeVersion))}, credential ${code(credential)}. A whole workflow:`,
		jsonBlock(node.workflow),
		...triggerPart(node),
		...node.operations.map((operation) => operationPart(operation, node)),
	);

function triggerPart({ trigger }: NodePart): string[] {
	if (!trigger) return [];
	const examples = Object.entries(trigger.examples).map(([event, { parameters, output }]) =>
		blocks(
			`Parameters and an output item of ${code(event)}:`,
			jsonBlock(parameters),
			jsonBlock(output),
		),
	);
	return [
		...trigger.notes.map(noteText),
		parameterTable(trigger.parameters),
		`${code('pollTimes')} is a parameter of n8n and says when it polls.`,
		...examples,
	];
}
