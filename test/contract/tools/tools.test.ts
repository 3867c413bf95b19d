import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { toolCallers, callByMcpServer } from '../../support/engine/callTool';
import { runNode } from '../../support/engine/runNode';
import { Service, type SentRequest } from '../../support/engine/service';
import type { Setting } from '../../support/engine/workflow';
import { contract, isFirst } from '..';
import { nodeNames } from '../interfaceTable';
import type { ContractRow } from '../row';
import { toolRows } from './toolRows';
import { actualRequest, expectedRequest } from '../wire';
import { shareOf } from '../../support/thorough';
import { withoutAdded } from '../../support/withoutAdded';

const types = ['string', 'number', 'boolean'];

/** Replaces expressions for keys of the item with arguments of the model. */
function fromModel(parameters: INodeParameters, args: IDataObject): INodeParameters {
	const argument = (name: string): string => {
		const type = types.includes(typeof args[name]) ? typeof args[name] : 'json';
		return `$fromAI('${name}', '', '${type}')`;
	};
	return JSON.parse(
		JSON.stringify(parameters, (_, value: unknown) =>
			typeof value === 'string' && value.startsWith('=')
				? value.replace(/\$json\.(\w+)/g, (__, name: string) => argument(name))
				: value,
		),
	) as INodeParameters;
}

const settingOf = ({ node, resource, operation, parameters, timezone }: ContractRow): Setting => ({
	node,
	parameters: { resource, operation, ...parameters },
	timezone,
});

const onTheWire = (requests: SentRequest[]) =>
	requests.splice(0).map(({ method, url, headers, body }) => ({ method, url, headers, body }));

/** Starts a service with the responses of a row, which repeat for each run. */
async function withAnswers(row: ContractRow, test: (service: Service) => Promise<void>) {
	const service: Service = new Service(() => {
		const { answer } = row.sends[service.requests.length - 1] ?? row.sends[0];
		return { body: answer };
	});
	try {
		await test(service);
	} finally {
		service.close();
	}
}

/** Waits need an agent of version 3: see test/wait. */
const waits = ({ operation }: ContractRow) => operation === 'sendAndWait';
/** A model cannot pass files. */
const hasFile = ({ items }: ContractRow) => items?.[0].files !== undefined;
/**
 * All callers for the first row of each operation, and alternating callers for a share of the other
 * rows.
 */
const others = shareOf(
	contract.filter((row) => !isFirst(row)),
	3,
);
const callersOf = (row: ContractRow) =>
	isFirst(row) ? toolCallers : shareOf(toolCallers, toolCallers.length, others.indexOf(row));
/** n8n passes only arguments that a field requests, and these parameters request none. */
const takesAnything = ({ parameters: { columns } }: ContractRow) =>
	(columns as IDataObject | undefined)?.mappingMode === 'autoMapInputData';

describe.each(nodeNames)('%s as a tool', (node) => {
	const own = contract.filter((row) => row.node === node && !waits(row));

	const normal = own.filter((row) => !hasFile(row) && (isFirst(row) || others.includes(row)));
	test.each(normal)(
		'$resource:$operation ($title) sends what a normal run sends',
		async (row) => {
			await withAnswers(row, async ({ requests, strays }) => {
				const setting = settingOf(row);
				const [item = { json: {} }] = row.items ?? [];
				const run = await runNode({ ...setting, items: [item] });
				if (run.error) throw run.error;
				const expected = onTheWire(requests);
				expect(expected.length).toBeGreaterThan(0);
				// The token of a code contains the time.
				const records = run.items.map(({ json }) =>
					'token' in json ? { ...json, token: expect.any(String) as string } : json,
				);
				const parameters = fromModel(setting.parameters, item.json);
				for (const [caller, call] of callersOf(row)) {
					if (takesAnything(row) && call === callByMcpServer) continue;
					const output = await call({ ...setting, parameters }, item.json);
					expect([caller, onTheWire(requests)]).toEqual([caller, expected]);
					expect([caller, output]).toEqual([caller, records]);
				}
				expect(strays).toEqual([]);
			});
		},
	);

	const withFiles = own.filter(hasFile);
	if (withFiles.length > 0) {
		test.each(withFiles)(
			'$resource:$operation ($title) does not send if the file is missing',
			async (row) => {
				await withAnswers(row, async ({ requests }) => {
					for (const [, call] of toolCallers) {
						const response = call(settingOf(row), {}).then(JSON.stringify);
						const told = await response.catch((error: Error) => error.message);
						expect(told).toMatch(
							/has no binary field of that name|'Input Binary Field' is empty/,
						);
					}
					expect(requests).toEqual([]);
				});
			},
		);
	}

	const chosen = toolRows.filter((row) => row.node === node);
	test.each(chosen)('$resource:$operation sends what the model chose: $title', async (row) => {
		await withAnswers(row, async ({ requests }) => {
			for (const [caller, call] of toolCallers) {
				const output = await call(settingOf(row), row.items?.[0].json ?? {});
				const expected = row.sends.map((exchange) => expectedRequest(row, exchange));
				const sent = requests.splice(0).map(actualRequest);
				expect([caller, sent]).toEqual([caller, expected]);
				const added = withoutAdded(output, row.output);
				expect([caller, added]).toEqual([caller, row.output]);
			}
		});
	});
});
