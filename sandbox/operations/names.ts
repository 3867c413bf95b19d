import { refuse, Refusal } from '../wire/refusal';
import { text } from '../wire/formats';
import { ok, type Operation } from './operation';
import { query, required, token } from '../wire/parameters';
import type { Service } from '../service/service';

/**
 * Returns the names in the shape that the option `namesShape` selects, because the API documents no
 * response.
 */
function listed(service: Service, names: Map<number, string>): unknown {
	const records = [...names].map(([id, name]) => ({ id, name }));
	switch (service.settings.namesShape) {
		case 'map':
			return Object.fromEntries(names);
		case 'array':
			return records;
		case 'envelope':
			return ok(records);
		case 'missing':
			throw new Refusal(404, 'Page not found');
	}
}

function idOf(service: Service, name: string): unknown {
	const { namesShape } = service.settings;
	if (namesShape === 'missing') throw new Refusal(404, 'Page not found');
	const found = [...service.alphanames].find((entry) => entry[1] === name);
	if (!found) throw refuse('name', 'unknown');
	return namesShape === 'envelope' ? ok({ id: found[0] }) : { id: found[0] };
}

const vibernames = (version: 'v1' | 'v2'): Operation => ({
	name: 'getVibernames',
	version,
	method: 'GET or POST',
	undocumented: true,
	parameters: [token('either')],
	run: (service) => listed(service, service.vibernames),
});

export const nameOperations: Operation[] = [
	{
		name: 'getAlphanames',
		version: 'v1',
		method: 'GET',
		undocumented: true,
		parameters: [token('query')],
		run: (service) => listed(service, service.alphanames),
	},
	{
		name: 'getAlphanameId',
		version: 'v1',
		method: 'GET',
		undocumented: true,
		parameters: [token('query'), required(query('name', text))],
		run: (service, values) => idOf(service, values.text('name')),
	},
	vibernames('v1'),
	vibernames('v2'),
];
