import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** `latency` is `single` with a latency of 20 ms. */
export type Job = 'single' | 'latency' | 'batch' | 'import';
export type Contender = 'ours' | 'httpRequest' | 'minimal' | 'pool' | 'bare';

export interface NodeCase {
	type: string;
	version: number;
	parameters: INodeParameters;
}

const PACKAGE = 'n8n-nodes-messaging-service';
export const TEXT = '=Hello {{ $json.name }}, your order is ready';
const PHONE = '={{ $json.phone }}';
const SENDER = { __rl: true as const, mode: 'id', value: '1363' };
const LIST = { __rl: true as const, mode: 'id', value: '1001' };
export const CALLBACK = 'https://example.com/done';

export const people = (count: number, from = 0): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		phone: String(380500000000 + from + index),
		name: `Person ${from + index}`,
	}));

const ours = (node: string, parameters: INodeParameters): NodeCase => ({
	type: `${PACKAGE}.${node}`,
	version: 1,
	parameters,
});

const request = (url: string, parameters: Array<[string, string]>): NodeCase => ({
	type: 'n8n-nodes-base.httpRequest',
	version: 4.2,
	parameters: {
		method: 'POST',
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'messagingServiceApi',
		sendQuery: true,
		queryParameters: { parameters: parameters.map(([name, value]) => ({ name, value })) },
		options: {},
	},
});

/**
 * Returns a contender's node for a job. Nodes without a batch send one message per item.
 * @param prefix of the minimal nodes' type names, which n8n derives from their folder
 */
export function nodeCase(
	job: Job,
	contender: Exclude<Contender, 'bare'>,
	address: string,
	prefix = 'bench',
): NodeCase {
	const personal = { phone: PHONE, message: TEXT };
	if (contender === 'ours') {
		if (job === 'single' || job === 'latency') {
			const fields = { sender: SENDER, phone: PHONE, message: TEXT };
			const where = { resource: 'message', operation: 'send' };
			return ours('messagingServiceSms', { ...where, ...fields });
		}
		if (job === 'batch') {
			const once = { sender: SENDER, mailingName: 'Bench' };
			const where = { resource: 'batch', operation: 'send' };
			return ours('messagingServiceSms', { ...where, ...once, ...personal });
		}
		const value = { phone: PHONE, NAME: '={{ $json.name }}' };
		const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
		const where = { resource: 'contact', operation: 'import' };
		return ours('messagingServiceContacts', { ...where, listId: LIST, columns });
	}
	if (job === 'import') {
		const fields: Array<[string, string]> = [
			['list_id', '1001'],
			['field_names[0]', 'phone'],
			['field_names[1]', 'NAME'],
			['data[0][0]', PHONE],
			['data[0][1]', '={{ $json.name }}'],
		];
		if (contender === 'httpRequest') return request(`${address}/api/v2/importContacts`, fields);
		const names = ['listId', 'firstName', 'secondName', 'phone', 'name'];
		const parameters = Object.fromEntries(names.map((name, i) => [name, fields[i][1]]));
		return { type: `${prefix}.minimalImport`, version: 1, parameters };
	}
	if (contender === 'httpRequest') {
		return request(`${address}/api/v1/sendQuickSMS`, [
			['alphaname_id', '1363'],
			['phone', PHONE],
			['message', TEXT],
		]);
	}
	const parameters = { sender: '1363', phone: PHONE, message: TEXT };
	const type = contender === 'pool' ? 'minimalPool' : 'minimalSms';
	return { type: `${prefix}.${type}`, version: 1, parameters };
}
