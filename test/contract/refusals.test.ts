import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { displayedField } from '../support/engine/displayed';
import { openTrigger } from '../support/engine/poll';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { nodeNames } from './interfaceTable';
import { oddValues } from './values/oddValueRows';
import { waitRefusals } from './waits/refusals';
import { refusals } from './refusalRows';

/** Returns the texts of an error that the editor shows. */
function shownText(error: Error): string {
	const description = 'description' in error ? String(error.description ?? '') : '';
	return `${error.message}\n${description}`;
}

/**
 * Expects the problem and the advice of an error. n8n's own message for an empty field has no
 * advice.
 */
function expectHelp(error: Error & { description?: unknown }): void {
	if (/ node has issues:/.test(error.message)) return;
	expect(error.message).toMatch(/^'.+' \S+ \S+/s);
	expect(error.description).toMatch(/^[A-Z].{8,}\.$/s);
}

/** The engine keeps the properties of an error, but not its class. */
const itemOf = (error: Error & { context?: IDataObject }): unknown => error.context?.itemIndex;

let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: { sms_id: 1, status: 'NEW', parts: 1 } }));
});
afterEach(() => service.close());

describe.each(nodeNames)('%s', (node) => {
	const own = [...refusals, ...oddValues, ...waitRefusals].filter((row) => row.node === node);
	const titled = own.map((row) => ({ ...row, does: `${row.resource}:${row.operation}` }));

	test.each(titled)(
		'$does rejects $title before anything is sent',
		async ({ resource, operation, items, field, item, ...row }) => {
			const parameters = { resource, operation, ...row.parameters };
			const { error } = await runNode({ node, parameters, items });
			expect(service.requests).toEqual([]);
			expect(service.strays).toEqual([]);
			if (!error) throw new Error('was accepted');
			const { displayName } = await displayedField(node, parameters, field);
			// n8n does not show the label of a resource mapper.
			const onScreen =
				field === 'columns'
					? /Values to Send|Map Automatically|Additional Columns/
					: displayName;
			expect(shownText(error)).toMatch(onScreen);
			expectHelp(error);
			if (item !== undefined) expect(itemOf(error)).toBe(item);
		},
	);
});

describe('the trigger', () => {
	const email = { event: 'emailDelivery', mailings: 'selected' };
	const viber = { event: 'viberDelivery', mailings: 'selected', mailingIds: '5012, 5013' };
	const replies = { ...viber, event: 'viberReply' };
	const all = { event: 'viberDelivery', mailings: 'all' };
	const numbers = ['={{ 0 }}', '={{ 1.5 }}', '={{ "many" }}', '={{ null }}', '={{ [1, 2] }}'];
	const toggles = ['={{ "yes" }}', '={{ 2 }}', '={{ [true] }}', '={{ null }}'];
	const noIds = [
		'',
		'abc',
		'5012, x',
		'={{ -1 }}',
		'={{ 1.5 }}',
		'={{ [[5012]] }}',
		'={{ NaN }}',
	];
	const outcomes = ['={{ ["lost"] }}', '={{ "Delivered!" }}', '={{ 5 }}', '={{ ({}) }}'];
	const statuses = ['={{ ({}) }}', '={{ [{}] }}', '={{ "" }}', '={{ NaN }}'];
	const fields: Array<[label: string, name: string, setting: IDataObject, values: string[]]> = [
		['Mailing IDs', 'mailingIds', email, noIds],
		['Mailing', 'mailingIds', viber, ['abc', '={{ ({}) }}', '={{ null }}']],
		['Max Mailings', 'options.maxMailings', all, numbers],
		['Max Age (Hours)', 'options.maxAge', replies, numbers],
		['Outcomes', 'options.outcomes', viber, outcomes],
		['Statuses', 'options.statuses', viber, statuses],
		['Include Existing', 'options.includeExisting', viber, toggles],
		['Mark as Read', 'options.markAsRead', replies, toggles],
		['Event', 'event', viber, ['={{ "smsReply" }}']],
		['Mailings', 'mailings', viber, ['={{ "some" }}']],
	];
	const values = fields.flatMap(([label, path, setting, entered]) =>
		entered.map((value): [string, IDataObject] => {
			const name = path.replace('options.', '');
			const filled = { [name]: value };
			return [label, { ...setting, ...(name === path ? filled : { options: filled }) }];
		}),
	);

	test.each(values)('rejects %s before the first request: %j', async (label, parameters) => {
		const { poll } = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: parameters as INodeParameters,
		});
		const accepted = () => new Error('was accepted');
		const error = await poll('activation').then(accepted, (one: Error) => one);
		expect(error.message).toContain(label);
		expectHelp(error);
		expect(service.requests).toEqual([]);
		expect(service.strays).toEqual([]);
	});
});
