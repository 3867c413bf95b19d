import type { CallbackRecord } from '../account/records';
import type { RunningSandbox } from './runningSandbox';

export interface SandboxState {
	/** Milliseconds on the sandbox's clock. */
	now: number;
	balance: number;
	sent: number;
	maxInFlight: number;
	alphanames: Record<string, string>;
	vibernames: Record<string, string>;
	lists: Array<{ id: number; name: string; contacts: Array<Record<string, string>> }>;
	templates: Array<{ id: number; name: string; message: string }>;
	undeliverable: string[];
	callbacks: CallbackRecord[];
}

export function stateOf({ service, clock, log }: RunningSandbox): SandboxState {
	clock.runDue();
	return {
		now: clock.now(),
		balance: service.balance,
		sent: service.outbox.sent.length,
		maxInFlight: log.maxInFlight,
		alphanames: Object.fromEntries(service.alphanames),
		vibernames: Object.fromEntries(service.vibernames),
		lists: [...service.lists.values()].map(({ id, name, contacts }) => ({
			id,
			name,
			contacts: contacts.map(({ fields }) => Object.fromEntries(fields)),
		})),
		templates: [...service.templates.values()],
		undeliverable: [...service.outbox.undeliverable],
		callbacks: service.batches.called,
	};
}
