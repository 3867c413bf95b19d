import { pause, until } from '../../support/until';
import { byId } from '../agents/toolDrafts';
import { startWorld, webhookHeaders, type World } from '../n8n/harness';
import { seeded } from '../operations/step';
import { linksIn, outputOf, publishAsk, respond, saveAccount } from './waiting';

/** Executions that wait at the same time. */
const WAITS = Number(process.env.WAITS || 40);
/** Requests at a time. */
const AT_A_TIME = 20;

let world: World;
beforeAll(async () => {
	world = await startWorld();
});
afterAll(async () => await world?.stop());

/** Does something for each one, some at a time. @returns the seconds that it took */
async function forEach<T>(all: T[], act: (one: T) => Promise<void>): Promise<number> {
	const begin = Date.now();
	const rest = [...all];
	const next = async () => {
		for (let one = rest.pop(); one !== undefined; one = rest.pop()) await act(one);
	};
	await Promise.all(Array.from({ length: AT_A_TIME }, next));
	return (Date.now() - begin) / 1_000;
}

test('of many executions that wait, each gets the response to its own link', async () => {
	const { rest, n8n, sandbox } = world;
	const account = await saveAccount(world);
	const { workflow, path } = await publishAsk(world, account, 'messagingServiceSms', {
		sender: byId(seeded.alphaname),
		phone: '={{ $json.body.phone }}',
		message: '=Who are you, {{ $json.body.phone }}?',
		responseType: 'freeText',
	});
	const phones = Array.from({ length: WAITS }, (_, index) => String(37_120_100_000 + index));
	const reached = async (status: string) =>
		await until(`all are ${status}`, 300, async () => {
			await pause(500);
			const all = await rest.executions(workflow.id);
			return all.filter((one) => one.status === status).length === WAITS;
		});
	const begin = Date.now();
	await forEach(phones, async (phone) => {
		const body = JSON.stringify({ phone });
		const url = `${n8n.url}/webhook/${path}`;
		const call = await fetch(url, { method: 'POST', headers: webhookHeaders, body });
		expect(call.status).toBe(200);
	});
	await reached('waiting');
	const sent = (Date.now() - begin) / 1_000;

	const links = linksIn(world);
	const asked = sandbox.messages.map(({ to }, index) => ({ to, link: links[index] }));
	expect(asked.map(({ to }) => to).sort()).toEqual(phones);
	const responded = await forEach(asked, async ({ to, link }) => {
		const page = await respond(link, `I am ${to}`);
		expect(page.status).toBe(200);
		expect(await page.text()).toContain(`I am ${to}`);
	});
	await reached('success');
	const whole = (Date.now() - begin) / 1_000;

	const responders: unknown[] = [];
	await forEach(await rest.executions(workflow.id), async ({ id }) => {
		const output = outputOf(await rest.finished(id));
		const { phone } = output?.body as { phone: string };
		expect(output).toMatchObject({ data: { text: `I am ${phone}`, responder: phone } });
		responders.push(phone);
	});
	expect(responders.sort()).toEqual(phones);
	expect(sandbox.messages).toHaveLength(WAITS);
	const figures = { waits: WAITS, sent, responded, whole };
	process.stdout.write(`${JSON.stringify(figures)}\n`);
}, 900_000);
