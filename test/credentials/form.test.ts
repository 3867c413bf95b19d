import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials';

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
