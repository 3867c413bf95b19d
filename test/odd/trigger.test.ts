import fc from 'fast-check';
import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { loadNode } from '../support/engine/nodeTypes';
import { openTrigger } from '../support/engine/poll';
import { Service } from '../support/engine/service';
import { share } from '../support/thorough';
import { answerTo, apiOf } from './answers';
import {
	flagOf,
	type Form,
	id,
	ids,
	integer,
	isBlank,
	line,
	REFUSED,
	switches,
} from './documented/forms';
import { choicesOf, isChoice } from './model';
import { isArgument } from './runCases';
import { anyValue, computed, shown } from './values';

const node = 'messagingServiceTrigger' as const;
const seed = Number(process.env.ODD_SEED ?? 20261122);

const service = new Service((request, at) => answerTo(request, at));
afterAll(() => service.close());

/** What the fields take that are neither a switch nor a choice, by their labels. */
const forms: Record<string, Form> = {
	'Mailing IDs': { ...ids, base: '5012, 5013', wire: '5012,5013' },
	'Max Mailings': integer(1, Number.MAX_SAFE_INTEGER),
	'Max Age (Hours)': integer(1, 87_600),
	Statuses: { ...line, judge: (given) => (isStatus(given) ? ['any'] : ['any', REFUSED]) },
	Outcomes: { ...line, judge: (given) => (areOutcomes(given) ? ['any', REFUSED] : [REFUSED]) },
};
const OUTCOMES = ['delivered', 'notDelivered', 'pending'];
const areOutcomes = (given: unknown) =>
	(Array.isArray(given) ? given : [given])
		.flatMap((one) => String(one).split(/[\s,;]+/))
		.every((one) => one === '' || OUTCOMES.includes(one));
const isStatus = (given: unknown) => typeof given === 'string' && /^\w+(, \w+)*$/.test(given);

interface TriggerField {
	field: INodeProperties;
	parameters: (value: unknown) => INodeParameters;
	form?: Form;
}

/** The values of other fields with which an option is shown. */
const conditionsOf = ({ displayOptions: { show = {}, hide } = {} }: INodeProperties) => ({
	...Object.fromEntries(
		Object.entries(show).map(([path, values]) => [path.slice(1), values?.[0]]),
	),
	...(hide?.['/event']?.includes('viberReply') && { event: 'viberDelivery' }),
});

/** Fields of a trigger for replies to two mailings. */
async function fieldsOf(): Promise<TriggerField[]> {
	const { description } = await loadNode(node);
	const { properties } = description;
	const mailings = properties.find(({ displayName }) => displayName === 'Mailing IDs');
	const base: INodeParameters = {
		...NodeHelpers.getNodeParameters(properties, {}, true, true, null, description),
		mailings: 'selected',
		[mailings?.name ?? '']: '5012, 5013',
	};
	return properties.flatMap((field): TriggerField[] => {
		const form = forms[field.displayName];
		if (field.type !== 'collection') {
			const isFed = form !== undefined || isChoice(field);
			const parameters = (value: unknown) =>
				({ ...base, [field.name]: value }) as INodeParameters;
			return isFed ? [{ field, form, parameters }] : [];
		}
		return (field.options as INodeProperties[]).map((option) => ({
			field: option,
			form: forms[option.displayName],
			parameters: (value) =>
				({
					...base,
					...conditionsOf(option),
					[field.name]: { [option.name]: value },
				}) as INodeParameters,
		}));
	});
}

/** Whether a value may be taken, and whether it may be refused. */
function allowed(
	{ field, form }: TriggerField,
	value: unknown,
): { taken: boolean; refused: boolean } {
	if (isBlank(value)) return { taken: field.displayName !== 'Mailing IDs', refused: true };
	if (form) {
		const outcomes = form.judge(value);
		const taken = outcomes.some((outcome) => outcome !== REFUSED);
		return { taken, refused: outcomes.includes(REFUSED) };
	}
	if (field.type === 'boolean')
		return { taken: flagOf(value) !== undefined, refused: !flagOf(value)?.exact };
	return { taken: choicesOf(field).includes(value as string), refused: true };
}

/** What is wrong with a poll with this value. */
async function problemsWith(one: TriggerField, raw: unknown, value: unknown): Promise<string[]> {
	const { field, parameters } = one;
	service.requests.splice(0);
	const { taken, refused } = allowed(one, value);
	const { poll } = await openTrigger({ node, parameters: parameters(raw) });
	const error = await poll('activation').then(
		() => undefined,
		(thrown: Error) => thrown,
	);
	const asked = service.requests.flatMap(({ query, form = [] }) =>
		[...query, ...form].filter(([name]) => name === 'message_id').map(([, sent]) => sent),
	);
	const marks = service.requests.filter((request) => apiOf(request) === 'readResponseStatus');
	const problems = marks.length > 0 ? ['marked replies that nobody read'] : [];
	if (error) {
		if (!refused) problems.push(`is refused: ${error.message}`);
		if (!error.message.includes(field.displayName)) {
			problems.push(`the error does not name '${field.displayName}': ${error.message}`);
		}
		if (service.requests.length > 0) problems.push(`an error, and asked ${asked.join()}`);
		return problems;
	}
	if (!taken) problems.push(`no error; asked ${asked.join()}`);
	const isIds = field.displayName === 'Mailing IDs';
	const isAll = field.displayName === 'Max Mailings';
	const wanted = isIds
		? ids.judge(value).filter((wire) => wire !== REFUSED)
		: [isAll ? '' : '5012,5013'];
	const wire = [...new Set(asked)].join();
	const isRight = wanted.some((list) => [...new Set(String(list).split(','))].join() === wire);
	if (taken && !isRight && (isIds || !isChoice(field))) problems.push(`asked ${wire}`);
	return problems;
}

test('the trigger asks for the mailings that were given, or for none and its error names the field', async () => {
	const problems: string[] = [];
	for (const [index, one] of (await fieldsOf()).entries()) {
		const { form, field } = one;
		const base = form?.base ?? choicesOf(field)[0];
		const shapes = form?.shapes ?? [...switches, ...choicesOf(field), ...id.shapes];
		const values = fc.sample(anyValue(base, shapes), {
			numRuns: share(60, 20),
			seed: seed + index,
		});
		const fixed = values
			.filter((value) => isArgument(value) || value === '')
			.filter((value) => typeof value !== 'string' || !value.startsWith('='))
			.map((value): [raw: unknown, value: unknown] => [value, value]);
		const expressions = computed
			// A trigger has no input item.
			.filter(({ source }) => !source.includes('$json'))
			.map(({ source, value }): [raw: unknown, value: unknown] => [
				`={{ ${source} }}`,
				value,
			]);
		for (const [raw, value] of [[base, base], ...fixed, ...expressions]) {
			const found = await problemsWith(one, raw, value);
			problems.push(
				...found.map((what) => `${field.displayName} ← ${shown(value)}: ${what}`),
			);
		}
	}
	expect(problems).toEqual([]);
});
