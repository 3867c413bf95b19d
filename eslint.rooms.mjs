/** Which files may import which: one way down, so that a folder can be read without those above it. */

/** Its files may import nothing from these folders, nor what one of the patterns matches. */
const without = (files, message, folders, ...patterns) => ({
	files,
	rules: {
		'no-restricted-imports': [
			'error',
			{
				patterns: [`^\\.+/(.*/)?(${folders.join('|')})(/|$)`, ...patterns].map((regex) => ({
					regex,
					message,
				})),
			},
		],
	},
});

/** Rooms of a folder from top to bottom: each imports only those below it. */
const oneWay = (folder, names, elsewhere, ...patterns) =>
	names.map((name, index) =>
		without(
			[`${folder}/${name}/**/*.ts`],
			`Imports of ${folder} run one way: ${names.join(' → ')}.`,
			[...names.slice(0, index), ...elsewhere],
			...patterns,
		),
	);

const tools = ['bench', 'playground', 'scripts', 'test'];
/** What a file of nodes/ imports from none of: other nodes, the sandbox, and tools. */
const elsewhere = ['MessagingService\\w+', 'sandbox', ...tools];
const nodeFile = '\\.node$';

const node = 'nodes/!(shared)';
const oneWayInNode = 'Imports of a node run one way: <Node>.node → operations → fields → shared.';
const trigger = 'nodes/MessagingServiceTrigger';
const triggerRooms = ['poll', 'changes', 'account', 'state'];

// A later block replaces an earlier one for the same file: each says all that its files may not import.
export const rooms = [
	without([`${node}/*.node.ts`], 'A node imports nothing of another node.', elsewhere),
	without([`${node}/operations/**/*.ts`], oneWayInNode, elsewhere, nodeFile),
	without(
		[`${node}/!(*.node).ts`, 'nodes/MessagingServiceContacts/import/**/*.ts'],
		oneWayInNode,
		['operations', ...elsewhere],
		nodeFile,
	),
	...oneWay(
		'nodes/shared',
		[
			'node',
			'batch',
			'wait',
			'run',
			'describe',
			'store',
			'http',
			'response',
			'errors',
			'values',
			'api',
		],
		elsewhere,
	),
	...oneWay(trigger, triggerRooms, elsewhere, nodeFile),
	// Between the rooms and the state: settings, fields and event sources.
	without(
		[`${trigger}/!(*.node).ts`],
		'The rooms of the trigger import its settings, not the other way.',
		['poll', 'changes', 'account', ...elsewhere],
		nodeFile,
	),
	without(
		[`${trigger}/state/**/*.ts`],
		'What the trigger remembers needs nothing else of the trigger.',
		[...triggerRooms.slice(0, -1), ...elsewhere],
		'^\\.\\./\\w+$',
	),
	without(['credentials/**/*.ts'], 'The credential needs no node.', ['nodes', ...elsewhere]),
	without(['sandbox/*.ts'], 'The sandbox shares no code with the nodes.', [
		'nodes',
		'credentials',
		...tools,
	]),
	...oneWay(
		'sandbox',
		['server', 'operations', 'service', 'account', 'wire'],
		['nodes', 'credentials', ...tools],
	),
];
