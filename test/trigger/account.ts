import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import type { IDataObject } from 'n8n-workflow';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox';
import { openTrigger, type OpenTrigger } from '../support/engine/poll';
import { at, call } from '../sandbox/call';

export const ANNA = '37120000001';
export const BRUNO = '37120000002';
const LIST = '1001';

/** A sandbox with a manual clock, and the actions of the tests. */
export class Account {
	private constructor(readonly sandbox: Sandbox) {}

	static async open(options: SandboxOptions = {}): Promise<Account> {
		return new Account(await startSandbox({ clock: 'manual', paceMs: 1_000, ...options }));
	}

	get credentials() {
		return { baseUrl: this.sandbox.url, token: this.sandbox.token };
	}

	async trigger(
		parameters: IDataObject,
		workflowId?: string,
		limits: { maxWait?: number } = {},
	): Promise<OpenTrigger> {
		const node = 'messagingServiceTrigger';
		const credentials = { ...this.credentials, ...limits };
		return await openTrigger(
			{ node, parameters: parameters as never, credentials },
			workflowId,
		);
	}

	/** Sends a Viber mailing to Anna and Bruno. */
	async viberMailing(): Promise<number> {
		const fields = { vibername_id: '21', list_id: LIST, message: 'Hello' };
		const id = await this.form('sendViberMessageList', fields);
		const { token } = this.sandbox;
		const confirm = { query: { token }, form: { message_id: String(id) } };
		await call(this.sandbox, '/api/v2/confirmViberMessage', confirm);
		this.sandbox.advance(1);
		return id;
	}

	async preparedSms(...phones: string[]): Promise<number> {
		const id = Number(at(await this.query('createSmsMessage', { message: 'x' }), 'message_id'));
		await this.sendPrepared(id, ...phones);
		return id;
	}

	async sendPrepared(id: number, ...phones: string[]): Promise<void> {
		for (const phone of phones) await this.query('sendSMS', { message_id: String(id), phone });
	}

	async emailMailing(): Promise<number> {
		const letter = { sender_email: 'a@shop.example', subject: 'Hi', message: 'Hello' };
		return await this.form('sendEmailByList', { list_id: LIST, ...letter });
	}

	calls(operation: string): number {
		return this.sandbox.requests.filter((one) => one.operation === operation).length;
	}

	private async form(name: string, fields: Record<string, string>): Promise<number> {
		const form = { token: this.sandbox.token, ...fields };
		const { body } = await call(this.sandbox, `/api/v2/${name}`, { form });
		return Number(at(body, 'result', 'message_id'));
	}

	private async query(name: string, fields: Record<string, string>): Promise<unknown> {
		const query = { token: this.sandbox.token, ...fields };
		return (await call(this.sandbox, `/api/v1/${name}`, { method: 'GET', query })).body;
	}
}

/** Collects the warnings that nodes write to n8n's log from now on. */
export function collectWarnings(): string[] {
	const warnings: string[] = [];
	jest.spyOn(Container.get(Logger), 'warn').mockImplementation((message) => {
		warnings.push(message);
	});
	return warnings;
}
