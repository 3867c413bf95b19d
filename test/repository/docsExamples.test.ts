import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeParameters } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { credentialsOf } from '../../scripts/docs/examples/run';
import { emailBatch, smsBatch, viberBatch } from '../batch/settings';
import { nameOf } from '../reference/readReference';
import { runNode } from '../support/engine/runNode';

const PHONE = '37120000001';
const MINUTE = 60_000;

const jsonOf = (page: string): unknown[] => {
	const text = readFileSync(join(__dirname, '..', '..', 'docs', page), 'utf8');
	return [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => JSON.parse(json));
};

let sandbox: Sandbox;
afterEach(async () => await sandbox.close());

interface Pasted {
	nodes: Array<{ type: string; parameters: INodeParameters }>;
}

test.each([
	['sms', 'viber', 0],
	['viber', 'sms', 1],
])(
	'the step of docs/messages.md forwards %s to %s after 15 minutes',
	async (from, to, position) => {
		sandbox = await startSandbox({ clock: 'manual', undeliverable: [PHONE] });
		const [{ type, parameters }] = (jsonOf('messages.md')[position] as Pasted).nodes;
		const items = [{ json: { phone: PHONE, name: 'Anna' } }];
		const credentials = credentialsOf(sandbox);
		const { error } = await runNode({ node: nameOf(type), parameters, credentials, items });
		expect(error).toBeUndefined();
		const sent = () => sandbox.messages.map(({ channel, text }) => [channel, text]);
		const text = 'Hello Anna, your order is ready';
		sandbox.advance(14 * MINUTE);
		expect(sent()).toEqual([[from, text]]);
		sandbox.advance(2 * MINUTE);
		expect(sent().sort()).toEqual([
			['sms', text],
			['viber', text],
		]);
		expect(sandbox.messages.find(({ channel }) => channel === to)?.sender).toBe('Shop');
	},
);

test.each([
	['SMS', smsBatch, 0],
	['Viber', viberBatch, 1],
	['email', emailBatch, 2],
])('the %s mailings of docs/batches.md are accepted', async (_, batch, position) => {
	sandbox = await startSandbox({ clock: 'manual' });
	const mailings = jsonOf('batches.md')[position] as Array<{ delivery_list: unknown[] }>;
	const parameters = { specifyMailings: 'json', mailingsJson: JSON.stringify(mailings) };
	const { error } = await runNode(batch(parameters, { credentials: credentialsOf(sandbox) }));
	expect(error).toBeUndefined();
	const rejected = sandbox.requests.filter(({ status }) => status !== 200);
	expect([sandbox.requests.length > 0, rejected]).toEqual([true, []]);
});
