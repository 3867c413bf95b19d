import type { INodeParameters } from 'n8n-workflow';
import { byId, PHONE } from '../contract/row';
import type { RunSetting } from '../support/engine/runNode';
import { startWaiting, type Waiting } from '../support/waiting';

export const sent = { sms_id: 9001, status: 'NEW', parts: 2 };
const plain = { sender: byId('1363'), phone: PHONE, message: 'Refund 40 EUR?' };

/** Returns an SMS step that waits. */
export const asking = (
	parameters: INodeParameters = {},
	more: Partial<RunSetting> = {},
): RunSetting => ({
	node: 'messagingServiceSms',
	parameters: { resource: 'message', operation: 'sendAndWait', ...plain, ...parameters },
	...more,
});

const open: Waiting[] = [];
afterEach(async () => {
	for (const one of open.splice(0)) await one.close();
});

/** Sends the message, and waits until the test ends. */
export async function ask(
	parameters: INodeParameters = {},
	more: Partial<RunSetting> = {},
): Promise<Waiting> {
	const waiting = await startWaiting(asking(parameters, more), sent);
	open.push(waiting);
	if (waiting.result.error) throw waiting.result.error;
	return waiting;
}

/** Changes the value of a parameter in a link. */
export function changed(link: string, name: string, value: string): string {
	const url = new URL(link);
	url.searchParams.set(name, value);
	return url.href;
}
