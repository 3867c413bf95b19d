import type { Sandbox } from '../../sandbox';
import type { Report } from './collector';

const RECIPIENTS = 10;
const phoneOf = (n: number) => String(37_120_001_000 + n);

interface Answer {
	result?: { list_id?: number; message_id?: number };
}

async function call(
	{ url }: Sandbox,
	operation: string,
	query: Record<string, string>,
	form?: Record<string, string>,
): Promise<Answer> {
	const address = `${url}/api/v2/${operation}?${new URLSearchParams(query)}`;
	const answer = await fetch(address, {
		method: 'POST',
		body: form && new URLSearchParams(form),
	});
	if (!answer.ok) throw new Error(`${operation}: ${await answer.text()}`);
	return (await answer.json()) as Answer;
}

export async function createList(sandbox: Sandbox, name: string): Promise<number> {
	const query = { token: sandbox.token, name };
	return (await call(sandbox, 'createSubscriberList', query)).result?.list_id ?? 0;
}

/** Creates and confirms a Viber mailing for each minute. Returns the IDs. */
export async function planMailings(sandbox: Sandbox, minutes: number): Promise<number[]> {
	const { token } = sandbox;
	const list = String(await createList(sandbox, 'Viber readers'));
	const contacts = Array.from({ length: RECIPIENTS }, (_, n) => [`data[${n}][0]`, phoneOf(n)]);
	const names = { token, list_id: list, 'field_names[0]': 'phone' };
	await call(sandbox, 'importContacts', { ...names, ...Object.fromEntries(contacts) });
	const ids: number[] = [];
	for (let minute = 0; minute < minutes; minute++) {
		const at = new Date(Date.now() + minute * 60_000).toISOString();
		const mailing = { vibername_id: '21', list_id: list, message: 'Half price today' };
		const form = { token, ...mailing, d_schedule: at.slice(0, 16).replace('T', ' ') };
		const { result } = await call(sandbox, 'sendViberMessageList', {}, form);
		const message_id = String(result?.message_id);
		await call(sandbox, 'confirmViberMessage', { token }, { message_id });
		ids.push(Number(message_id));
	}
	return ids;
}

/** Replies to a sent mailing every few seconds. */
export async function answerUntil(end: number, sandbox: Sandbox, everyMs: number): Promise<void> {
	for (let n = 0; Date.now() < end; n++) {
		const sent = sandbox.messages.filter(
			({ operation }) => operation === 'sendViberMessageList',
		);
		const message = sent[(n * 7) % Math.max(1, sent.length)];
		if (message) sandbox.reply(message.to, `Reply ${n}`, message.messageId ?? undefined);
		await new Promise((resolve) => setTimeout(resolve, everyMs));
	}
}

/** Lists the replies that started no execution, or several. */
export function wrongReplies({ replies }: Sandbox, reports: Report[]): string[] {
	const times = new Map<string, number>();
	for (const { id } of reports) times.set(String(id), (times.get(String(id)) ?? 0) + 1);
	return replies.flatMap(({ id }) =>
		times.get(String(id)) === 1 ? [] : [`reply ${id}: ${times.get(String(id)) ?? 0} times`],
	);
}

/**
 * Lists the recipients whose reported changes do not lead from the first status to the present
 * status, each change reported once.
 */
export function wrongDeliveries({ messages }: Sandbox, reports: Report[]): string[] {
	const known = new Map<number, string>();
	const wrong: string[] = [];
	for (const { delivery_id: id = 0, status = '', previous_status: before } of reports) {
		if ((known.get(id) ?? null) !== before || status === before) {
			wrong.push(`${id}: ${before} → ${status} after ${known.get(id)}`);
		}
		known.set(id, status);
	}
	for (const { id, status, operation } of messages) {
		if (operation !== 'sendViberMessageList' || known.get(id) === status) continue;
		wrong.push(`${id}: told ${known.get(id)}, is ${status}`);
	}
	return wrong;
}
