import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';

test('the form begins with what is required, goes on with what most people set, and ends with limits', () => {
	const { properties } = new MessagingServiceApi();
	const places = ['baseUrl', 'token', 'defaultCountryCode', 'maxParts', 'maxInFlight'].map(
		(name) => properties.findIndex((field) => field.name === name),
	);
	expect(places.slice(0, 2)).toEqual([0, 1]);
	expect(places).toEqual([...places].sort((a, b) => a - b));
	expect(properties.at(-1)?.name).toBe('ignoreSslIssues');
	for (const { hint = '' } of properties) expect(hint.length).toBeLessThanOrEqual(120);
});
