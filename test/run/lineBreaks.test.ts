import type { INodeParameters } from 'n8n-workflow';
import { contract } from '../contract';
import type { NodeName } from '../support/engine/nodeTypes';
import { type InputItem, runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';

const service = useService(() => ({ body: { status: 'OK', result: { uuid: 'u' } } }));

/** Runs the step of a contract row with other parameters, and returns its first request. */
async function requestOf(does: string, more: INodeParameters, item?: InputItem) {
	const [name, resource, operation] = does.split(/[ :]/);
	const node = `messagingService${name}` as NodeName;
	const { parameters, items } =
		contract.find(
			(row) =>
				[row.node, row.resource, row.operation].join() ===
				[node, resource, operation].join(),
		) ?? {};
	await runNode({
		node,
		parameters: { resource, operation, ...parameters, ...more },
		items: item ? [item] : items?.slice(0, 1),
	});
	return service.requests[0];
}

/** Operations with a text of several lines, and the text's name in the API. */
test.each([
	...['Sms message:send', 'Sms message:prepare', 'Sms mailing:create'],
	...['Sms batch:send messages[0][text]', 'Viber batch:send messages[0][content][text]'],
	...['Viber message:send', 'Viber mailing:create', 'Email message:send', 'Email mailing:send'],
	...['Email batch:send', 'Templates template:create', 'Templates template:update'],
	'Email address:unsubscribe reason',
])('line breaks are sent unchanged by %s', async (row) => {
	const wire = row.split(' ')[2] ?? 'message';
	const text = 'Hello\r\nAnn,\n\nyour order is ready.\n';
	const more = wire === 'reason' ? { options: { reason: text } } : { message: text };
	const { query, form = [] } = await requestOf(row, more);
	expect(new Map([...query, ...form]).get(wire)).toBe(text);
});

test.each(['Email message:send', 'Email mailing:send'])(
	'line breaks are sent unchanged with a file by %s',
	async (does) => {
		const message = 'a\nb\r\nc\rd';
		const file = { content: 'x\ny\r\nz', fileName: 'a"b\nc.txt', mimeType: 'text/plain' };
		const more = { message, options: { attachment: 'data' } };
		const { parts } = await requestOf(does, more, { json: {}, files: { data: file } });
		expect(parts).toContainEqual({ name: 'message', value: message });
		const { content: value, fileName, mimeType: contentType } = file;
		expect(parts).toContainEqual({ name: 'attachment', value, fileName, contentType });
	},
);
