import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { displayedField } from '../support/engine/displayed';
import { openTrigger } from '../support/engine/poll';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { nodeNames } from './interfaceTable';
import { oddValues } from './values/oddValueRows';
import { waitRefusals } from './waits/refusals';
import { refusals, type Refusal } from './refusalRows';

/** Everything that an editor shows of an error. */
function shownText(error: Error): string {
	const description = 'description' in error ? String(error.description ?? '') : '';
	return `${error.message}\n${description}`;
}

/** Expects the problem and the advice. n8n's message for an empty field has no advice. */
function expectHelp(error: Error & { description?: unknown }): void {
	if (/ node has issues:/.test(error.message)) return;
	expect(error.message).toMatch(/^'.+' \S+ \S+/s);
	expect(error.description).toMatch(/^[A-Z].{8,}\.$/s);
}

/** The engine keeps an error's own properties, not its class. */
const itemOf = (error: Error & { context?: IDataObject }): unknown => error.context?.itemIndex;

let service: Service;
beforeEach(() => {
	service = new Service(() => ({ body: { sms_id: 1, status: 'NEW', parts: 1 } }));
});
afterEach(() => service.close());

describe.each(nodeNames)('%s', (node) => {
	const own = [...refusals, ...oddValues, ...waitRefusals].filter((row) => row.node === node);
	const named = own.map((row): [string, Refusal] => [
		`${row.resource}:${row.operation} ${row.title}`,
		row,
	]);

	test.each(named)(
		'rejects %s before anything is sent',
		async (_, { resource, operation, items, field, item, ...row }) => {
			const parameters = { resource, operation, ...row.parameters };
			const { error } = await runNode({ node, parameters, items });
			expect(service.requests).toEqual([]);
			expect(service.strays).toEqual([]);
			if (!error) throw new Error('was accepted');
			const { displayName } = await displayedField(node, parameters, field);
			// n8n shows the label of a resource mapper nowhere.
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
	const base = { event: 'viberDelivery', mailings: 'selected', mailingIds: '5012, 5013' };
	const all = { event: 'viberDelivery', mailings: 'all' };
	const email = { event: 'emailDelivery', mailings: 'selected' };
	const values: Array<[label: string, parameters: IDataObject]> = [
		...['', 'abc', '5012, x', '={{ -1 }}', '={{ 1.5 }}', '={{ [[5012]] }}', '={{ NaN }}'].map(
			(mailingIds): [string, IDataObject] => ['Mailing IDs', { ...email, mailingIds }],
		),
		...['abc', '={{ ({}) }}', '={{ null }}'].map((mailingIds): [string, IDataObject] => [
			'Mailing',
			{ ...base, mailingIds },
		]),
		...['={{ 0 }}', '={{ 1.5 }}', '={{ "many" }}', '={{ null }}', '={{ [1, 2] }}'].flatMap(
			(value): Array<[string, IDataObject]> => [
				['Max Mailings', { ...all, options: { maxMailings: value } }],
				['Max Age (Hours)', { ...base, event: 'viberReply', options: { maxAge: value } }],
			],
		),
		...['={{ ["lost"] }}', '={{ "Delivered!" }}', '={{ 5 }}', '={{ ({}) }}'].map(
			(outcomes): [string, IDataObject] => ['Outcomes', { ...base, options: { outcomes } }],
		),
		...['={{ ({}) }}', '={{ [{}] }}', '={{ "" }}', '={{ NaN }}'].map(
			(statuses): [string, IDataObject] => ['Statuses', { ...base, options: { statuses } }],
		),
		...['={{ "yes" }}', '={{ 2 }}', '={{ [true] }}', '={{ null }}'].flatMap(
			(value): Array<[string, IDataObject]> => [
				['Include Existing', { ...base, options: { includeExisting: value } }],
				['Mark as Read', { ...base, event: 'viberReply', options: { markAsRead: value } }],
			],
		),
		['Event', { ...base, event: '={{ "smsReply" }}' }],
		['Mailings', { ...base, mailings: '={{ "some" }}' }],
	];

	test.each(values)('rejects %s before anything is read: %j', async (label, parameters) => {
		const { poll } = await openTrigger({
			node: 'messagingServiceTrigger',
			parameters: parameters as INodeParameters,
		});
		const error = await poll('activation').then(
			() => new Error('was accepted'),
			(one: Error) => one,
		);
		expect(error.message).toContain(label);
		expectHelp(error);
		expect(service.requests).toEqual([]);
		expect(service.strays).toEqual([]);
	});
});
