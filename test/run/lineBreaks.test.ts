import { contract } from '../contract';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

const TEXT = 'Hello\r\nAnn,\n\nyour order is ready.\n';

/** The fields whose text may have several lines, and their names in the API. */
const texts: Array<[NodeName, resource: string, operation: string, field: string, wire: string]> = [
	['messagingServiceSms', 'message', 'send', 'message', 'message'],
	['messagingServiceSms', 'message', 'prepare', 'message', 'message'],
	['messagingServiceSms', 'mailing', 'create', 'message', 'message'],
	['messagingServiceSms', 'batch', 'send', 'message', 'messages[0][text]'],
	['messagingServiceViber', 'message', 'send', 'message', 'message'],
	['messagingServiceViber', 'mailing', 'create', 'message', 'message'],
	['messagingServiceViber', 'batch', 'send', 'message', 'messages[0][content][text]'],
	['messagingServiceEmail', 'message', 'send', 'message', 'message'],
	['messagingServiceEmail', 'mailing', 'send', 'message', 'message'],
	['messagingServiceEmail', 'batch', 'send', 'message', 'message'],
	['messagingServiceEmail', 'address', 'unsubscribe', 'options.reason', 'reason'],
	['messagingServiceTemplates', 'template', 'create', 'message', 'message'],
	['messagingServiceTemplates', 'template', 'update', 'message', 'message'],
];

test.each(texts)('%s %s:%s sends the line breaks of %s', async (...row) => {
	const [node, resource, operation, path, wire] = row;
	const service = new Service(() => ({ body: { status: 'OK', result: { uuid: 'u' } } }));
	try {
		const accepted = contract.find(
			(one) => one.node === node && one.resource === resource && one.operation === operation,
		);
		const field = path.replace('options.', '');
		const more = field === path ? { [field]: TEXT } : { options: { [field]: TEXT } };
		await runNode({
			node,
			parameters: { resource, operation, ...accepted?.parameters, ...more },
			items: accepted?.items?.slice(0, 1),
		});
		const [sent] = service.requests;
		expect(Object.fromEntries([...sent.query, ...(sent.form ?? [])])[wire]).toBe(TEXT);
	} finally {
		service.close();
	}
});

const withFile: typeof texts = [
	['messagingServiceEmail', 'message', 'send', 'attachment', 'message'],
	['messagingServiceEmail', 'mailing', 'send', 'attachment', 'message'],
];
test.each(withFile)('%s %s:%s sends the line breaks with a file too', async (...row) => {
	const [node, resource, operation, option, wire] = row;
	const service = new Service(() => ({ body: { status: 'OK', result: {} } }));
	try {
		const accepted = contract.find(
			(one) => one.node === node && one.resource === resource && one.operation === operation,
		);
		const message = 'a\nb\r\nc\rd';
		const content = 'x\ny\r\nz';
		const fileName = 'a"b\nc.txt';
		const file = { content, fileName, mimeType: 'text/plain' };
		await runNode({
			node,
			parameters: {
				...{ resource, operation, ...accepted?.parameters, message },
				options: { [option]: 'data' },
			},
			items: [{ json: {}, files: { data: file } }],
		});
		const [{ parts = [] }] = service.requests;
		expect(parts).toContainEqual({ name: wire, value: message });
		const sent = { name: option, value: content, fileName, contentType: 'text/plain' };
		expect(parts).toContainEqual(sent);
	} finally {
		service.close();
	}
});
