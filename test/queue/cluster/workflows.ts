import type { INode, INodeParameters } from 'n8n-workflow';

import type { N8nRest, SavedCredential, SavedWorkflow } from '../../../playground/rest';
import { newNode } from '../../support/newNode';
import { next, PACKAGE, pollTimes, webhook } from '../../e2e/n8n/workflowDrafts';
import { byId, seeded } from '../../e2e/operations/step';

const SENDER = byId(seeded.alphaname);

export type Kind = 'order' | 'mailing' | 'reply';

/** Returns the text of an SMS, with the execution that sends it. */
export const textOf = (kind: Kind, name: string): string =>
	`=${kind} {{ ${name} }} of execution {{ $execution.id }}`;

/** Matches a text of `textOf`. Groups: `kind`, `name` and `execution`. */
export const TEXT = /(?<kind>order|mailing|reply) (?<name>\S+) of execution (?<execution>\d+)/;

const ours = (name: string, type: string, account: SavedCredential, own: INodeParameters): INode =>
	newNode(name, `${PACKAGE}.${type}`, own, {
		credentials: { messagingServiceApi: { id: account.id, name: account.name } },
	});

const sms = (
	account: SavedCredential,
	phone: string,
	message: string,
	options: INodeParameters = {},
): INode =>
	ours('Send', 'messagingServiceSms', account, {
		resource: 'message',
		operation: 'send',
		sender: SENDER,
		phone,
		message,
		options,
	});

const batch = (account: SavedCredential): INode =>
	ours('Send', 'messagingServiceSms', account, {
		resource: 'batch',
		operation: 'send',
		sender: SENDER,
		mailingName: 'Mailing',
		phone: '={{ $json.phone }}',
		message: textOf('mailing', '$("Webhook").first().json.body.name'),
	});

const trigger = (account: SavedCredential): INode =>
	ours('Reply', 'messagingServiceTrigger', account, {
		pollTimes,
		event: 'viberReply',
		mailings: 'all',
		options: {},
	});

/** Publishes a workflow of the nodes in this order. */
async function publish(rest: N8nRest, name: string, nodes: INode[]): Promise<SavedWorkflow> {
	const pairs = nodes.slice(1).map(({ name: to }, index) => [nodes[index].name, next(to)]);
	const workflow = await rest.createWorkflow({
		name,
		nodes,
		connections: Object.fromEntries(pairs),
		settings: { executionOrder: 'v1' },
	});
	return await rest.activate(workflow);
}

/**
 * Publishes three workflows. POST /webhook/order `{name, phone}` sends one SMS. POST
 * /webhook/mailing `{name, people: [{phone}]}` sends a batch. A Viber reply is answered by an SMS.
 */
export async function publishAll(rest: N8nRest, account: SavedCredential): Promise<void> {
	const text = textOf('order', '$json.body.name');
	await publish(rest, 'order', [webhook('order'), sms(account, '={{ $json.body.phone }}', text)]);
	const split = { fieldToSplitOut: 'body.people' };
	await publish(rest, 'mailing', [
		webhook('mailing'),
		newNode('Split', 'n8n-nodes-base.splitOut', split),
		batch(account),
	]);
	const answer = textOf('reply', '$json.message');
	await publish(rest, 'reply', [trigger(account), sms(account, '={{ $json.phone }}', answer)]);
}

/** Publishes a workflow: POST /webhook/once `{name, phone}` sends one SMS for each name. */
export async function publishOnce(rest: N8nRest, account: SavedCredential): Promise<void> {
	const options = { sendOnceKey: '={{ $json.body.name }}' };
	const text = textOf('order', '$json.body.name');
	const send = sms(account, '={{ $json.body.phone }}', text, options);
	await publish(rest, 'once', [webhook('once'), send]);
}
