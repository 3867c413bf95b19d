import type { IDataObject } from 'n8n-workflow';
import { openTrigger } from '../support/engine/poll';
import type { AccountsService } from './accountsService';

/** A trigger whose credential can be edited between two polls, and the service that it polls. */
export interface World {
	service: AccountsService;
	/** Lines of n8n's log. */
	log: string[];
	state: IDataObject;
	/** The state that n8n has saved, as text. */
	saved: string;
	credentials: { baseUrl: string; token: string };
	/** The ids of what one poll returns. */
	poll: (kind?: 'scheduled' | 'activation') => Promise<unknown[]>;
}

/** Something that happens, or what a poll returns. */
export type Step = (world: World) => Promise<void> | void;

let workflows = 0;

export async function worldOf(
	service: AccountsService,
	log: string[],
	parameters: IDataObject,
): Promise<World> {
	const credentials = { baseUrl: service.url, token: 'a' };
	const node = 'messagingServiceTrigger' as const;
	const setting = { node, parameters: { mailings: 'all', ...parameters } as never, credentials };
	const trigger = await openTrigger(setting, `accounts ${++workflows}`);
	const poll: World['poll'] = async (kind) =>
		(await trigger.poll(kind)).map(({ json }) => json.id ?? json.delivery_id);
	return { service, log, credentials, poll, state: trigger.state, saved: '' };
}

/** Adds entries to a mailing. The first ones of mailing 10 are 10001, 10002 and so on. */
export const add =
	(token: string, mailing: number, count = 1): Step =>
	({ service }) =>
		void service.add(token, mailing, count);

/** The account has no mailings. */
export const empty =
	(token: string): Step =>
	({ service }) =>
		void service.account(token);

/** The account of one token gets another one, which the credential gets too. */
export const rotate =
	(from: string, to: string): Step =>
	({ service, credentials }) => {
		service.rotate(from, to);
		credentials.token = to;
	};

/** The credential gets another token. */
export const use =
	(token: string): Step =>
	({ credentials }) =>
		void (credentials.token = token);

/** The lists of the account lack a mailing, with its entries, until `show`. */
export const hide =
	(token: string, mailing: number): Step =>
	({ service }) =>
		service.hide(token, mailing);

export const show =
	(token: string, mailing: number): Step =>
	({ service }) =>
		service.show(token, mailing);

/** The service rejects the mailing, which it lists. */
export const reject =
	(mailing: number, isRejected = true): Step =>
	({ service }) =>
		void (isRejected
			? service.unknown.add(String(mailing))
			: service.unknown.delete(String(mailing)));

/** The service answers with this status to a request to mark one of these replies as read. */
export const refuse =
	(status: number, ...replies: number[]): Step =>
	({ service }) => {
		service.rejection = status;
		service.rejected.clear();
		for (const reply of replies) service.rejected.add(String(reply));
	};

export const activate: Step = async ({ poll }) => {
	await poll('activation');
};

/** A poll that returns the entries with these ids. */
export const poll =
	(...ids: number[]): Step =>
	async (world) =>
		expect(await world.poll()).toEqual(ids);

export const fails =
	(httpCode: string): Step =>
	async (world) =>
		await expect(world.poll()).rejects.toMatchObject({ httpCode });

/** n8n saves the state. */
export const save: Step = (world) => {
	world.saved = JSON.stringify(world.state);
};

/** n8n loads the state that it saved last. */
export const load: Step = ({ state, saved }) =>
	void Object.assign(state, JSON.parse(saved) as IDataObject);

/** Number of lines in n8n's log about another account. */
export const told =
	(lines: number): Step =>
	({ log }) =>
		expect(log).toEqual(
			Array(lines).fill(
				expect.stringContaining('The token or the base URL of the credential has changed'),
			),
		);

export async function play(world: World, steps: Step[]): Promise<void> {
	for (const step of steps) await step(world);
}
