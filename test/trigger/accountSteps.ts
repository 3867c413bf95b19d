import type { IDataObject } from 'n8n-workflow';
import { openTrigger } from '../support/engine/poll';
import type { AccountsService } from './accountsService';

/** A trigger whose credential can be edited between two polls, and the service that it polls. */
export interface World {
	service: AccountsService;
	log: string[];
	state: IDataObject;
	/** The state that n8n has saved, as JSON. */
	saved: string;
	credentials: { baseUrl: string; token: string };
	/** Returns the IDs of the events of one poll. */
	poll: (kind?: 'scheduled' | 'activation') => Promise<unknown[]>;
}

/** An action, or a poll with its expected events. */
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

/** Adds entries to a mailing. The entries of mailing 10 are 10001, 10002 and so on. */
export const add =
	(token: string, mailing: number, count = 1): Step =>
	({ service }) =>
		void service.add(token, mailing, count);

/** Opens an account without mailings. */
export const empty =
	(token: string): Step =>
	({ service }) =>
		void service.account(token);

/** Replaces the token of an account, also in the credential. */
export const rotate =
	(from: string, to: string): Step =>
	({ service, credentials }) => {
		service.rotate(from, to);
		credentials.token = to;
	};

/** Puts another token into the credential. */
export const use =
	(token: string): Step =>
	({ credentials }) =>
		void (credentials.token = token);

/** Removes a mailing with its entries from the account's lists, until `show`. */
export const hide =
	(token: string, mailing: number): Step =>
	({ service }) =>
		service.hide(token, mailing);

export const show =
	(token: string, mailing: number): Step =>
	({ service }) =>
		service.show(token, mailing);

/** The service still lists the mailing, but rejects requests for its entries. */
export const reject =
	(mailing: number, isRejected = true): Step =>
	({ service }) =>
		void (isRejected
			? service.unknown.add(String(mailing))
			: service.unknown.delete(String(mailing)));

/** The service rejects requests to mark one of these replies as read. */
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

/** Polls, and expects the entries with these IDs. */
export const poll =
	(...ids: number[]): Step =>
	async (world) =>
		expect(await world.poll()).toEqual(ids);

export const fails =
	(httpCode: string): Step =>
	async (world) =>
		await expect(world.poll()).rejects.toMatchObject({ httpCode });

export const save: Step = (world) => {
	world.saved = JSON.stringify(world.state);
};

export const load: Step = ({ state, saved }) =>
	void Object.assign(state, JSON.parse(saved) as IDataObject);

/** Expects this number of log lines about another account. */
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
