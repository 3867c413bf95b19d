import { fromItems } from './fields';
import { asOption, toggle, wholeNumber, type Field } from '../describe/field';
import { sendBetween } from '../describe/fields';
import { type ItemReader, readField } from '../describe/checkField';

/** What a person may choose about a batch besides what the API takes. */
export interface BatchOptions {
	/** Set if the URL of the request, which logs have, must not have the parameters. */
	parametersIn?: 'body';
	/** Recipients of one request at most. */
	perRequest: number;
	oneItemPerRecipient: boolean;
	dryRun: boolean;
}

/**
 * Recipients of one request if the option is not set. The service names no limit; with this one
 * a request of personal texts stays at a few megabytes.
 */
export const RECIPIENTS = 10_000;

const perRequest = wholeNumber('Recipients per Request', 'recipientsPerRequest', [1, 100_000], {
	default: RECIPIENTS,
	description:
		'Maximum number of recipients in one request. More input items are sent in several requests, each with its own UUID.',
	apiName: false,
});

const oneItemPerRecipient = toggle('One Item per Recipient', 'oneItemPerRecipient', {
	description:
		'Whether to return one item per recipient with the UUID of its request, instead of one item per request',
	apiName: false,
});

export const dryRun = toggle('Dry Run', 'dryRun', {
	default: true,
	description:
		'Whether to return what would be sent, and to whom, without sending it. Remove this option to send.',
	apiName: false,
});

/** The options that every batch has. */
export const batchOptionFields: Field[] = [
	fromItems(perRequest),
	fromItems(oneItemPerRecipient),
	dryRun,
	sendBetween,
];

/** @throws NodeOperationError that names the option that is wrong */
export function batchOptionsOf(reader: ItemReader): BatchOptions {
	const chosen = (field: Field) => readField(asOption(field), reader);
	return {
		perRequest: Number(chosen(perRequest) ?? RECIPIENTS),
		oneItemPerRecipient: chosen(oneItemPerRecipient) === 1,
		dryRun: chosen(dryRun) === 1,
	};
}
