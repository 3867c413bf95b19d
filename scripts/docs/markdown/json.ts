import { toolWorkflow } from '../examples/workflow';
import type { Parameter, Reference } from '../shape';
import { headings } from './parameters';
import { ERRORS } from './operation';
import { blocks, code, jsonBlock, link } from './text';

const ITEMS = `An operation runs once for each input item, even if it reads a list: after 10 items, *Get Many* makes 10 requests, and returns its records 10 times. With ${code('"executeOnce": true')} next to ${code('parameters')}, the step runs for the first item only. A batch and an import take all input items in one run.`;

const humanReview = (toolType: string): string =>
	`A Human Review of such a tool is a step of the type ${code(toolType.replace(/Tool$/, 'HitlTool').split('.')[1])} (SMS, Viber and email), with the operation ${code('sendAndWait')}. It stands between the tool and the agent: the tool has an ${code('ai_tool')} connection to the review, and the review has one to the agent. [agent-asks-before-mailing.json](../../examples/agent-asks-before-mailing.json) is a complete workflow.`;

/** Returns the section on writing values of each kind as JSON. */
export function jsonPart({ nodes, workflow, tool }: Reference): string {
	const all = nodes.flatMap(({ operations }) =>
		operations.flatMap((operation) => operation.parameters),
	);
	const first = (matches: (parameter: Parameter) => boolean) => all.find(matches) as Parameter;
	const ofType = (type: string) =>
		first((parameter) => parameter.type === type && !parameter.name.includes('.'));
	const option = first(({ name, type }) => name.startsWith('options.') && type === 'boolean');
	const mapper = ofType('resourceMapper');
	const file = first((parameter) => parameter.file === true);
	return blocks(
		`A node of this package is an entry of ${code('nodes')} with ${code('type')}, ${code('typeVersion')}, ${code('parameters')} and ${code('credentials')}. In every node except the trigger, ${code('parameters')} has ${code('resource')} and ${code('operation')}. A parameter that is left out has its default. Before the step runs, n8n drops a parameter that another parameter hides: ${code('code')} of ${link('Send code by Telegram', 'Send code by Telegram')} needs ${code('"generateCode": false')}, or else a random code is sent. n8n finds a credential without an ID by its name: enter the name of your credential, or select the credential after the import. The IDs in the examples are those of the [sandbox](../../sandbox/README.md). This is a complete workflow to import; [examples/](../../examples) has more:`,
		jsonBlock(workflow),
		'## Expressions',
		`A text that starts with ${code('=')} is an expression. ${code('{{ … }}')} in it is replaced for each input item. ${code('$json')} is the input item, and ${code("$('Node name').item.json")} is the item of an earlier node from which the input item was made.`,
		jsonBlock([
			'={{ $json.phone }}',
			'=Hello {{ $json.name }}, your order is ready',
			"={{ $('Create').item.json.message_id }}",
		]),
		'## Nested options',
		`A parameter such as ${code(option.name)} is nested in ${code('options')}. An option of the API that is left out is not sent, and the service uses its default. **Before the step runs, n8n drops options that it does not know, without an error:** a misspelled option, an option next to ${code('options')} instead of inside, or ${code('"options": "={{ … }}"')} for all of them. Compare each name with the page of the node, and give each option a separate expression. If a limit must never be exceeded, set it in the credential, too.`,
		jsonBlock(nested(option)),
		`## ${headings.resourceLocator}`,
		`A resource locator selects a record that the service can list. Enter its ID, or an expression, as ${code('value')}.`,
		jsonBlock(nested(ofType('resourceLocator'))),
		`## ${headings.fixedCollection}`,
		`A fixed collection is a list of entries with the same fields: ${code(`${ofType('fixedCollection').name}.values[].name`)} is the field ${code('name')} of each entry.`,
		jsonBlock(nested(ofType('fixedCollection'))),
		`## ${headings.resourceMapper}`,
		`With ${code('defineBelow')}, ${code('value')} has a value for each column:`,
		jsonBlock(nested(mapper)),
		`With ${code('autoMapInputData')}, the phone, the email and the columns in ${code('schema')} are filled from the input fields with the same names:`,
		jsonBlock({
			[mapper.name]: {
				mappingMode: 'autoMapInputData',
				value: null,
				schema: [{ id: 'phone' }, { id: 'NAME' }],
			},
		}),
		`## ${headings.dateTime}`,
		"Enter an ISO date, or an expression that returns a date. Without an offset, the date is in the workflow's time zone.",
		jsonBlock(nested(ofType('dateTime'))),
		`## ${headings.file}`,
		`The value of a parameter that takes a file is the name of a binary field of the input item, such as ${code(String(file.example))}.`,
		jsonBlock(nested(file)),
		'## Runs and items',
		ITEMS,
		'## Settings of a node',
		`These settings are next to ${code('parameters')}. ${code('onError')} is ${code('stopWorkflow')} (the default), ${code('continueRegularOutput')} or ${code('continueErrorOutput')}, which has a second output for failed items. If the output has no items, for example after an empty list, ${code('alwaysOutputData')} returns one empty item, so that the next step runs. ${link(ERRORS, ERRORS)} says what a retry sends again.`,
		jsonBlock({
			onError: 'continueErrorOutput',
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 5000,
			alwaysOutputData: true,
			executeOnce: true,
		}),
		'## Tools of an agent',
		`A node with operations is also a tool of an AI Agent or of an MCP Server Trigger. Its type then ends with ${code('Tool')} (${code(tool.type.split('.')[1])}), its connection is ${code('ai_tool')} from the tool to the agent, and ${code('$fromAI')} marks the values that the model chooses. For an MCP server, select a **Bearer Auth** credential in the trigger after the import:`,
		jsonBlock(toolWorkflow(tool)),
		humanReview(tool.type),
	);
}

function nested({ name, example }: Parameter): object {
	return name
		.split('.')
		.reduceRight<unknown>((nestedValue, key) => ({ [key]: nestedValue }), example) as object;
}
