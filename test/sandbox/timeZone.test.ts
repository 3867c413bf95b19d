import type { NodeParameterValueType } from 'n8n-workflow';
import { type Sandbox, startSandbox } from '../../sandbox';
import { optionsFrom, timeZoneOf } from '../../sandbox/environment';
import { byId } from '../contract/row';
import type { NodeName } from '../support/engine/nodeTypes';
import { runNode } from '../support/engine/runNode';

const MINUTE = 60_000;
const inTwoHours = '={{ $now.plus({ hours: 2 }) }}';
type Parameters = Record<string, NodeParameterValueType>;

/** Every way to schedule, with what makes it send at its time. */
const sends: Array<{ title: string; node: NodeName; parameters: Parameters; then?: Parameters }> = [
	{
		title: 'an SMS mailing',
		node: 'messagingServiceSms',
		parameters: {
			...{ resource: 'mailing', operation: 'create', sender: byId('1363') },
			...{
				listId: byId('1001'),
				mailingName: 'Sale',
				message: 'Hi',
				scheduleTime: inTwoHours,
			},
		},
		then: { resource: 'mailing', operation: 'confirm' },
	},
	{
		title: 'a Viber mailing',
		node: 'messagingServiceViber',
		parameters: {
			...{ resource: 'mailing', operation: 'create', sender: byId('21') },
			...{ listId: byId('1001'), message: 'Hi', options: { scheduleTime: inTwoHours } },
		},
		then: { resource: 'mailing', operation: 'confirm' },
	},
	{
		title: 'an email',
		node: 'messagingServiceEmail',
		parameters: {
			...{ resource: 'message', operation: 'send', senderEmail: 'news@example.com' },
			...{ email: 'anna@example.com', subject: 'Hi', message: '<p>Hi</p>' },
			options: { scheduleTime: inTwoHours },
		},
	},
];
const zones = ['UTC', 'Asia/Kolkata', 'America/New_York'];
const cases = zones.flatMap((zone) => sends.map((row) => ({ zone, ...row })));

let sandbox: Sandbox | undefined;
afterEach(async () => await sandbox?.close());

test.each(cases)(
	'in $zone, "in two hours" of $title is in two hours',
	async ({ zone: timezone, node, parameters, then }) => {
		// From an environment, as `npm start` and `npm run sandbox` take it.
		const { timeZone } = optionsFrom({ GENERIC_TIMEZONE: timezone });
		sandbox = await startSandbox({ clock: 'manual', timeZone });
		const { url: baseUrl, token } = sandbox;
		const credentials = { baseUrl, token };
		const run = async (one: Parameters) => {
			const { items, error } = await runNode({
				node,
				parameters: one,
				timezone,
				credentials,
			});
			expect(error).toBeUndefined();
			return items[0].json;
		};
		const { message_id } = await run(parameters);
		if (then) await run({ ...then, mailingId: byId(String(message_id)) });
		sandbox.advance(120 * MINUTE - 2 * MINUTE);
		expect(sandbox.messages).toEqual([]);
		// The sandbox's clock stands still, and $now goes on while the step runs.
		sandbox.advance(3 * MINUTE);
		expect(sandbox.messages).not.toEqual([]);
	},
);

test('takes the time zone of the machine if none is set, and rejects an unknown one', () => {
	const machine = Intl.DateTimeFormat().resolvedOptions().timeZone;
	expect(timeZoneOf({})).toBe(machine);
	expect(timeZoneOf({ GENERIC_TIMEZONE: '' })).toBe(machine);
	expect(() => timeZoneOf({ GENERIC_TIMEZONE: 'Mars/Base' })).toThrow(
		'GENERIC_TIMEZONE is "Mars/Base", which is not a time zone.',
	);
});
