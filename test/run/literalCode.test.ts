import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { byId } from '../contract/row';
import { toolCallers } from '../support/engine/callTool';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';
import { people, sendBatch, sendEmails, sendSms } from '../support/operations';
import { sms as smsTool } from '../support/toolSettings';
import { descriptionOf } from './sending/observed';

const result = { id: 1, message_id: 1, email_id: 1, uuid: 'u' };
const service = useService(() => ({
	body: { status: 'OK', success: 'OK', sms_id: 1, parts: 1, uuid: 'u', result },
}));

/** Texts that n8n does not evaluate, and the code in the error. */
const typed: Array<[saved: string, code: string]> = [
	['Hello {{ $json.name }}', '{{ $json.name }}'],
	['Hello $json.name, welcome', '$json.name'],
	['Hello $json["first name"]', '$json["first'],
	["Hello $('Get Row').item.json.name", "$('Get"],
	['Hello $("Row").item.json.name', '$("Row").item.json.name'],
	['Hello $node["Row"].json.name', '$node["Row"].json.name'],
	['Until {{ $now.toISO() }}', '{{ $now.toISO() }}'],
	['=Hello $json.name', '$json.name'],
	['={{ $json.text }} $json.name', '$json.name'],
	['=Hello {{ $json.name', '$json.name'],
];

const withText = (made: { node: RunSetting['node']; parameters: object }, text: IDataObject) => ({
	...made,
	parameters: { ...made.parameters, ...text } as INodeParameters,
});
const template = { resource: 'template', operation: 'create', name: 'A' };
const question = {
	...{ resource: 'message', operation: 'sendAndWait', sender: byId(1363) },
	...{ phone: '={{ $json.phone }}', message: 'Yes?', responseType: 'approval' },
};
const ofNode = (node: RunSetting['node']) => ({ node, parameters: {} });
describe.each<[field: string, settingWith: (text: string) => RunSetting]>([
	['the message of an SMS', (message) => withText(sendSms(), { message })],
	['the message of a batch', (message) => withText(sendBatch(), { message })],
	['the subject of an email batch', (subject) => withText(sendEmails(), { subject })],
	['a key', (sendOnceKey) => sendSms({ sendOnceKey })],
	['the name of a mailing', (mailingName) => withText(sendBatch(), { mailingName })],
	[
		'a template',
		(message) => withText(ofNode('messagingServiceTemplates'), { ...template, message }),
	],
	[
		'the label of a button',
		(approveLabel) => {
			const approvalOptions = { values: { approvalType: 'single', approveLabel } };
			return withText(ofNode('messagingServiceSms'), { ...question, approvalOptions });
		},
	],
])('code that is not evaluated in %s', (_, settingWith) => {
	test.each(typed)('is an error and is not sent: %s', async (saved, code) => {
		const result = await runNode({ ...settingWith(saved), items: people(1) });
		expect(result.error?.message).toMatch(/^'[^']+' contains ".*", which was not evaluated$/);
		expect(result.error?.message).toContain(`contains "${code}`);
		expect(descriptionOf(result)).toContain(
			saved.startsWith('=') ? 'between double braces' : 'switch the field to Expression',
		);
		expect(service.requests).toEqual([]);
	});
});

/** Texts about n8n, with prices, and with templates, which must be accepted. */
const data = [
	'{{ $json.x }}',
	'=Hello $json.name',
	"Use $json.name or $('Get Row').item in {{ $now }}",
	'$node["Row"]',
];

test.each(data)('the text of an item is sent unchanged: %s', async (text) => {
	const items = people(1).map(({ json }) => ({ json: { ...json, text } }));
	for (const made of [
		sendSms(),
		sendBatch(),
		withText(sendSms(), { message: "={{ $json.text + '' }}" }),
	]) {
		const { error } = await runNode({ ...made, items });
		if (error) throw error;
	}
	const [single, batch, evaluated] = service.requests;
	expect(new Map(single.query).get('message')).toBe(text);
	expect(JSON.stringify(batch.json)).toContain(JSON.stringify(text));
	expect(new Map(evaluated.query).get('message')).toBe(text);
});

test.each(['Only $5', 'US$ (net)', '{{ name }}', '{name} $json', '={{ "$json.name" }}', '= { $ }'])(
	'a text that is not code is sent: %s',
	async (message) => {
		const { error } = await runNode({ ...withText(sendSms(), { message }), items: people(1) });
		expect(error).toBeUndefined();
		expect(service.requests).toHaveLength(1);
	},
);

test.each(toolCallers)('a text of a model is sent unchanged by %s', async (_, call) => {
	await call(smsTool, { to: people(1)[0].json.phone, text: 'Hi {{ $json.x }}' });
	expect(new Map(service.requests[0].query).get('message')).toBe('Hi {{ $json.x }}');
});
