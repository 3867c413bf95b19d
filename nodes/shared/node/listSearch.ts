import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
	INodePropertyOptions,
} from 'n8n-workflow';
import { readConnectionOptions, type RequestOptions } from '../http/proxy';
import { hasUnknownRepeatableOutcome, Problem, httpStatusOf, toProblem } from '../errors/problem';
import { toNodeError } from '../out/nodeError';
import type { Account } from '../../../credentials/account';
import type { Endpoint } from '../api/endpoint';
import { mayAwaitConfirmation } from '../api/statusWords';
import { readPages, addPageParameters } from '../http/readPages';
import type { ListSizeSoFar } from '../response/readBody';
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
import { sendRequest, readAccount } from '../http/sendRequest';
import { toSingleLine } from '../values/singleLine';

type EditorContext = ILoadOptionsFunctions;
type ToChoice = (record: IDataObject) => INodeListSearchItems;

/** Short, because a person waits for the list. */
const EDITOR_TIMEOUT_SECONDS = 10;

/** Reads all records of a list. @throws n8n's error, with advice to continue without the list */
export async function readListInEditor(
	context: EditorContext,
	source: Endpoint,
	advice: string,
): Promise<IDataObject[]> {
	try {
		return await readAllRecords(context, await readAccount(context), source);
	} catch (error) {
		const failed = toProblem(error, { context });
		throw toNodeError(addManualEntryAdvice(failed, advice), context.getNode());
	}
}

/**
 * Adds the advice for manual entry. If the token was rejected, the advice about the token comes
 * first.
 */
function addManualEntryAdvice(error: Problem, advice: string): Problem {
	const isTokenRejected = [401, 403].includes(httpStatusOf(error) ?? 0);
	const steps = isTokenRejected ? [...error.advice, advice] : [advice, ...error.advice];
	return error.copyWith({ advice: steps });
}

async function readAllRecords(
	context: EditorContext,
	account: Account,
	source: Endpoint,
): Promise<IDataObject[]> {
	const step = (context.getCurrentNodeParameter('requestOptions') || {}) as RequestOptions;
	const { maxInFlight, maxRateLimitSeconds } = account.requestLimits;
	const editor = {
		maxRateLimitSeconds: Math.min(maxRateLimitSeconds, EDITOR_TIMEOUT_SECONDS),
		timeoutSeconds: EDITOR_TIMEOUT_SECONDS,
	};
	const policy = { maxInFlight, ...editor, ...readConnectionOptions(step) };
	const request = { endpoint: source, qs: { token: '' }, policy };
	const send = async (page?: IDataObject, listSizeSoFar?: ListSizeSoFar) =>
		await sendRequest(
			context,
			{ ...addPageParameters(source, request, page), listSizeSoFar },
			account,
		);
	return await readPages(source, undefined, async (...page) => (await send(...page)).records);
}

/** IDs of accounts for which the service lacks the v2 endpoint for Viber names. */
const accountIdsWithV1Names = new Set<string>();
const MAX_ACCOUNTS_WITH_V1_NAMES = 1_000;

/** Reads Viber names from the v2 endpoint, or from the v1 endpoint if the service lacks the v2 endpoint. */
async function readViberNames(context: EditorContext, account: Account): Promise<IDataObject[]> {
	const { id } = account;
	if (accountIdsWithV1Names.has(id))
		return await readAllRecords(context, account, viberNamesOfV1);
	return await readAllRecords(context, account, viberNames).catch(async (error: unknown) => {
		if (httpStatusOf(error) !== 404) throw error;
		const names = await readAllRecords(context, account, viberNamesOfV1);
		if (accountIdsWithV1Names.size >= MAX_ACCOUNTS_WITH_V1_NAMES) accountIdsWithV1Names.clear();
		accountIdsWithV1Names.add(id);
		return names;
	});
}

const readSenderNames = async (context: EditorContext, account: Account): Promise<IDataObject[]> =>
	await readAllRecords(context, account, senderNames);

/**
 * Returns the list search for sender names. The API documents no such list, so if the service does not have the
 * list, the error only advises to type the ID.
 */
const createSenderNameSearch = (read: typeof readSenderNames, toChoice: ToChoice) =>
	async function (this: EditorContext, filter = ''): Promise<INodeListSearchResult> {
		try {
			const names = await read(this, await readAccount(this));
			return filterChoices(names.map(toChoice), filter);
		} catch (error) {
			const failed = toProblem(error, { context: this });
			const isMissing = httpStatusOf(failed) === 404 || isUnexpectedResponse(failed);
			const problem = isMissing
				? new Problem({ message: NO_NAMES_MESSAGE, advice: [CHOOSE_BY_ID_ADVICE] })
				: addManualEntryAdvice(failed, CHOOSE_BY_ID_ADVICE);
			throw toNodeError(problem, this.getNode());
		}
	};

