import type { IDataObject, INode } from 'n8n-workflow';
import type { N8nRest, SavedCredential } from '../../playground/rest';
import { next, node, PACKAGE, pollTimes, split, webhook } from '../e2e/n8n/workflowDrafts';
import { byId } from '../e2e/operations/step';
import { autoColumns } from '../support/autoColumns';

const CONTINUE = { onError: 'continueRegularOutput' } as const;
const RETRY = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1_000 };

/** Kinds of orders. Each kind has a workflow. */
export const paths = ['stop', 'continue', 'error-output', 'batch', 'import'] as const;
export type Path = (typeof paths)[number];

const toEach = { operation: 'send', sender: byId('1363'), phone: '={{ $json.phone }}' };
const sendSms: IDataObject = { ...toEach, resource: 'message', message: '={{ $json.text }}' };
const sendBatch: IDataObject = {
	...{ ...toEach, resource: 'batch', mailingName: 'Soak', message: 'Half price today' },
	options: { recipientsPerRequest: 7 },
};
const importContacts = (list: number): IDataObject => ({
	resource: 'contact',
	operation: 'import',
	listId: byId(list),
	columns: autoColumns(['NAME']),
});

type Step = Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;

const steps = (list: number): Record<Path, [type: string, IDataObject, Step]> => ({
	stop: ['messagingServiceSms', sendSms, {}],
	continue: ['messagingServiceSms', sendSms, { ...CONTINUE, ...RETRY }],
	'error-output': ['messagingServiceSms', sendSms, { onError: 'continueErrorOutput' }],
	batch: ['messagingServiceSms', sendBatch, CONTINUE],
	import: ['messagingServiceContacts', importContacts(list), RETRY],
});

interface Setting {
	rest: N8nRest;
	credential: SavedCredential;
	/** ID of the contact list for imports. */
	list: number;
	/** URL to which the workflows of the triggers send their events. */
	collector: string;
}

/** Publishes the workflows. Returns the IDs of those that orders start. */
export async function publish({ rest, ...setting }: Setting): Promise<string[]> {
	const { credential, list, collector } = setting;
	const account = { messagingServiceApi: { id: credential.id, name: credential.name } };
	const activate = async (name: string, nodes: INode[], connections: object) => {
		const settings = { executionOrder: 'v1' };
		const saved = await rest.createWorkflow({ name, nodes, connections, settings });
		await rest.activate(saved);
		return saved.id;
	};
	const ids: string[] = [];
	for (const [path, [type, parameters, more]] of Object.entries(steps(list))) {
		const own = { ...more, parameters: parameters as never, credentials: account };
		const work = node('Work', `${PACKAGE}.${type}`, 400, own);
		const nodes = [webhook(path, 'lastNode'), split, work];
		const connections: Record<string, object> = { Webhook: next('Split'), Split: next('Work') };
		if (path === 'error-output') {
			nodes.push(node('Both', 'n8n-nodes-base.merge', 600, { typeVersion: 3 }));
			const main = [0, 1].map((index) => [{ node: 'Both', type: 'main', index }]);
			connections.Work = { main };
		}
		ids.push(await activate(path, nodes, connections));
	}
	for (const event of ['viberReply', 'viberDelivery']) {
		const options = event === 'viberReply' ? { markAsRead: true } : {};
		const trigger = node('Trigger', `${PACKAGE}.messagingServiceTrigger`, 0, {
			parameters: { event, mailings: 'all', options, pollTimes } as never,
			credentials: account,
		});
		const body = '={{ JSON.stringify({ run: $execution.id, ...$json }) }}';
		const report = post('Report', `${collector}/${event}`, body);
		await activate(event, [trigger, report], { Trigger: next('Report') });
	}
	return ids;
}

const post = (name: string, url: string, jsonBody: string, more: Partial<INode> = {}): INode =>
	node(name, 'n8n-nodes-base.httpRequest', 400, {
		typeVersion: 4.2,
		parameters: { method: 'POST', url, sendBody: true, specifyBody: 'json', jsonBody },
		...more,
	});

/**
 * Publishes workflows for the same orders without this package. n8n's own node makes a request for
 * each recipient.
 */
export async function publishControl(rest: N8nRest, url: string, token: string): Promise<void> {
	for (const path of paths) {
		const values = `token: '${token}', alphaname_id: '1363', phone: $json.phone, message: 'Hi'`;
		const address = `=${url}/api/v1/sendQuickSMS?{{ new URLSearchParams({ ${values} }).toString() }}`;
		const work = post('Work', address, '{}', CONTINUE);
		const saved = await rest.createWorkflow({
			name: path,
			nodes: [webhook(path, 'lastNode'), split, work],
			connections: { Webhook: next('Split'), Split: next('Work') },
			settings: { executionOrder: 'v1' },
		});
		await rest.activate(saved);
	}
}
