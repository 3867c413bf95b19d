import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';

const withStatus = (status: unknown) => ({ status });

/** The message of the first rule that applies, as n8n finds it: by the status, or by a key of the body of a 200. */
function messageFor(response: unknown): string | undefined {
	const { rules = [] } = new MessagingServiceApi().test;
	const status = typeof response === 'number' ? response : 200;
	return rules
		.map(
			({ type, properties }) =>
				({ type: String(type), ...properties }) as Record<string, unknown>,
		)
		.find(({ type, key, value }) =>
			type === 'responseCode'
				? value === status
				: status === 200 &&
					typeof response !== 'number' &&
					(response as Record<string, unknown>)[String(key)] === value,
		)?.message as string | undefined;
}

const TOKEN = /^The service rejected the token/;
const BASE_URL = /^The base URL is not the address/;
const DOWN = /^The service is down/;
/** A number is a status, and anything else the body of a 200. */
test.each<[message: RegExp | undefined, ...responses: unknown[]]>([
	[TOKEN, 401, 403],
	[BASE_URL, 301, 302, 303, 307, 308, 404, 405, 410, '<html>'],
	[/^The service rejected the request/, 400, 406, 422],
	[/^The service receives too many requests/, 429],
	[DOWN, 408, 500, 502, 503, 504, 520, 521, 522, 523, 524],
	[TOKEN, ...['error', 'fail', 'failed', 'failure', 'denied', 'forbidden'].map(withStatus)],
	[TOKEN, ...['unauthorized', 'invalid', 'ERROR', 'Failed'].map(withStatus)],
	[TOKEN, ...[undefined, null, '', false, 0, 400, 401, 403, '400', '401', '403'].map(withStatus)],
	[undefined, 200, ...['OK', 'ok', 'success', true].map(withStatus)],
])('the test of a credential explains with %s: %j', (message, ...responses) => {
	for (const response of responses) {
		const shown = messageFor(response);
		if (message) expect([response, shown]).toEqual([response, expect.stringMatching(message)]);
		else expect([response, shown]).toEqual([response, undefined]);
	}
});

test('the form of the credential shows required fields first, then common settings, and limits last', () => {
	const { properties } = new MessagingServiceApi();
	const places = ['baseUrl', 'token', 'defaultCountryCode', 'maxParts', 'maxInFlight'].map(
		(name) => properties.findIndex((field) => field.name === name),
	);
	expect(places.slice(0, 2)).toEqual([0, 1]);
	expect(places).toEqual([...places].sort((a, b) => a - b));
	expect(properties.at(-1)?.name).toBe('ignoreSslIssues');
	for (const { hint = '' } of properties) expect(hint.length).toBeLessThanOrEqual(120);
});
