import type { Sandbox } from '../../../sandbox';

interface Answer {
	result?: { message_id?: number; id?: number };
}

async function post(sandbox: Sandbox, path: string, form: Record<string, string>): Promise<Answer> {
	const body = new URLSearchParams(form);
	const answer = await fetch(`${sandbox.url}/api/v2/${path}`, { method: 'POST', body });
	return (await answer.json()) as Answer;
}

/** Sends a Viber mailing to the two contacts of the sandbox, and to others. Returns its ID. */
export async function viberMailing(sandbox: Sandbox, others: string[] = []): Promise<number> {
	const { token } = sandbox;
	const rows = others.map((phone, row) => `&data[${row}][0]=${phone}`).join('');
	const contacts = `token=${token}&list_id=1001&field_names[0]=phone${rows}`;
	if (others.length > 0) await post(sandbox, `importContacts?${contacts}`, {});
	const fields = { vibername_id: '21', list_id: '1001', message: 'Half price today' };
	const { result } = await post(sandbox, 'sendViberMessageList', { token, ...fields });
	const id = result?.message_id ?? 0;
	await post(sandbox, `confirmViberMessage?token=${token}`, { message_id: String(id) });
	return id;
}

export async function createTemplate(sandbox: Sandbox, message: string): Promise<number> {
	const { token } = sandbox;
	const { result } = await post(sandbox, 'createTemplateMessage', { token, name: 'T', message });
	return result?.id ?? 0;
}

/** Makes messages undeliverable until a reset of the sandbox. `*` means all recipients. */
export async function deliverNothingTo(sandbox: Sandbox, ...recipients: string[]): Promise<void> {
	await fetch(`${sandbox.url}/_sandbox/undeliverable`, {
		method: 'PUT',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ recipients }),
	});
}
