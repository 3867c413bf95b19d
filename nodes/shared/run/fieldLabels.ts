import type { Problem } from '../errors/problem';
import type { Compiled } from './operation';

/**
 * The same error with the labels of the form beside the parameters of the API that the service names:
 * `vibername_id: unknown` is `Sender (vibername_id): unknown`.
 */
export function withLabels(error: Problem, operation: Compiled): Problem {
	const labels = labelsOf(operation);
	const message = error.message.replace(NAME, (name) => {
		const label = labels.get(name);
		if (label === undefined) return name;
		return wordsOf(label) === name ? label : `${label} (${name})`;
	});
	return message === error.message ? error : error.with({ message, itemMessage: message });
}

/** A parameter before a colon, or anywhere if it has a form that no other word has. */
const NAME = /(?<![\w.])(?:[a-z]+(?=: )|[a-z]+(?:_[a-z]+)+)(?!\w)/g;

const wordsOf = (label: string): string => label.toLowerCase().replace(/ /g, '_');

/** If two fields have the same parameter, the first one counts. */
const labelsOf = ({ form }: Compiled): Map<string, string> =>
	new Map(
		[...form.sent].reverse().map((field) => [field.routing.send.property, field.displayName]),
	);
