import type { IDataObject } from 'n8n-workflow';
import { CALLBACK, type Job } from '../cases';

interface Person {
	phone: string;
	name: string;
}

const AT_A_TIME = 10;
const URL_BYTES = 8_000;

/** Does the job as a script would, with Node's `fetch` and without n8n. */
export async function bare(job: Job, items: IDataObject[], base: string, token: string) {
	const people = items as unknown as Person[];
	const textFor = ({ name }: Person) => `Hello ${name}, your order is ready`;
	const post = async (path: string, query: Record<string, string>, body?: object) => {
		const url = `${base}${path}?${new URLSearchParams(query)}`;
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(url, {
			method: 'POST',
			...(body && { headers, body: JSON.stringify(body) }),
		});
		if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
		return await answer.json();
	};
	if (job === 'batch') {
		for (let from = 0; from < people.length; from += 10_000) {
			const list = people.slice(from, from + 10_000);
			const delivery_list = list.map((person) => ({
				phone: person.phone,
				text: textFor(person),
			}));
			const mailing = { alphaname_id: '1363', name: 'Bench', message_type: 'personal' };
			const messages = [{ ...mailing, delivery_list }];
			await post('/api/v1/sendBulkSms', {}, { token, callback_url: CALLBACK, messages });
		}
		return;
	}
	if (job === 'import') {
		for (const query of importQueries(people, base.length + token.length)) {
			await post('/api/v2/importContacts', { ...query, list_id: '1001', token });
		}
		return;
	}
	const left = [...people].reverse();
	const worker = async () => {
		for (let person = left.pop(); person; person = left.pop()) {
			const query = {
				token,
				alphaname_id: '1363',
				phone: person.phone,
				message: textFor(person),
			};
			await post('/api/v1/sendQuickSMS', query);
		}
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

function* importQueries(people: Person[], around: number): Generator<Record<string, string>> {
	const head = { 'field_names[0]': 'phone', 'field_names[1]': 'NAME' };
	let query: Record<string, string> = { ...head };
	let bytes = around;
	let count = 0;
	for (const { phone, name } of people) {
		const row = { [`data[${count}][0]`]: phone, [`data[${count}][1]`]: name };
		const more = new URLSearchParams(row).toString().length + 1;
		if (bytes + more > URL_BYTES - 200) {
			yield query;
			query = { ...head, 'data[0][0]': phone, 'data[0][1]': name };
			bytes = around + more;
			count = 1;
			continue;
		}
		Object.assign(query, row);
		bytes += more;
		count += 1;
	}
	if (count > 0) yield query;
}
