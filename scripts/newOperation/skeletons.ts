import type { Names } from './names';

/** A test fails as long as a file has this. */
export const MARKER = 'FILL IN';

export const operationFile = ({
	operationLabel,
	operation,
	constant,
	sentence,
	api,
}: Names): string =>
	`import { statusOnly } from '../../../shared/api/responseShapes';
import type { Operation } from '../../../shared/describe/operation';

export const ${constant}: Operation = {
	name: '${operationLabel}',
	value: '${operation}',
	// ${MARKER}: what the action list and the form say.
	action: '${sentence}',
	description: '${sentence}',
	// ${MARKER}: method, version and place of the token, from the API's documentation.
	method: 'POST',
	path: '/api/v2/${api}',
	tokenIn: 'form',
	// ${MARKER}: read, mark, change or send (shared/api/endpoint.ts). A wrong one may send twice.
	effect: 'change',
	// ${MARKER}: the fields, in the order in which users think.
	fields: [],
	// ${MARKER}: what the service returns, here and in __schema__.
	response: statusOnly,
};
`;

export const schemaFile = `{
	"type": "object",
	"properties": {
		"success": { "type": "boolean" }
	},
	"version": 1
}
`;

export const apiRow = ({ api }: Names): string =>
	`	// ${MARKER}: method, effect (read, mark, change or send), version, and each parameter with its place.
	${api}: post('change', 'v2/${api}', tokenInForm),
`;

export const interfaceRow = ({ node, resource, operation, api }: Names): string =>
	`	['${node}', '${resource}', '${operation}', '${api}'],`;

export const contractRow = ({ resource, operation }: Names): string =>
	`	// ${MARKER}: parameters as users fill them in, the request, the response and the output.
	...rows(node, '${resource}', '${operation}', {
		title: 'nothing but the token',
		parameters: {},
		sends: [{ answer: { status: 'OK' } }],
		output: [{ success: true }],
	})`;

export const sandboxOperation = ({ api }: Names): string =>
	`	{
		// ${MARKER}: what it takes and does.
		name: '${api}',
		version: 'v2',
		method: 'POST',
		parameters: [token('form')],
		run: () => ({ status: 'OK' }),
	}`;

export const sandboxFile = (names: Names, constant: string): string =>
	`import type { Operation } from './operation';
import { token } from '../wire/parameters';

export const ${constant}: Operation[] = [
${sandboxOperation(names)},
];
`;

export const sandboxCall = ({ api }: Names): string =>
	`		// ${MARKER}: a correct call, and what it returns.
		${api}: sends({}, ok()),
`;

export const endToEndStep = ({ resource, operation, api }: Names): string =>
	`		{
			// ${MARKER}: parameters, and fields of the output.
			does: '${resource}:${operation}',
			api: '${api}',
			with: () => ({}),
			gives: ['success'],
		},
`;

export const readmeRow = ({ nodeLabel, resourceLabel, operationLabel, api }: Names): string =>
	`| ${nodeLabel} | ${resourceLabel} | ${operationLabel} | \`${api}\` |`;

export const changelogLine = ({ nodeLabel, resourceLabel, operationLabel }: Names): string =>
	`- ${nodeLabel} has the operation **${resourceLabel}: ${operationLabel}**. ${MARKER}: what for.\n`;
