import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { connectionOf, type RequestOptions } from '../http/proxy';
import { isUnreadable, Problem, statusOf, toProblem } from '../errors/problem';
import { toNodeError } from '../out/nodeError';
import type { Account } from '../../../credentials/account';
import type { Endpoint } from '../api/endpoint';
import { mayWaitForConfirm } from '../api/statusWords';
import { readPages, withPage } from '../http/readPages';
import type { PagesRead } from '../response/readBody';
import {
	contactLists,
	preparedMessages,
	smsMailings,
	senderNames,
	templates,
	viberMailings,
	viberNames,
	viberNamesOfV1,
} from '../api/endpoints';
import { sendRequest, accountOf } from '../http/sendRequest';
import { toSingleLine } from '../values/singleLine';

type Context = ILoadOptionsFunctions;
type Entry = (record: IDataObject) => INodeListSearchItems;

/** Seconds to wait for a list, where a person waits. */
const EDITOR_SECONDS = 10;

/** All records of a list, for a picker. @throws Problem that says how to do without the picker */
export async function readSource(
	context: Context,
	source: Endpoint,
	advice: string,
): Promise<IDataObject[]> {
	try {
		return await readAll(context, await accountOf(context), source);
	} catch (error) {
		const failed = toProblem(error, { context });
		throw toNodeError(withNextStep(failed, advice), context.getNode());
	}
}

/** The same error, which also says how to do without the list: first, unless the token is wrong. */
function withNextStep(error: Problem, advice: string): Problem {
	const isTokenRejected = [401, 403].includes(statusOf(error) ?? 0);
	const steps = isTokenRejected ? [...error.advice, advice] : [advice, ...error.advice];
	return error.with({ advice: steps });
}

async function readAll(
	context: Context,
	account: Account,
	source: Endpoint,
): Promise<IDataObject[]> {
	const step = (context.getCurrentNodeParameter('requestOptions') || {}) as RequestOptions;
	const { maxInFlight, maxWait } = account.limits;
	const editor = { maxWait: Math.min(maxWait, EDITOR_SECONDS), timeout: EDITOR_SECONDS };
	const policy = { maxInFlight, ...editor, ...connectionOf(step) };
	const request = { operation: source, qs: { token: '' }, policy };
	const send = async (page?: IDataObject, pages?: PagesRead) =>
		await sendRequest(context, { ...withPage(source, request, page), pages }, account);
	return await readPages(source, undefined, async (...page) => (await send(...page)).records);
}

/** Accounts whose service has the names only where public clients read them. */
const accountsOfV1 = new Set<string>();
const MAX_ACCOUNTS = 1_000;

/** The Viber names of an account: from the older operation if the service does not have the newer one. */
async function readViberNames(context: Context, account: Account): Promise<IDataObject[]> {
	const { id } = account;
	if (accountsOfV1.has(id)) return await readAll(context, account, viberNamesOfV1);
	return await readAll(context, account, viberNames).catch(async (error: unknown) => {
		if (statusOf(error) !== 404) throw error;
		const names = await readAll(context, account, viberNamesOfV1);
		if (accountsOfV1.size >= MAX_ACCOUNTS) accountsOfV1.clear();
		accountsOfV1.add(id);
		return names;
	});
}

const readSenderNames = async (context: Context, account: Account): Promise<IDataObject[]> =>
	await readAll(context, account, senderNames);

/**
 * Lists names, which the API's documentation does not have. If this service has no such list, a person needs
 * to know no more than what to do.
 */
const namePicker = (read: typeof readSenderNames, entry: Entry) =>
	async function (this: Context, filter = ''): Promise<INodeListSearchResult> {
		try {
			const names = await read(this, await accountOf(this));
			return choices(names.map(entry), filter);
		} catch (error) {
			const failed = toProblem(error, { context: this });
			const isMissing = statusOf(failed) === 404 || isOtherShape(failed);
			const shown = isMissing
				? new Problem({ message: NO_NAMES, advice: [BY_ID] })
				: withNextStep(failed, BY_ID);
			throw toNodeError(shown, this.getNode());
		}
	};

