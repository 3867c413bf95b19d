const ADVICE: Array<[from: number, to: number, advice: string]> = [
	[
		300,
		399,
		'Redirects are not followed, because the token would travel along. Enter the final address as base URL in the credential.',
	],
	[400, 400, 'The service refused a value of this step: compare the fields with what it says.'],
	[401, 403, 'Check the token in the credential, and that your account may use this operation.'],
	[
		404,
		404,
		'Check that the ID exists in your account, and that the base URL in the credential is right.',
	],
	[406, 406, 'There is nothing to return for these fields.'],
	[
		429,
		429,
		'Nothing was carried out. Run this again later, send fewer items at a time, or raise the option "Max Wait for Rate Limit".',
	],
	[500, 599, 'The service has a problem of its own: try again later.'],
];

const ADVICE_BY_KEYWORD: Array<[RegExp, string]> = [
	[/token|api.?key|unauthori|forbidden/i, 'Check the token in the credential.'],
	[/fund|balance|money|credit/i, 'Top up the balance of your account, then run this step again.'],
	[/alpha.?name|sender/i, 'Pick a sender name that your account owns.'],
];

/** What to do about a failed request. */
export function adviceFor(failure: { status: number; message: string; advice?: string }): string {
	const { status, message, advice } = failure;
	const byWords = ADVICE_BY_KEYWORD.find(([pattern]) => pattern.test(message))?.[1];
	const byStatus = ADVICE.find(([from, to]) => status >= from && status <= to)?.[2];
	return (
		advice ??
		byWords ??
		byStatus ??
		'Compare the fields of this step with what the service says.'
	);
}
