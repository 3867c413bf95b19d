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

/** A client of the internal REST API of n8n's editor. */
export class N8nRest {
	/** @param session another client's login, because n8n allows five logins per minute and user */
	constructor(
		readonly url: string,
		public session = '',
	) {}

	async needsOwner(): Promise<boolean> {
		type Settings = { userManagement: { showSetupOnFirstLoad?: boolean } };
		const { userManagement } = await this.call<Settings>('GET', '/rest/settings');
		return userManagement.showSetupOnFirstLoad === true;
	}

	/** Logs in as the owner, and creates the owner if n8n has none. */
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

	/** Creates the credential, or updates the credential of the same name and type. */
	async saveCredential(name: string, type: string, data: IDataObject): Promise<SavedCredential> {
		const body = { name, type, data };
		const all = await this.credentials();
		const existing = all.find((each) => each.name === name && each.type === type);
		if (!existing) return await this.call('POST', '/rest/credentials', body);
		return await this.call('PATCH', `/rest/credentials/${existing.id}`, body);
	}

	/**
	 * Returns the data of a credential. If placeholders for secrets are saved again, n8n keeps the
	 * saved secrets.
	 */
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

	/** Runs n8n's credential test. With `id`, n8n fills in the secrets of the saved credential. */
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

	/** Returns a workflow with its nodes, which `workflows` omits. */
	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.call('GET', `/rest/workflows/${id}`);
	}

	async createWorkflow(workflow: WorkflowDraft): Promise<SavedWorkflow> {
		return await this.call('POST', '/rest/workflows', workflow);
	}

	/** Publishes the newest version. Its webhooks respond about a second later. */
	async activate({ id, versionId }: SavedWorkflow): Promise<SavedWorkflow> {
		return await this.call('POST', `/rest/workflows/${id}/activate`, { versionId });
	}

	async deactivate({ id }: SavedWorkflow): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/deactivate`, {});
	}

	/** Also unpublishes the workflow, which takes n8n a while. */
	async archiveWorkflow({ id }: SavedWorkflow): Promise<void> {
		await this.call('POST', `/rest/workflows/${id}/archive`);
	}

	/** Requires an archived workflow. */
	async deleteWorkflow({ id }: SavedWorkflow): Promise<void> {
		await this.call('DELETE', `/rest/workflows/${id}`);
	}

	/**
	 * Runs the workflow from a trigger, as the editor's button does. Pinned items take precedence.
	 */
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

	/** Lists all saved executions of a workflow, newest first. */
	async executions(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		// Without a status, n8n queries running and ended executions separately, and could miss an
		// execution that ends meanwhile.
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
			// n8n up to 2.40 returns no `nextCursor`, so the next page starts after the last ID.
			const { nextCursor, results } = page;
			next = nextCursor
				? `&cursor=${encodeURIComponent(nextCursor)}`
				: `&lastId=${results[99].id}`;
		}
	}

	async finished(executionId: string, patience = 120_000): Promise<Execution> {
		const start = Date.now();
		// Each request costs n8n some milliseconds, so the pauses grow.
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

	/** Retries a failed execution from the failed step, with the saved items. */
	async retry(executionId: string): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/retry`, { loadWorkflow: false });
	}

	async stop(executionId: string): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/stop`);
	}

	/** Not available without the editor. */
	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.call('GET', '/types/nodes.json');
	}

	/** Repeats requests that n8n rejects while a check of its database takes more than 5 s. */
	private async send(method: string, path: string, body?: object) {
		for (const giveUp = Date.now() + 60_000; ; await pause(250)) {
			const response = await fetch(`${this.url}${path}`, {
				method,
				headers: {
					'content-type': 'application/json',
					cookie: this.session,
					// Keeps no connection open, because a busy n8n loses requests on idle
					// connections.
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
		// Names only the path, because bodies contain passwords and tokens.
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
