import type { IDataObject } from 'n8n-workflow';
import { errorKind } from '../../nodes/shared/errors/errorKind';
import { problemOfFailedRequest } from '../../nodes/shared/errors/problem';
import { findPollFailureCause } from '../../nodes/shared/out/nodeError';
import { readResponse } from '../../nodes/shared/response/readResponse';
import type { Operation, Resource } from '../../nodes/shared/run/operation';
import { resources as contacts } from '../../nodes/MessagingServiceContacts/operations';
import { resources as email } from '../../nodes/MessagingServiceEmail/operations';
import { resources as sms } from '../../nodes/MessagingServiceSms/operations';
import { resources as templates } from '../../nodes/MessagingServiceTemplates/operations';
import { resources as verification } from '../../nodes/MessagingServiceVerification/operations';
import { resources as viber } from '../../nodes/MessagingServiceViber/operations';
import type { NodeName } from '../support/engine/nodeTypes';

const resourcesOf: Partial<Record<NodeName, Resource[]>> = {
	messagingServiceContacts: contacts,
	messagingServiceEmail: email,
	messagingServiceSms: sms,
	messagingServiceTemplates: templates,
	messagingServiceVerification: verification,
	messagingServiceViber: viber,
};

function operationOf(node: NodeName, does: string): Operation {
	for (const { value, operations } of resourcesOf[node] ?? []) {
		const found = operations.find((one) => `${value}:${one.value}` === does);
		if (found) return found as Operation;
	}
	throw new Error(`${node} has no operation ${does}`);
}

/** A response. A body that is not a text is sent as JSON. */
export interface Response {
	body: unknown;
	status?: number;
	retryAfter?: string;
}

const node = { id: '1', name: 'N', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };

/**
 * Reads a response as the operation declares, without n8n's engine. Returns records or an error.
 * @param does e.g. `message:send`
 */
export function meaningOf(
	of: NodeName,
	does: string,
	{ body, status = 200, retryAfter }: Response,
) {
	const operation = operationOf(of, does);
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const read = readResponse({ status, text, retryAfter }, operation);
	if ('records' in read) {
		return { ...read, message: '', advice: '', isUnknown: read.isUncertain === true };
	}
	const context = { getNode: () => node as never };
	const problem = problemOfFailedRequest(read, {
		context,
		...operation,
		requestEffect: operation.effect,
	});
	const { message, isOutcomeUnknown: isUnknown } = problem;
	const kind = errorKind(problem, undefined);
	const failure = findPollFailureCause(read);
	const advice = problem.advice.join(' ');
	return { records: [] as IDataObject[], message, advice, failure, kind, isUnknown };
}
