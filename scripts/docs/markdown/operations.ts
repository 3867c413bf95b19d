/**
 * The table of the operations' capabilities. Facts that no declaration has are written here, from
 * the API's documentation.
 */
import type { NodePart, Operation } from '../shape';
import { blocks, link, table } from './text';

const TRIGGER = 'Messaging Service Trigger';

/** The time until which a message can be cancelled, by the action that creates the message. */
const CANCELLED: Record<string, string> = {
	'Prepare SMS': 'until it is sent',
	'Create SMS mailing': 'until it is confirmed',
	'Create Viber mailing': 'until it is confirmed',
};

const FOLLOWED: Record<string, string[]> = {
	'Send SMS': ['Get delivery of SMS'],
	'Send SMS and wait for response': ['Get delivery of SMS'],
	'Send prepared SMS': ['Get delivery of SMS', 'Get recipients of prepared SMS', TRIGGER],
	'Confirm SMS mailing': ['Get recipients of SMS mailing', TRIGGER],
	'Send SMS batch': ['Get status of SMS batch'],
	'Send Viber message': ['Get delivery of Viber message', TRIGGER],
	'Send Viber message and wait for response': ['Get delivery of Viber message', TRIGGER],
	'Confirm Viber mailing': ['Get recipients of Viber mailing', TRIGGER],
	'Send Viber batch': ['Get status of Viber batch'],
	'Send code by SMS': ['Get delivery of SMS'],
	'Send email mailing': ['Get recipients of email mailing', TRIGGER],
	'Send email batch': ['Get status of email batch'],
};

/**
 * The operation that returns the cost of a mailing, by the action that creates or confirms the
 * mailing.
 */
const COST: Record<string, string> = {
	'Create SMS mailing': 'Get many SMS mailings',
	'Confirm SMS mailing': 'Get many SMS mailings',
	'Create Viber mailing': 'Get Viber mailing',
	'Confirm Viber mailing': 'Get Viber mailing',
};

const COLUMNS: Record<string, (operation: Operation) => string | undefined> = {
	Scheduled: (operation) => yes(takes(operation, 'scheduleTime')),
	Cancelled: ({ action, effect }) => CANCELLED[action] ?? (effect === 'send' ? 'no' : ''),
	'Followed with': ({ action, effect }) =>
		linked(FOLLOWED[action]) ?? (effect === 'send' ? 'nothing' : ''),
	'Waits for': (operation) => {
		if (operation.operation === 'sendAndWait') return 'a response';
		if (takes(operation, 'waitForReplies')) return 'replies';
		return takes(operation, 'waitForFinalStatus') ? 'the final status' : '';
	},
	'Forwarded to': (operation) => {
		if (takes(operation, 'forwardToViber')) return 'Viber';
		return takes(operation, 'forwardToSms') ? 'SMS' : '';
	},
	'Has a file': ({ parameters }) => parameters.find(({ file }) => file)?.apiField,
	'Dry Run': (operation) => yes(takes(operation, 'dryRun')),
	'Sent once': (operation) => yes(takes(operation, 'sendOnceKey')),
	'To a list': (operation) => yes(takes(operation, 'listId')),
	'Cost known': (operation) => {
		const { action, output } = operation;
		if (takes(operation, 'showCost')) return 'option';
		return (
			yes(output.fields.some(({ name }) => name === 'cost')) ||
			linked([COST[action] ?? []].flat())
		);
	},
};

const yes = (is: boolean) => (is ? 'yes' : '');

const takes = ({ parameters, commonOptions }: Operation, wanted: string): boolean =>
	[...parameters.map(({ name }) => name), ...commonOptions].some(
		(name) => name === wanted || name === `options.${wanted}`,
	);

const linked = (headings: string[] = []) =>
	headings.length > 0 ? headings.map((heading) => link(heading, heading)).join(', ') : undefined;

export function operationsTable(nodes: NodePart[]): string {
	const operations = nodes.flatMap((node) => node.operations);
	const actions = operations.map(({ action }) => action);
	const lost = [CANCELLED, FOLLOWED, COST]
		.flatMap(Object.keys)
		.filter((action) => !actions.includes(action));
	if (lost.length > 0) throw new Error(`No operation has the action ${lost.join(', ')}`);
	const rows = operations.map((operation) => [
		link(operation.action, operation.action),
		...Object.values(COLUMNS).map((cell) => cell(operation) ?? ''),
	]);
	return blocks(
		`The nodes have ${operations.length} operations. An empty cell means no, or that the column does not apply to the operation.`,
		table(['Operation', ...Object.keys(COLUMNS)], rows),
		'A single SMS, Viber message or code is sent immediately. Outside the hours of *Send Between*, it is not sent. In the sandbox, if *Send Prepared* runs before the Schedule Time of *Prepare SMS*, the message is sent at the Schedule Time. Check with a message to yourself whether the service does the same. Without a Schedule Time, `time` in the output of *Prepare SMS* is 0. With a Schedule Time, the sandbox returns a Unix time.',
		'[What cannot be done](what-cannot-be-done.md) lists what no operation can do, and what to do instead.',
	);
}
