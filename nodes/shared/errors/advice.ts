import type { RequestFailure } from './requestFailure';

/** Advice for an HTTP status, preferred to advice by a keyword. */
const OVERRIDING_HTTP_STATUS_ADVICE: Array<[RegExp, string]> = [
	[
		/^3/,
		"Redirects are not followed because they would forward the token. Set the credential's base URL to the final address.",
	],
	[
		/^413/,
		'The request is too large for the service. Shorten the texts, or send a smaller file.',
	],
	[
		/^4(14|31)/,
		'The URL is too long for the service. Shorten the texts of this step, or, for a batch, lower Recipients per Request.',
	],
	[
		/^429/,
		'Try again later, send fewer items at a time, or increase "Max Wait for Rate Limit" in the credential.',
	],
];

/** Advice for an HTTP status, used if no keyword matches. */
const FALLBACK_HTTP_STATUS_ADVICE: Array<[RegExp, string]> = [
	[/^402/, 'Top up the balance of your account, then run this step again.'],
	[
		/^40[13]/,
		'Check the token in the credential, and check that your account may use this operation.',
	],
	[
		/^404/,
		'Check that the ID exists in your account and that the base URL in the credential is correct.',
	],
	[/^406/, 'The service found nothing for the values of this step. Check these values.'],
	[/^5/, 'The service reported an internal error. Try again later.'],
];

const CHECK_TOKEN_ADVICE = 'Check the token in the credential.';
export const TOKEN_MENTION_PATTERN = /token|api.?key|токен|ключ.{0,5}api|api.{0,5}ключ/i;

/** Advice by a keyword in the service's reason, which may be in Russian or Ukrainian. */
const KEYWORD_ADVICE: Array<[RegExp, string]> = [
	[TOKEN_MENTION_PATTERN, CHECK_TOKEN_ADVICE],
	[/unauthori|forbidden/i, CHECK_TOKEN_ADVICE],
	[
		/fund|balance|money|credit|billing|payment|баланс|средств|денег|оплат|кошт|грошей/i,
		'Top up the balance of your account, then run this step again.',
	],
	[
		/too (large|big|long)|size|слишком (длин|больш)|занадто (довг|велик)|размер|розмір/i,
		'Shorten the texts of this step, or send a smaller file.',
	],
	[
		/alpha.?name|viber.?name|sender|отправител|відправник|альфа-?им|альфа-?ім|имя|ім['’ʼ]я/i,
		'Select a sender name that belongs to your account.',
	],
	[
		/limit|quota|лимит|ліміт/i,
		'Your account has reached a limit of the service. Send fewer messages, or ask the service to raise the limit.',
	],
];

const NO_REASON_ADVICE =
	'Check the fields of this step and the base URL in the credential. If they are correct, contact the service.';

/**
 * Returns advice by the HTTP status or a keyword in the reason of the service. Returns '' for any other reason,
 * because such a reason explains itself.
 */
export function adviceForFailure({ httpStatus, message, quotesService }: RequestFailure): string {
	const find = (table: Array<[RegExp, string]>, text: string) =>
		table.find(([pattern]) => pattern.test(text))?.[1];
	const code = String(httpStatus);
	const byReason = quotesService === false ? undefined : find(KEYWORD_ADVICE, message);
	const byStatus =
		find(OVERRIDING_HTTP_STATUS_ADVICE, code) ??
		byReason ??
		find(FALLBACK_HTTP_STATUS_ADVICE, code);
	return byStatus ?? (quotesService ? '' : NO_REASON_ADVICE);
}
