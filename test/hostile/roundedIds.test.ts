import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import { callers } from '../support/engine/callTool';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: { status: 'OK', sms_id: 1, result: 'done' } }));
});
afterEach(() => service.close());

/** JavaScript reads 9007199254740993 as another number. */
const ID = JSON.parse('9007199254740993') as number;
const given = '={{ $json.id }}';

const operations: Array<[node: NodeName, parameters: INodeParameters]> = [
	[
		'messagingServiceViber',
		{ resource: 'mailing', operation: 'confirm', mailingId: byId(given) },
	],
	['messagingServiceSms', { resource: 'mailing', operation: 'confirm', mailingId: byId(given) }],
	[
		'messagingServiceSms',
		{
			resource: 'message',
			operation: 'sendPrepared',
			messageId: byId(given),
			phone: PHONE,
		},
	],
	[
		'messagingServiceTemplates',
		{ resource: 'template', operation: 'delete', templateId: byId(given) },
	],
	['messagingServiceViber', { resource: 'reply', operation: 'markAsRead', replyIds: given }],
];

test.each(operations)(
	'rejects an ID that JavaScript has rounded: %s %j',
	async (node, parameters) => {
		const { error } = await runNode({ node, parameters, items: [{ json: { id: ID } }] });
		expect(error?.message).toMatch(
			/ is 9007199254740992, (a number that was rounded|which is not)/,
		);
		const chosen = given.replace('$json.id', "$fromAI('id', '', 'number')");
		const asTool = JSON.parse(
			JSON.stringify(parameters).replaceAll(JSON.stringify(given), JSON.stringify(chosen)),
		) as INodeParameters;
		for (const [, call] of callers) {
			const args: IDataObject = { id: ID };
			const told = await call({ node, parameters: asTool }, args).then(
				([record]) => String(record.error),
				(thrown: Error) => thrown.message,
			);
			expect(told).toContain('is 9007199254740992, ');
		}
		expect(service.requests).toEqual([]);
	},
);

test.each(operations)(
	'sends an ID with all its digits as text: %s %j',
	async (node, parameters) => {
		await runNode({ node, parameters, items: [{ json: { id: '9007199254740993' } }] });
		const [{ url, body }] = service.requests;
		expect(url + body).toContain('9007199254740993');
	},
);
