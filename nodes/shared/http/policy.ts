import type { IDataObject } from 'n8n-workflow';
import { type Connection, connectionOf, type RequestOptions } from './proxy';
import { withNodeError, type ErrorContext } from '../errors/nodeErrors';
import { integerBetween } from '../values/formats';
import type { Field } from '../describe/field';
import type { Operation } from '../describe/operation';
import { checkField } from '../run/checkRequest';

/** How requests of a step go out, and what they do when the service or the network does not behave. */
export interface RequestPolicy extends Connection {
	/** Requests at a time to the service in this n8n process. */
	maxInFlight: number;
	/** Seconds to wait in all for a service that limits requests (HTTP 429). */
	maxWait: number;
	/** Seconds until an answer must be there; undefined: what fits the kind of request. */
	timeout?: number;
	/** Whether an item of unknown outcome is sent again when n8n retries the step. */
	resendUnknown: boolean;
}

const READ_SECONDS = 30;
const SEND_SECONDS = 60;
const UPLOAD_SECONDS = 300;

const number = (
	name: string,
	displayName: string,
	[from, to, byDefault]: [number, number, number],
	description: string,
): Field => ({
	displayName,
	name,
	type: 'number',
	typeOptions: { minValue: from, maxValue: to },
	default: byDefault,
	description,
	apiName: false,
	parse: integerBetween(from, to),
});

const inFlight = number(
	'maxInFlight',
	'Max Requests in Flight',
	[1, 50, 10],
	'Requests at a time to the service, over all workflows of this n8n process: 1 to 50',
);
const maxWait = number(
	'maxWait',
	'Max Wait for Rate Limit (Seconds)',
	[0, 600, 60],
	'How long to wait in all when the service says that it gets too many requests',
);
const timeout = (seconds: number) =>
	number(
		'timeout',
		'Timeout (Seconds)',
		[1, 3600, seconds],
		`How long to wait for an answer; without this option ${seconds} seconds`,
	);
const readTimeout = timeout(READ_SECONDS);
const resendUnknown: Field = {
	displayName: 'Resend When Outcome Is Unknown',
	name: 'resendUnknown',
	type: 'boolean',
	default: false,
	description:
		'Whether Retry On Fail sends an item again when it is not known whether it was sent; somebody may get the message twice',
	apiName: false,
};

/**
 * Seconds to wait for an answer when nobody chose otherwise.
 *
 * @param uploads whether the request carries a file
 */
export const defaultTimeout = (reads?: boolean, uploads?: boolean): number =>
	reads ? READ_SECONDS : uploads ? UPLOAD_SECONDS : SEND_SECONDS;

/** The options that an operation has besides those of the API. */
export const policyFields = ({
	idempotent,
	file,
}: Pick<Operation, 'idempotent' | 'file'>): Field[] => [
	inFlight,
	maxWait,
	...(idempotent ? [] : [resendUnknown]),
	timeout(defaultTimeout(idempotent, file !== undefined)),
];

/** The policy when no option was chosen. */
export const defaultPolicy: RequestPolicy = { maxInFlight: 10, maxWait: 60, resendUnknown: false };
/** The policy of a list in the editor: somebody looks at it and waits. */
export const editorPolicy: RequestPolicy = { ...defaultPolicy, maxWait: 10, timeout: 10 };

/**
 * The policy that a step's options ask for.
 *
 * @param read reads a parameter of the first item
 * @throws NodeOperationError that names the option that is wrong
 */
export function policyOf(read: (name: string) => unknown, where: ErrorContext): RequestPolicy {
	const options = (read('options') || {}) as IDataObject;
	const engine = (read('requestOptions') || {}) as RequestOptions;
	const chosen = (field: Field) => checkField(field, options[field.name], '', where);
	const seconds = chosen(readTimeout) ?? (engine.timeout && engine.timeout / 1000);
	return {
		...withNodeError(where, () => connectionOf(engine)),
		maxInFlight: Number(chosen(inFlight) ?? defaultPolicy.maxInFlight),
		maxWait: Number(chosen(maxWait) ?? defaultPolicy.maxWait),
		timeout: seconds ? Number(seconds) : undefined,
		resendUnknown: chosen(resendUnknown) === 1,
	};
}
