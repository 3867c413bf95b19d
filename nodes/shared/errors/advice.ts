const BY_STATUS: Array<[RegExp, string]> = [
	[
		/^3/,
		"Redirects are not followed because they would forward the token. Set the credential's base URL to the final address.",
	],
	[/^400/, 'The service rejected a value in this step. Check the fields.'],
	[
		/^40[1-3]/,
		'Check the token in the credential, and that your account may use this operation.',
	],
	[
		/^404/,
		'Check that the ID exists in your account and that the base URL in the credential is correct.',
	],
	[
		/^4(14|31)/,
		'The URL is too long for the service. Shorten the texts of this step, or lower Recipients per Request of a batch.',
	],
	[/^406/, 'There is nothing to return for these fields.'],
	[
		/^429/,
		'Nothing was sent. Try again later, send fewer items at a time, or increase "Max Wait for Rate Limit" in the credential.',
	],
	[/^5/, 'The service reported an internal error. Try again later.'],
];

const BY_KEYWORD: Array<[RegExp, string]> = [
	[/token|api.?key|unauthori|forbidden/i, 'Check the token in the credential.'],
	[/fund|balance|money|credit/i, 'Top up the balance of your account, then run this step again.'],
	[/alpha.?name|sender/i, 'Select a sender name that belongs to your account.'],
];

/** What to do about a failed request, by the message of the service or the HTTP status. */
export function adviceFor(status: number, message: string): string {
	const find = (table: Array<[RegExp, string]>, text: string) =>
		table.find(([pattern]) => pattern.test(text))?.[1];
	return (
		find(BY_KEYWORD, message) ??
		find(BY_STATUS, String(status)) ??
		'Check the fields of this step and the base URL in the credential. If they are correct, contact the service.'
	);
}