/** Reports whether a response with status 2xx is neither a documented response nor an error. */
const isUnexpectedResponse = (error: unknown): boolean =>
	hasUnknownRepeatableOutcome(error) && /^2/.test(String(httpStatusOf(error)));

const CHOOSE_BY_ID_ADVICE = 'Choose "By ID" and type the ID.';
const NO_NAMES_MESSAGE = 'The service does not provide a list of sender names';

const createListSearch = (source: Endpoint, toChoice: ToChoice, advice = CHOOSE_BY_ID_ADVICE) =>
	async function (this: EditorContext, filter = ''): Promise<INodeListSearchResult> {
		return filterChoices((await readListInEditor(this, source, advice)).map(toChoice), filter);
	};

/**
 * Returns the list search for mailings. For Confirm, the list has only mailings that may be waiting for
 * confirmation.
 */
const createMailingSearch = (source: Endpoint, toChoice: ToChoice) =>
	async function (this: EditorContext, filter = ''): Promise<INodeListSearchResult> {
		const all = await readListInEditor(this, source, CHOOSE_BY_ID_ADVICE);
		const isConfirm = this.getCurrentNodeParameter('operation') === 'confirm';
		const offered = isConfirm ? all.filter(({ status }) => mayAwaitConfirmation(status)) : all;
		return filterChoices(offered.map(toChoice), filter);
	};

function filterChoices(all: INodeListSearchItems[], filter: string): INodeListSearchResult {
	const search = filter.trim().toLowerCase();
	// A record without an ID cannot be selected.
	const unique = disambiguateNames(all.filter(({ value }) => value !== ''));
	const matches = ({ name, value }: INodeListSearchItems) =>
		name.toLowerCase().includes(search) || String(value) === search;
	return { results: unique.filter(matches) };
}

function disambiguateNames(entries: INodeListSearchItems[]): INodeListSearchItems[] {
	const counts = new Map<string, number>();
	for (const { name } of entries) counts.set(name, (counts.get(name) ?? 0) + 1);
	return entries.map((choice) =>
		(counts.get(choice.name) ?? 0) > 1
			? { ...choice, name: `${choice.name} · ID ${choice.value}` }
			: choice,
	);
}

const firstNonEmptyValue = (record: IDataObject, ...keys: string[]): string =>
	String(
		keys.map((key) => record[key]).find((value) => value !== undefined && value !== '') ?? '',
	);

const createChoiceBuilder =
	(id: string[], name: string[], ...details: string[]): ToChoice =>
	(record) => {
		const value = firstNonEmptyValue(record, ...id);
		const more = details
			.map((key) => firstNonEmptyValue(record, key))
			.filter((detail) => detail !== '');
		const label = firstNonEmptyValue(record, ...name) || `ID ${value}`;
		return { value, name: toSingleLine([label.slice(0, 60), ...more].join(' · ')) };
	};

function withFormattedCreationDate(record: IDataObject): IDataObject {
	const created = new Date(Number(record.d_create) * 1000);
	const isValid = !Number.isNaN(created.getTime());
	const date = isValid ? created.toISOString().slice(0, 16).replace('T', ' ') : '';
	return { ...record, d_create: date };
}

const toContactListChoice = createChoiceBuilder(['list_id'], ['name']);
const contactListSearch = createListSearch(
	contactLists,
	toContactListChoice,
	'Enter the IDs as an expression.',
);

export const loadOptions = {
	async loadContactLists(this: EditorContext): Promise<INodePropertyOptions[]> {
		return (await contactListSearch.call(this)).results;
	},
};

const toSmsMailingChoice: ToChoice = (record) =>
	createChoiceBuilder(['id'], ['name'], 'status', 'd_create')(withFormattedCreationDate(record));
const toViberMailingChoice = createChoiceBuilder(
	['message_id'],
	['message', 'message_type'],
	'status',
	'd_create',
);

export const listSearch = {
	searchContactLists: createListSearch(contactLists, toContactListChoice),
	searchTemplates: createListSearch(templates, createChoiceBuilder(['id'], ['name'])),
	searchViberMailings: createMailingSearch(viberMailings, toViberMailingChoice),
	searchPreparedMessages: createListSearch(
		preparedMessages,
		createChoiceBuilder(['message_id'], ['message'], 'status', 'd_create'),
	),
	searchSmsMailings: createMailingSearch(smsMailings, toSmsMailingChoice),
	searchSenderNames: createSenderNameSearch(
		readSenderNames,
		createChoiceBuilder(['id', 'alphaname_id'], ['name', 'alphaname', 'title']),
	),
	searchViberNames: createSenderNameSearch(
		readViberNames,
		createChoiceBuilder(['id', 'vibername_id'], ['name', 'vibername', 'title']),
	),
};
