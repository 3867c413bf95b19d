import { hosts, refuseFor } from './loopback';
import './oneEngine';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import type {
	ICredentialType,
	INode,
	INodeExecutionData,
	INodeType,
	IRun,
	IVersionedNodeType,
} from 'n8n-workflow';
import { playgroundDir, projectDir } from '../../playground/paths';
import { people } from '../cases';
import { execute, prepare, TESTED } from '../engine/execute';
import { type Contender, contenders, secretForms } from './contenders';
import { AnyCredentials } from './credentials';
import {
	type FaultName,
	HIT,
	OUTAGE_SECONDS,
	settings,
	type Setting,
	TRIES,
	WAIT_MS,
} from './faults';

export interface Task {
	contender: number;
	items: number;
	/** Index of the first recipient. */
	from: number;
	setting: Setting;
	fault?: FaultName;
}

export interface Outcome {
	/** Status of each recipient according to n8n. */
	says: Array<'sent' | 'failed'>;
	/** True if the saved execution contains the credential's secret. */
	reveals: boolean;
	milliseconds: number;
	/** Growth of the process's memory from the start of the run to the peak, in bytes. */
	peakBytes: number;
	hosts: string[];
}

const THROWS = "$json.lost ? $('No such step').first().json.phone : $json.phone";
const load = createRequire(__filename);
const flatted = createRequire(join(playgroundDir, 'package.json'))('flatted') as {
	stringify: (value: unknown) => string;
};

const distOf = ({ package: from }: Pick<Contender, 'package'>): string =>
	from ? join(from.folder, 'node_modules', from.name, 'dist') : 'dist';

function instantiate<T>(dist: string, file: string): T {
	const path = join(projectDir, dist, file);
	const module = load(path) as Record<string, new () => T>;
	return new module[basename(path).split('.')[0]]();
}

function typesOf(contender: Contender) {
	const { node, nodeSetting: setting } = contender;
	const loaded = instantiate<INodeType | IVersionedNodeType>(distOf(contender), node);
	const type = prepare('nodeVersions' in loaded ? loaded.getNodeType(setting.version) : loaded);
	const input = { description: { ...type.description, properties: [], credentials: [] } };
	const find = (name: string) => (name === setting.type ? type : (input as INodeType));
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}

const recipients = ({ items, from, fault }: Task): INodeExecutionData[] =>
	people(items, from).map((json, item) => ({
		json: {
			...json,
			...(item === HIT && fault === 'invalid' && { phone: 'unknown' }),
			...(item === HIT && fault === 'expression' && { lost: true }),
		},
		pairedItem: { item },
	}));

/** n8n reports a recipient as sent if the item reaches the next node without an error. */
function saysOf({ data }: IRun, count: number): Outcome['says'] {
	const says = Array.from({ length: count }, (): 'sent' | 'failed' => 'failed');
	const [output] = data.resultData.runData[TESTED]?.at(-1)?.data?.main ?? [];
	for (const [index, { json, error: failed, pairedItem }] of (output ?? []).entries()) {
		const [pair] = [pairedItem].flat();
		const item = typeof pair === 'object' ? pair.item : (pair ?? index);
		if (!failed && json.error === undefined) says[item] = 'sent';
	}
	return says;
}

async function run(task: Task): Promise<Outcome> {
	const contender = contenders[task.contender];
	const { credential: file, withOurCredential, account, nodeSetting: setting } = contender;
	const dist = distOf(withOurCredential ? {} : contender);
	const credential = instantiate<ICredentialType>(dist, file);
	const written = JSON.stringify(setting.parameters);
	const parameters =
		task.fault === 'expression' ? written.replace('$json.phone', THROWS) : written;
	const node: INode = {
		id: TESTED,
		name: TESTED,
		type: setting.type,
		typeVersion: setting.version,
		position: [0, 0],
		parameters: JSON.parse(parameters) as INode['parameters'],
		credentials: { [credential.name]: { id: '1', name: 'Bench' } },
		onError: settings[task.setting],
		retryOnFail: true,
		maxTries: TRIES,
		waitBetweenTries: WAIT_MS,
	};
	const items = recipients(task);
	const helper = new AnyCredentials(credential, account);
	const types = typesOf(contender);
	globalThis.gc?.();
	const { rss } = process.memoryUsage();
	let peak = rss;
	const look = () => (peak = Math.max(peak, process.memoryUsage().rss));
	const watch = setInterval(look, 5);
	refuseFor(task.fault === 'refused' ? OUTAGE_SECONDS * 1000 : 0);
	const started = performance.now();
	const execution = await execute(node, types, helper, items);
	const milliseconds = performance.now() - started;
	clearInterval(watch);
	look();
	const saved = flatted.stringify(execution.data);
	return {
		says: saysOf(execution, task.items),
		reveals: secretForms.some((form) => saved.includes(form)),
		milliseconds,
		peakBytes: peak - rss,
		hosts: [...hosts],
	};
}

process.on('message', (task: Task) => {
	run(task).then(
		(outcome) => process.send?.({ outcome }),
		(error: Error) => process.send?.({ failure: error.stack }),
	);
});
