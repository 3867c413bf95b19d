import { parseToken } from '../../credentials/account';
import { parseBaseUrl } from '../../credentials/baseUrl';
import { Redactor } from '../../credentials/redact';
import { readResponse } from '../../nodes/shared/response/readResponse';
import manifest from '../../package.json';
import { ask, type Asked } from './ask';
import { compare, knownNames, shapeOf } from './compare';
import { parametersOf, type Reading, readings } from './readings';

const USAGE = `Set MESSAGING_SERVICE_URL (e.g. https://api.example.com) and MESSAGING_SERVICE_TOKEN in the environment.
IDs are arguments: npm run check:service -- sms.smsId=<ID> viber.uuid=<UUID>`;

const NOTHING_READ =
	'Nothing could be read. Check MESSAGING_SERVICE_URL and MESSAGING_SERVICE_TOKEN.';

/**
 * Reads the IDs by name.
 * @throws Error that does not show the IDs
 */
function idsOf(args: string[], all: Reading[]): Map<string, string> {
	const ids = new Map(
		args.map((arg): [string, string] => {
			const at = arg.indexOf('=');
			return at < 0 ? [arg, ''] : [arg.slice(0, at), arg.slice(at + 1)];
		}),
	);
	const takes = all.flatMap((reading) => (reading.takes ? [{ reading, ...reading.takes }] : []));
	const validNames = [...new Set(takes.map(({ name }) => name))].join(', ');
	const unknown = [...ids.keys()].some((name) => !takes.some((taken) => taken.name === name));
	if (unknown) throw new Error(`An argument is not one of ${validNames}, each with = and an ID.`);
	for (const { reading, name } of takes) {
		const id = ids.get(name);
		if (id === undefined) continue;
		if (id === '') throw new Error(`${name} has no value.`);
		try {
			parametersOf(reading, '', id);
		} catch {
			throw new Error(`${name} is not an ID.`);
		}
	}
	return ids;
}

interface Account {
	baseUrl: string;
	token: string;
}

/** @throws Error that says what to enter */
function accountOf({ MESSAGING_SERVICE_URL, MESSAGING_SERVICE_TOKEN }: NodeJS.ProcessEnv): Account {
	if (!MESSAGING_SERVICE_URL || !MESSAGING_SERVICE_TOKEN) throw new Error(USAGE);
	const baseUrl = parseBaseUrl(MESSAGING_SERVICE_URL);
	return { baseUrl, token: parseToken(MESSAGING_SERVICE_TOKEN) };
}

/**
 * Calls the read operations of the service, one after the other. Prints how responses differ from
 * the documentation, but never a value.
 * @param requests the requests; default: all that the nodes declare
 * @returns true if nothing differs
 * @throws Error that says what to enter
 */
export async function checkService(
	environment: NodeJS.ProcessEnv,
	args: string[],
	print: (line: string) => void,
	requests?: Reading[],
): Promise<boolean> {
	const account = accountOf(environment);
	const redactor = new Redactor([account.token]);
	const all = requests ?? (await readings());
	const ids = idsOf(args, all);
	const safeNames = knownNames(all);
	const report: string[] = [];
	let isSame = true;
	const waiting = [...all];
	for (let reading = waiting.shift(); reading; reading = waiting.shift()) {
		const id = reading.takes && ids.get(reading.takes.name);
		const skipped = whySkipped(reading, id);
		if (skipped) {
			print(`skipped  ${reading.name}: ${skipped}`);
			continue;
		}
		const response = await ask(reading, account, id);
		const { result, text } = judge(reading, response, id, safeNames);
		const { method, url: path } = reading.endpoint.routing.request;
		const line = `${result.padEnd(8)} ${reading.name}, ${method} ${path}: ${text}`;
		report.push(redactor.redactText(line));
		print(redactor.redactText(line));
		isSame &&= result === 'ok' || result === 'seen';
		if (isRefused(response)) break;
		if (isStatus(response, 404) && reading.otherwise) waiting.unshift(reading.otherwise);
	}
	if (waiting.length > 0) print('The rest was not asked.');
	else if (report.every((line) => line.startsWith('failed'))) print(NOTHING_READ);
	printReport(report, print);
	return isSame;
}

function whySkipped({ takes, needs }: Reading, id?: string): string | undefined {
	if (needs) return `not asked, because it needs ${needs}`;
	return takes && id === undefined ? `give ${takes.name}=<ID>` : undefined;
}

function printReport(lines: string[], print: (line: string) => void): void {
	const date = new Date().toISOString().slice(0, 10);
	print('\nPaste this into a report. It contains no value of your account:\n```');
	print(`${manifest.name} ${manifest.version}, ${date}, Node.js ${process.version}`);
	for (const line of lines) print(line);
	print('```');
}

const isStatus = (response: Asked, status: number) =>
	'status' in response && response.status === status;

/** Reports whether further requests would fail, too. */
const isRefused = (response: Asked) => 'problem' in response || isStatus(response, 429);

/** `seen` is the result for a response that the API does not document. */
type Result = 'ok' | 'seen' | 'differs' | 'failed';

function judge(
	reading: Reading,
	response: Asked,
	id: string | undefined,
	safeNames: Set<string>,
): { result: Result; text: string } {
	const { endpoint, schema } = reading;
	if ('problem' in response)
		return { result: 'failed', text: `no response (${response.problem})` };
	const { status, json } = response;
	const http = `HTTP ${status}`;
	if (status === endpoint.response.emptyListHttpStatus)
		return { result: 'ok', text: `no record, ${http}` };
	if (status < 200 || status > 299) return { result: 'failed', text: http };
	if (json === undefined) return { result: 'failed', text: `${http}, not JSON` };
	// Does not print the reason of a failure, because the reason may quote the service.
	const isRead = 'records' in readResponse(response, endpoint);
	const failure = isRead ? [] : ['the package reads it as a failure'];
	if (!schema) {
		const text = [shapeOf(json, safeNames), ...failure].join('; ');
		return { result: isRead ? 'seen' : 'differs', text };
	}
	const { query, form } = parametersOf(reading, '', id);
	const { records, differences } = compare(json, reading, { ...query, ...form });
	const isSame = isRead && differences.length === 0;
	return {
		result: isSame ? 'ok' : 'differs',
		text: [records, ...differences, ...failure].join('; '),
	};
}
