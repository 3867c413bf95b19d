import {
	ExecutionStatusList,
	type IDataObject,
	type INode,
	type INodeTypeDescription,
	type IPinData,
	type IRunData,
} from 'n8n-workflow';

import { parseFlatted } from './flatted';

export interface Owner {
	email: string;
	firstName: string;
	lastName: string;
	password: string;
}

export interface WorkflowDraft {
	name: string;
	nodes: INode[];
	connections: object;
	settings?: IDataObject;
	pinData?: IPinData;
}

export interface SavedWorkflow extends WorkflowDraft {
	id: string;
	versionId: string;
	isArchived?: boolean;
}

export interface SavedCredential {
	id: string;
	name: string;
	type: string;
}

export interface Execution {
	id: string;
	status: string;
	data: { resultData: { runData: IRunData; error?: Error } };
}

/** n8n's own REST API, the one its editor uses: a log-in and what the playground needs. */
export class N8nRest {
	/** `session` is that of another, who is logged in: n8n allows a user five log-ins a minute. */
	constructor(
		readonly url: string,
		public session = '',
	) {}

	async needsOwner(): Promise<boolean> {
		type Settings = { userManagement: { showSetupOnFirstLoad?: boolean } };
		const { userManagement } = await this.call<Settings>('GET', '/rest/settings');
		return userManagement.showSetupOnFirstLoad === true;
	}

	/** Logs in as the owner, who is created first where n8n has none. */
	async enter(owner: Owner): Promise<void> {
		if (await this.needsOwner()) await this.setUp(owner);
		else await this.logIn(owner);
	}

	/** Creates the owner of a new n8n, and logs in. */
	async setUp(owner: Owner): Promise<void> {
		await this.call('POST', '/rest/owner/setup', owner);
	}

	async logIn({ email: emailOrLdapLoginId, password }: Owner): Promise<void> {
		await this.call('POST', '/rest/login', { emailOrLdapLoginId, password });
	}

	async credentials(): Promise<SavedCredential[]> {
		return await this.call('GET', '/rest/credentials');
	}

	/** Creates the credential, or writes the data into the one that has this name and type. */
	async saveCredential(name: string, type: string, data: IDataObject): Promise<SavedCredential> {
		const body = { name, type, data };
		const all = await this.credentials();
		const known = all.find((each) => each.name === name && each.type === type);
		if (!known) return await this.call('POST', '/rest/credentials', body);
		return await this.call('PATCH', `/rest/credentials/${known.id}`, body);
	}

	/** What a credential has, with a placeholder for each secret, which n8n takes for the saved one. */
	async credentialData({ id }: SavedCredential): Promise<IDataObject> {
		const found = await this.call<{ data?: IDataObject }>(
			'GET',
			`/rest/credentials/${id}?includeData=true`,
		);
		return found.data ?? {};
	}

	async deleteCredential({ id }: SavedCredential): Promise<void> {
		await this.call('DELETE', `/rest/credentials/${id}`);
	}

	/** n8n's own test of a credential; `id` is that of a saved one, whose secrets n8n fills in. */
	async testCredential(
		saved: SavedCredential,
		data: IDataObject,
	): Promise<{ status: string; message: string }> {
		return await this.call('POST', '/rest/credentials/test', {
			credentials: { ...saved, data },
		});
	}

	async workflows(): Promise<SavedWorkflow[]> {
		return await this.call('GET', '/rest/workflows');
	}

	/** With its nodes, which the list leaves out. */
	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.call('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: WorkflowDraft): Promise<SavedWorkflow> {
		return await this.call('POST', '/rest/workflows', workflow);
	}

