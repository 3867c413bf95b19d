import type { INodeParameters } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { useService } from '../support/engine/useService';

const service = useService(() => ({ body: { status: 'OK', result: { email_id: 1, uuid: 'u' } } }));

const run = async (
	operation: string,
	senderEmail: string,
	options: INodeParameters = {},
	items = [{}],
) => {
	const [resource, value] = operation.split(':');
	const parameters = {
		...{ resource, operation: value, senderEmail, subject: 'S', message: 'M', options },
		email: '={{ $json.email || "anna@example.com" }}',
	};
	const json = items.map((one) => ({ json: one }));
	return await runNode({ node: 'messagingServiceEmail', parameters, items: json });
};
const sender = () => {
	const form = new Map(service.requests[0].form ?? []);
	return [form.get('sender_email'), form.get('sender_name')];
};

test.each([
	['Flower Shop <shop@example.com>', {}, ['shop@example.com', 'Flower Shop']],
	['"Shop, Flowers" <shop@example.com>', {}, ['shop@example.com', 'Shop, Flowers']],
	["'Shop' <shop@example.com>", {}, ['shop@example.com', 'Shop']],
	['"The \\"Shop\\"" <shop@example.com>', {}, ['shop@example.com', 'The "Shop"']],
	['<shop@example.com>', {}, ['shop@example.com', undefined]],
	['shop@example.com', {}, ['shop@example.com', undefined]],
	['Shop <shop@example.com>', { senderName: 'Anna' }, ['shop@example.com', 'Anna']],
	['Shop <shop@example.com>', { senderName: ' ' }, ['shop@example.com', 'Shop']],
	['={{ "Shop <shop@example.com>" }}', {}, ['shop@example.com', 'Shop']],
])(
	'an email sends the sender %s with %j as its address and name',
	async (senderEmail, options, expected) => {
		for (const operation of ['message:send', 'batch:send']) {
			const { error } = await run(operation, senderEmail, options);
			expect(error).toBeUndefined();
			expect(sender()).toEqual(expected);
			service.requests.splice(0);
		}
	},
);

test('a sender name that differs from item to item is an error of a batch', async () => {
	const items = ['Shop', 'Bakery'].map((shop, n) => ({ shop, email: `a${n}@example.com` }));
	const { error } = await run('batch:send', '={{ $json.shop }} <shop@example.com>', {}, items);
	expect(error?.message).toBe("'Sender Name' differs between item 0 and item 1");
	expect(service.requests).toEqual([]);
});
