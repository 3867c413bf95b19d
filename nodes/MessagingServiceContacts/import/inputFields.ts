import type { Run } from '../../shared/run/operation';
import { isTool, toolArguments } from '../../shared/http/n8nInternals';
import { ValidationError } from '../../shared/values/formats';

/** What n8n's agents, chats and reviews add to the arguments of a tool. */
const AGENT_KEYS = ['action', 'chatInput', 'sessionId', 'tool', 'toolCallId'];

/**
 * The fields that automatic mapping takes for columns, by item: its keys. Of a tool only the arguments
 * of the call: the input of the agent is no contact.
 *
 * @throws ValidationError if n8n does not tell the arguments
 */
export function inputFields(
	{ context, items }: Run,
	label: string,
): (index: number) => Array<[name: string, value: unknown]> {
	// Asked once, because n8n copies the whole node for each question.
	if (!isTool(context)) {
		// The error output of an earlier step sets hidden fields to `undefined`. Those columns stay unchanged.
		return (index) =>
			Object.entries(items[index].json ?? {}).filter(([, value]) => value !== undefined);
	}
	const given = toolArguments(context);
	if (given) {
		const fields = Object.entries(given).filter(([name]) => !AGENT_KEYS.includes(name));
		return () => fields;
	}
	throw new ValidationError(
		'may be those of the agent: this n8n mixes its input with the arguments of the call',
		'Choose "Map Each Column Manually", or update n8n.',
		label,
	);
}
