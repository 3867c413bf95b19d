import type { INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';

let service: Service;
beforeEach(() => {
	service = new Service(({ path }) => ({
		body: path.includes('v1')
			? { sms_id: 1, status: 'NEW', parts: 1 }
			: { status: 'OK', result: { message_id: 1, email_id: 1 } },
	}));
});
afterEach(() => service.close());

const send = async (node: string, options: INodeParameters, flags = [true]) =>
	await runNode({
		node: `messagingService${node}` as NodeName,
		parameters: {
			resource: 'message',
			operation: 'send',
			sender: byId(1),
			phone: PHONE,
			message: 'Hello',
			options,
		},
		items: flags.map((flag) => ({ json: { flag } })),
	});
const shown = (error?: Error) =>
	`${error?.message}\n${(error as { description?: string })?.description}`;

const toViber = 'Forward to Viber';
const toSms = 'Forward to SMS';
const idle: Array<[string, string, string, INodeParameters]> = [
	[`${toViber}: After (Minutes)`, toViber, 'Sms', { forwardAfter: 15 }],
	[`${toViber}: Sender`, toViber, 'Sms', { viberSender: byId(21) }],
	[`${toViber}: Sender`, toViber, 'Sms', { viberSender: byId(21), forwardToViber: false }],
	[`${toSms}: After (Minutes)`, toSms, 'Viber', { forwardAfter: 15 }],
	[`${toSms}: After (Minutes)`, toSms, 'Viber', { forwardAfter: 15, forwardToSms: false }],
	[`${toSms}: Sender`, toSms, 'Viber', { smsSender: byId(1363) }],
	['Replace Special Characters', toSms, 'Viber', { replaceSpecialCharacters: true }],
	['Send Once: Remember (Days)', 'Send Once Per Key', 'Sms', { rememberDays: 3 }],
];
test.each(idle)('%s is an error without %s (%s %j)', async (label, needed, node, options) => {
	const { error } = await send(node, options);
	expect(shown(error)).toContain(`'${label}' does nothing without '${needed}'`);
	const todo = needed === 'Send Once Per Key' ? 'Add' : 'Turn on';
	expect(shown(error)).toContain(`${todo} '${needed}', or remove this option. Nothing was sent.`);
	expect(service.requests).toEqual([]);
});

test('an expression turns forwarding off for one item, with all that belongs to it', async () => {
	const options = { forwardToViber: '={{ $json.flag }}', forwardAfter: 15 };
	const { error } = await send('Sms', { ...options, viberSender: byId(21) }, [true, false]);
	if (error) throw error;
	expect(service.requests.map(({ form }) => Object.fromEntries(form ?? []))).toEqual([
		{ forwarding_message: '1', forwarding_time: '15', vibername_id: '21' },
		{ forwarding_message: '0' },
	]);
});
