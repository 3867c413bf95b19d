import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestOptions,
	INodeProperties,
	Icon,
} from 'n8n-workflow';
import { Account, assertBoundToAccount, boundAccount, checkToken } from './account';
import { checkAllowedDomains } from './allowedDomains';
import { checkHeaders, type OutgoingRequest, resolveUrl } from './baseUrl';
import { defaultCountryCode, limitFields, onlySendTo } from './limits';
import { asMultipart, isPlainObject } from './multipart';
import { assertRecipientsAreChecked } from './onlySendTo';
import { protectTokenInTransit } from './privateConnection';
import { timeZone } from './timeZone';

type CredentialData = ICredentialDataDecryptedObject;

const WRONG_TOKEN_MESSAGE =
	'The service rejected the token. Copy the token from your account again and paste it here.';
const WRONG_BASE_URL_MESSAGE =
	'The base URL is not the address of the Messaging Service API. Enter it without "/api/…" at the end.';
const SERVICE_DOWN_MESSAGE =
	'The service is down or overloaded. The base URL may be correct. Try again later.';
const FAILURE_WORDS = 'error fail failed failure denied forbidden unauthorized invalid'.split(' ');
/** Values of `status` in a 2xx response that is an error. n8n compares it with single values. */
const FAILURE_STATUSES = [
	...[undefined, null, '', false, 0, 400, 401, 403, '400', '401', '403'],
	...FAILURE_WORDS.flatMap((word) => [
		word,
		word.toUpperCase(),
		word[0].toUpperCase() + word.slice(1),
	]),
];

const statusRules = (message: string, ...codes: number[]) =>
	codes.map((value) => ({ type: 'responseCode' as const, properties: { value, message } }));
const bodyRules = (message: string, key: string, ...values: unknown[]) =>
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
			hint: 'Copy it from your account, without "/api/…"',
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
			description: 'Token of your account. The service may call it an API key.',
		},
		// Common fields first, then limits, then fields that hardly anybody needs.
		defaultCountryCode,
		timeZone,
		onlySendTo,
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
	 * Fills each empty `token` slot in `qs` and `body`. Without a slot (HTTP Request node), the token is added
	 * to the form or the JSON record in the body. Without such a body, the token is added to the query, which a
	 * response may repeat.
	 *
	 * @throws UserError if a field of the credential is invalid, the request goes to another origin or to a
	 *   host that is not allowed, others could read the token, or the request could send to recipients outside
	 *   Only Send To
	 */
	authenticate = async (
		credentials: CredentialData,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => {
		const request: OutgoingRequest = requestOptions;
		const account = new Account(credentials);
		assertBoundToAccount(request, account);
		checkAllowedDomains(credentials, account.address);
		resolveUrl(request, account.address);
		assertRecipientsAreChecked(request, account);
		// A step has already read the fields that it needs. The credential test checks all of them here.
		if (!boundAccount(request)) account.assertValid();
		checkHeaders(request, account.address);
		protectTokenInTransit(request, account.address, credentials.ignoreSslIssues === true);
		const token = checkToken(credentials.token);
		const slots = [request.qs, request.body].filter(
			(part): part is IDataObject => isPlainObject(part) && 'token' in part,
		);
		for (const slot of slots) slot.token = token;
		if (slots.length > 0) return await asMultipart(request);
		if (!addTokenToBody(request, token)) request.qs = { ...request.qs, token };
		return await asMultipart(request);
	};

	test: ICredentialTestRequest = {
		request: {
			method: 'POST',
			url: '/api/v2/getSubscriberLists',
			qs: { token: '' },
			disableFollowRedirect: true,
			timeout: 15_000,
		},
		// n8n reads both kinds of rules from one list. Its type allows only one kind per list.
		rules: [
			...statusRules(WRONG_TOKEN_MESSAGE, 401, 403),
			...statusRules(WRONG_BASE_URL_MESSAGE, 301, 302, 303, 307, 308, 404, 405, 410),
			...statusRules(
				'The service rejected the request. Check the base URL and the token.',
				400,
				406,
				422,
			),
			...statusRules(
				'The service receives too many requests. Wait a minute and try again.',
				429,
			),
			...statusRules(SERVICE_DOWN_MESSAGE, 408, 500, 502, 503, 504, 520, 521, 522, 523, 524),
			// n8n compares one key of a 2xx response. A web page is a text, so its `constructor` is `String`.
			...bodyRules(WRONG_BASE_URL_MESSAGE, 'constructor', String),
			...bodyRules(WRONG_TOKEN_MESSAGE, 'status', ...FAILURE_STATUSES),
		] as ICredentialTestRequest['rules'],
	};
}

/** Adds the token to the request's form or JSON record. Returns false if the request has neither. */
function addTokenToBody(request: OutgoingRequest, token: string): boolean {
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
