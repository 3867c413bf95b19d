import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { Account, assertNoOtherAccount, findBoundAccount, parseToken } from './account';
import { assertHostIsAllowed } from './allowedDomains';
import { assertNoForeignRoutingHeaders, type OutgoingRequest, completeRequestUrl } from './baseUrl';
import { defaultCountryCodeField, limitFields, onlySendToField } from './limits';
import { encodeFilesAsMultipart, isPlainObject } from './multipart';
import { assertRecipientsAreChecked } from './onlySendTo';
import { protectTokenInTransit } from './privateConnection';
import { timeZoneField } from './timeZone';

type CredentialData = ICredentialDataDecryptedObject;

const WRONG_TOKEN_MESSAGE =
	'The service rejected the token. Copy the token from your account again and paste it here.';
const WRONG_BASE_URL_MESSAGE =
	'The base URL is not the address of the Messaging Service API. Enter the base URL without "/api/…" at the end.';
const SERVICE_DOWN_MESSAGE =
	'The service is down or overloaded. The base URL may be correct. Try again later.';
const FAILURE_WORDS = 'error fail failed failure denied forbidden unauthorized invalid'.split(' ');
/**
 * Values of `status` with which a 2xx response reports an error. A list, because each of n8n's rules compares
 * with a single value.
 */
const FAILURE_STATUS_VALUES = [
	...[undefined, null, '', false, 0, 400, 401, 403, '400', '401', '403'],
	...FAILURE_WORDS.flatMap((word) => [
		word,
		word.toUpperCase(),
		word[0].toUpperCase() + word.slice(1),
	]),
];

const buildStatusRules = (message: string, ...codes: number[]) =>
	codes.map((value) => ({ type: 'responseCode' as const, properties: { value, message } }));
const buildBodyRules = (message: string, key: string, ...values: unknown[]) =>
	values.map((value) => ({
		type: 'responseSuccessBody' as const,
		properties: { key, value, message },
	}));

export class MessagingServiceApi implements ICredentialType {
	name = 'messagingServiceApi';

	displayName = 'Messaging Service API';

	icon: Icon = { light: 'file:messagingService.svg', dark: 'file:messagingService.dark.svg' };

	documentationUrl =
		'https://github.com/messaging-service/n8n-nodes-messaging-service#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://api.example.com',
			hint: 'Copy the URL from your account, without "/api/…"',
			description:
				'Address of the service. Must start with https://. Plain http:// works only for localhost.',
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Token of your account. The service may call the token an API key.',
		},
		defaultCountryCodeField,
		timeZoneField,
		onlySendToField,
		...limitFields,
		{
			displayName: 'Ignore SSL Issues',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description:
				'Whether to connect even if the certificate of the service cannot be validated, e.g. because it is self-signed. Others on the network may then be able to read the token.',
		},
	];

	/**
	 * Fills each empty `token` slot in `qs` and `body`. A request without a slot (HTTP Request node) gets the
	 * token in its form or JSON body. The query gets the token only if there is no such body, because a response
	 * may repeat the query.
	 *
	 * @throws UserError if the credential is invalid, or if the request could expose the token or reach
	 *   recipients outside Only Send To
	 */
	authenticate = async (
		credentials: CredentialData,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const request: OutgoingRequest = requestOptions;
		const account = new Account(credentials);
		assertNoOtherAccount(request, account);
		assertHostIsAllowed(credentials, account.baseUrl);
		completeRequestUrl(request, account.baseUrl);
		assertRecipientsAreChecked(request, account);
		// A step of this package has already checked the fields that it uses. Other requests, e.g. the
		// credential test, check all fields.
		if (!findBoundAccount(request)) account.assertFieldsValid();
		assertNoForeignRoutingHeaders(request, account.baseUrl);
		protectTokenInTransit(request, account.baseUrl, credentials.ignoreSslIssues === true);
		const token = parseToken(credentials.token);
		const slots = [request.qs, request.body].filter(
			(part): part is IDataObject => isPlainObject(part) && 'token' in part,
		);
		for (const slot of slots) slot.token = token;
		if (slots.length > 0) return await encodeFilesAsMultipart(request);
		if (!tryAddTokenToBody(request, token)) request.qs = { ...request.qs, token };
		return await encodeFilesAsMultipart(request);
	};

	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			url: '/api/v2/getSubscriberLists',
			qs: { token: '' },
			disableFollowRedirect: true,
			timeout: 15_000,
		},
		// n8n's type allows only one kind of rule per list, but n8n accepts both kinds in one list.
		rules: [
			...buildStatusRules(WRONG_TOKEN_MESSAGE, 401, 403),
			...buildStatusRules(WRONG_BASE_URL_MESSAGE, 301, 302, 303, 307, 308, 404, 405, 410),
			...buildStatusRules(
				'The service rejected the request. Check the base URL and the token.',
				400,
				406,
				422,
			),
			...buildStatusRules(
				'The service receives too many requests. Wait a minute and try again.',
				429,
			),
			...buildStatusRules(
				SERVICE_DOWN_MESSAGE,
				408,
				500,
				502,
				503,
				504,
				520,
				521,
				522,
				523,
				524,
			),
			// Matches a web page, which the rules get as text. Compares `constructor`, because a
			// rule needs a key of the response, and `constructor` of every text is `String`.
			...buildBodyRules(WRONG_BASE_URL_MESSAGE, 'constructor', String),
			...buildBodyRules(WRONG_TOKEN_MESSAGE, 'status', ...FAILURE_STATUS_VALUES),
		] as ICredentialTestRequest['rules'],
	};
}

/** Adds the token to the form or the JSON body. Returns false if the request has neither. */
function tryAddTokenToBody(request: OutgoingRequest, token: string): boolean {
	const headers = Object.entries(request.headers ?? {});
	const [, type] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
	const isForm = String(type).startsWith('application/x-www-form-urlencoded');
	const isRecord = isPlainObject(request.body) && Object.keys(request.body).length > 0;
	const bodies = [request.form, request.formData, (isForm || isRecord) && request.body];
	const fields = bodies.find(isPlainObject);
	if (fields) fields.token = token;
	else if (isForm && typeof request.body === 'string') {
		const pair = new URLSearchParams({ token }).toString();
		request.body = request.body === '' ? pair : `${request.body}&${pair}`;
	} else return false;
	return true;
}
