import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { connectionOf, type RequestOptions } from '../http/proxy';
import { toNodeError } from '../errors/nodeErrors';
import type { Endpoint } from '../api/endpoint';
import { readPages, withPage } from '../http/readPages';
import type { PagesRead } from '../response/size';
import {
	contactLists,
	preparedMessages,
	smsMailings,
	senderNames,
	templates,
	viberMailings,
	viberNames,
} from '../api/endpoints';
import { sendRequest } from '../http/sendRequest';
import { accountOf } from '../http/sendRequest';
import { oneLine } from '../values/oneLine';

type Context = ILoadOptionsFunctions;
type Entry = (record: IDataObject) => INodeListSearchItems;

/** Seconds to wait for a list, where a person waits. */
const EDITOR_SECONDS = 10;

/** All records of a list, as a picker needs them. @throws NodeError with advice on how to do without it */
export async function readSource(
	context: Context,
	source: Endpoint,
	advice: string,
): Promise<IDataObject[]> {
	try {
		const account = await accountOf(context);
		const step = (context.getCurrentNodeParameter('requestOptions') || {}) as RequestOptions;
		const { maxInFlight, maxWait } = account.limits;
		const editor = { maxWait: Math.min(maxWait, EDITOR_SECONDS), timeout: EDITOR_SECONDS };
		const policy = { maxInFlight, ...editor, ...connectionOf(step) };
		const request = { operation: source, qs: { token: '' }, policy };
		const send = async (page?: IDataObject, pages?: PagesRead) =>
			await sendRequest(context, { ...withPage(source, request, page), pages }, account);
		return await readPages(source, undefined, send);
	} catch (error) {
		const failed = toNodeError(error, { context, action: source.action });
		failed.description = `${advice} ${failed.description ?? ''}`.trim();
		throw failed;
	}
}

const picker = (source: Endpoint, entry: Entry, advice = 'Choose "By ID" and type the ID.') =>
	async function (this: Context, filter = ''): Promise<INodeListSearchResult> {
		const wanted = filter.trim().toLowerCase();
		const all = (await readSource(this, source, advice)).flatMap(mapToRecords).map(entry);
		// Without an ID there is nothing to choose.
		const entries = disambiguate(all.filter(({ value }) => value !== ''));
		const matches = ({ name, value }: INodeListSearchItems) =>
			name.toLowerCase().includes(wanted) || String(value) === wanted;
		return { results: entries.filter(matches) };
	};

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

/** A map of id to name, as some lists come, becomes one record per entry; other keys are no IDs. */
const mapToRecords = (record: IDataObject): IDataObject[] => {
	const all = Object.keys(record);
	const keys = all.filter((key) => /^\d+$/.test(key));
	if (keys.length === 0 && all.length > 0) return [record];
	return keys.map((key) => ({ id: key, name: record[key] }));
};

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
		return { value, name: oneLine([label.slice(0, 60), ...more].join(' · ')) };
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

/** What n8n calls to fill the lists of the resource locators. */
export const listSearch = {
	searchContactLists: picker(contactLists, contactList),
	searchTemplates: picker(templates, pickerEntry(['id'], ['name'])),
	searchViberMailings: picker(
		viberMailings,
		pickerEntry(['message_id'], ['message', 'message_type'], 'status', 'd_create'),
	),
	searchPreparedMessages: picker(
		preparedMessages,
		pickerEntry(['message_id'], ['message'], 'status', 'd_create'),
	),
	searchSmsMailings: picker(
		smsMailings,
		withReadableDate(pickerEntry(['id'], ['name'], 'status', 'd_create')),
	),
	searchSenderNames: picker(
		senderNames,
		pickerEntry(['id', 'alphaname_id'], ['name', 'alphaname', 'title', 'message']),
	),
	searchViberNames: picker(
		viberNames,
		pickerEntry(['id', 'vibername_id'], ['name', 'vibername', 'title', 'message']),
	),
};
