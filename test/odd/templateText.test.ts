import { byId } from '../contract/row';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { answerTo, apiOf } from './answers';
import { baseOf, entryOf, type OddOperation, parametersOf, readOperations } from './model';

const JSON_TYPE = { 'content-type': 'application/json' };
let service: Service;
afterEach(() => service.close());

/** The step that sends a template, whatever its fields are called. */
async function fromTemplate(node: string, value?: string): Promise<RunSetting> {
	const operations = await readOperations();
	const found = operations.find(
		(one) => one.node === node && one.value === 'send',
	) as OddOperation;
	const source = found.fields.find(({ key }) => key === 'Message Source');
	const way = found.ways.find((one) => source && one[source.name] === 'template') ?? {};
	const chosen = found.fields.find(({ key }) => key === 'Template');
	const given = found.fields.find(({ key }) => key === 'Placeholders');
	if (!chosen || !given) throw new Error(`${node} has no templates`);
	const text = { ...way };
	for (const one of found.fields) {
		const { key, name } = one;
		if (key === 'type_message') text[name] = String(baseOf(one, {}));
	}
	const override = new Map([[given, value === undefined ? {} : entryOf(given, 'name', value)]]);
	const parameters = parametersOf(found, text, override);
	return { node: found.node, parameters: { ...parameters, [chosen.name]: byId(77) } };
}

const main = () => service.requests.filter((one) => apiOf(one) !== 'getTemplateMessageById');
const nodes = ['messagingServiceSms', 'messagingServiceViber'];

/** What a service may answer for a template, and what no recipient may get as a text. */
const unusable: Array<[name: string, message: unknown]> = [
	['no message', undefined],
	['null', null],
	['an empty text', ''],
	['blanks', ' \n\u00a0'],
	['an object', { text: 'Hi' }],
	['a list', ['Hi']],
	['half of an emoji', 'Hi \ud83d'],
];

describe.each(nodes)('%s', (node) => {
	test.each(unusable)(
		'sends nothing for a template with %s as its text, and names the template',
		async (_, message) => {
			for (const onError of [undefined, 'continueRegularOutput'] as const) {
				service = new Service((request, at) => {
					if (apiOf(request) !== 'getTemplateMessageById') return answerTo(request, at);
					const result = { id: 77, name: 'A', parts: 1, message };
					return { body: JSON.stringify({ status: 'OK', result }), headers: JSON_TYPE };
				});
				const run = await runNode({ ...(await fromTemplate(node)), onError });
				expect(main().map(({ query, form }) => [...query, ...(form ?? [])])).toEqual([]);
				const told = run.error?.message ?? String(run.items[0]?.json.error);
				expect([onError, told]).toEqual([onError, expect.stringContaining('Template')]);
				service.close();
			}
		},
	);

	test.each([
		['Hi {name}', 'Hi Anna'],
		// Between double braces no name is filled.
		['{{name}} {{{name}}} {name}', '{name} {{name}} Anna'],
		['a {{ b }} c {name}', 'a { b } c Anna'],
	])('sends the template %s as %s', async (message, text) => {
		service = new Service((request, at) => answerTo(request, at, message));
		const run = await runNode(await fromTemplate(node, 'Anna'));
		expect(run.error).toBeUndefined();
		const [{ query, form = [] }] = main();
		expect(Object.fromEntries([...query, ...form]).message).toBe(text);
	});
});