/** Whether the response of the service is neither documented nor an error. */
const isOtherShape = (error: unknown): boolean =>
	isUnreadable(error) && /^2/.test(String(statusOf(error)));

const BY_ID = 'Choose "By ID" and type the ID.';
const NO_NAMES = 'The service does not list its sender names';

const picker = (source: Endpoint, entry: Entry, advice = BY_ID) =>
	async function (this: Context, filter = ''): Promise<INodeListSearchResult> {
		return choices((await readSource(this, source, advice)).map(entry), filter);
	};

/** Lists mailings. For Confirm those that may wait for it. */
const mailingPicker = (source: Endpoint, entry: Entry) =>
	async function (this: Context, filter = ''): Promise<INodeListSearchResult> {
		const all = await readSource(this, source, BY_ID);
		const isConfirm = this.getCurrentNodeParameter('operation') === 'confirm';
		const wanted = isConfirm ? all.filter(({ status }) => mayWaitForConfirm(status)) : all;
		return choices(wanted.map(entry), filter);
	};

function choices(all: INodeListSearchItems[], filter: string): INodeListSearchResult {
	const wanted = filter.trim().toLowerCase();
	// Without an ID there is nothing to choose.
	const entries = disambiguate(all.filter(({ value }) => value !== ''));
	const matches = ({ name, value }: INodeListSearchItems) =>
		name.toLowerCase().includes(wanted) || String(value) === wanted;
	return { results: entries.filter(matches) };
}

/** Entries of the same name get their ID behind it. */
function disambiguate(entries: INodeListSearchItems[]): INodeListSearchItems[] {
	const counts = new Map<string, number>();
	for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
	return entries.map((each) =>
		(counts.get(each.name) ?? 0) > 1
			? { ...each, name: `${each.name} · ID ${each.value}` }
			: each,
	);
}

const first = (record: IDataObject, ...keys: string[]): string =>
	String(
		keys.map((key) => record[key]).find((value) => value !== undefined && value !== '') ?? '',
	);

const pickerEntry =
	(id: string[], name: string[], ...details: string[]): Entry =>
	(record) => {
		const value = first(record, ...id);
		const more = details.map((key) => first(record, key)).filter((detail) => detail !== '');
		const label = first(record, ...name) || `ID ${value}`;
		return { value, name: toSingleLine([label.slice(0, 60), ...more].join(' · ')) };
	};

const withReadableDate =
	(entry: Entry): Entry =>
	(record) => {
		const created = new Date(Number(record.d_create) * 1000);
		const known = !Number.isNaN(created.getTime());
		const day = known ? created.toISOString().slice(0, 16).replace('T', ' ') : '';
		return entry({ ...record, d_create: day });
	};

const contactList = pickerEntry(['list_id'], ['name']);
const severalLists = picker(contactLists, contactList, 'Enter the IDs as an expression.');

/** What n8n calls to fill the lists of which several entries can be selected. */
export const loadOptions = {
	async loadContactLists(this: Context): Promise<INodePropertyOptions[]> {
		return (await severalLists.call(this)).results;
	},
};

const smsMailing = withReadableDate(pickerEntry(['id'], ['name'], 'status', 'd_create'));
const viberMailing = pickerEntry(['message_id'], ['message', 'message_type'], 'status', 'd_create');

/** What n8n calls to fill the lists of the resource locators. */
export const listSearch = {
	searchContactLists: picker(contactLists, contactList),
	searchTemplates: picker(templates, pickerEntry(['id'], ['name'])),
	searchViberMailings: mailingPicker(viberMailings, viberMailing),
	searchPreparedMessages: picker(
		preparedMessages,
		pickerEntry(['message_id'], ['message'], 'status', 'd_create'),
	),
	searchSmsMailings: mailingPicker(smsMailings, smsMailing),
	searchSenderNames: namePicker(
		readSenderNames,
		pickerEntry(['id', 'alphaname_id'], ['name', 'alphaname', 'title']),
	),
	searchViberNames: namePicker(
		readViberNames,
		pickerEntry(['id', 'vibername_id'], ['name', 'vibername', 'title']),
	),
};