	/** Publishes the workflow's newest version. Its webhooks answer about a second later. */
	async activate({ id, versionId }: SavedWorkflow): Promise<SavedWorkflow> {
		return await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate({ id }: SavedWorkflow): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/** Unpublishes it too, which takes n8n a while. */
	async archiveWorkflow({ id }: SavedWorkflow): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/archive`);
	}

	/** An archived one only. */
	async deleteWorkflow({ id }: SavedWorkflow): Promise<void> {
		await this.call('DELETE', `/rest/workflows/${id}`);
	}

	/** Runs the workflow from a trigger, as the editor's button does. Pinned items come first. */
	async run(workflow: SavedWorkflow, trigger: string, last: string): Promise<Execution> {
		const { executionId } = await this.call<{ executionId?: string }>(
			'POST',
			`/rest/workflows/${workflow.id}/run`,
			{
				triggerToStartFrom: { name: trigger },
				destinationNode: { nodeName: last, mode: 'inclusive' },
			},
		);
		if (!executionId) throw new Error(`"${trigger}" waits for an event, it cannot be run.`);
		return await this.finished(executionId);
	}

	/** Every saved execution of a workflow, newest first; n8n shows them page by page. */
	async executions(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		// Without a status n8n asks its database twice, for those that run and those that ended;
		// one that ends in between is in neither answer.
		const filter = encodeURIComponent(
			JSON.stringify({ workflowId, status: ExecutionStatusList }),
		);
		const all: Array<{ id: string; status: string }> = [];
		for (let next = ''; ; ) {
			const page = await this.call<{ results: typeof all; nextCursor?: string | null }>(
				'GET',
				`/rest/executions?filter=${filter}&limit=100${next}`,
			);
			all.push(...page.results);
			if (page.results.length < 100 || page.nextCursor === null) return all;
			// Until n8n 2.40 the last ID says where the next page begins.
			const { nextCursor, results } = page;
			next = nextCursor
				? `&cursor=${encodeURIComponent(nextCursor)}`
				: `&lastId=${results[99].id}`;
		}
	}

	async finished(executionId: string, patience = 120_000): Promise<Execution> {
		const start = Date.now();
		// Each look costs n8n some milliseconds: the longer it takes, the rarer they are.
		for (let waited = 0; waited < patience; waited = Date.now() - start) {
			const found = await this.call<Omit<Execution, 'data'> & { data: string }>(
				'GET',
				`/rest/executions/${executionId}`,
			);
			if (!['new', 'running'].includes(found.status)) {
				return { ...found, data: parseFlatted(found.data) as Execution['data'] };
			}
			await pause(Math.min(100 + waited / 10, 1_000));
		}
		throw new Error(`Execution ${executionId} did not end within ${patience / 1000} s.`);
	}

	/** Runs a failed execution again from the step that failed, with the items that it had. */
	async retry(executionId: string): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/retry`, { loadWorkflow: false });
	}

	/** Stops a running execution, as the editor's button does. */
	async stop(executionId: string): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/stop`);
	}

	/** Without its editor n8n has no such list. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.call('GET', '/types/nodes.json');
	}

	/** n8n turns calls away, before it reads them, while its database takes more than 5 s for a look. */
	private async send(method: string, path: string, body?: object) {
		for (const giveUp = Date.now() + 60_000; ; await pause(250)) {
			const response = await fetch(`${this.url}${path}`, {
				method,
				headers: {
					'content-type': 'application/json',
					cookie: this.session,
					// A busy n8n closes idle connections late: a call on one of them would be lost.
					connection: 'close',
				},
				body: body && JSON.stringify(body),
			});
			const text = await response.text();
			const isBusy = response.status === 503 && text.includes('Database is not ready');
			if (!isBusy || Date.now() > giveUp) return { response, text };
		}
	}

	private async call<T>(method: string, path: string, body?: object): Promise<T> {
		const { response, text } = await this.send(method, path, body);
		// The path only: bodies hold passwords and tokens.
		if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${reason(text)}`);
		const session = response.headers
			.getSetCookie()
			.find((value) => value.startsWith('n8n-auth='));
		if (session) this.session = session.split(';')[0];
		const answer = JSON.parse(text) as T | { data: T };
		const wrapped = typeof answer === 'object' && answer !== null && 'data' in answer;
		return wrapped && path.startsWith('/rest/') ? answer.data : (answer as T);
	}
}

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

function reason(text: string): string {
	try {
		return (JSON.parse(text) as { message?: string }).message ?? '';
	} catch {
		return text.slice(0, 200);
	}
}
