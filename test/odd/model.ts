import type { INodeParameters, INodeProperties } from 'n8n-workflow';
import { type Field, apiNameOf, isGroup } from '../../nodes/shared/describe/field';
import type { AnyOperation, Resource } from '../../nodes/shared/run/operation';
import { apiTable, type ApiOperationName } from '../contract/apiTable';
import { interfaceTable } from '../contract/interfaceTable';
import { token } from '../support/engine/credentials';
import { loadNode, type NodeName, nodeFolder } from '../support/engine/nodeTypes';
import { apiForms, commonForms, harmlessBlanks } from './documented/apiForms';
import { ABSENT, flagOf, type Form, type Outcome, REFUSED } from './documented/forms';
import {
	harmlessSwitches,
	packageForms,
	switchForm,
	switchLabels,
} from './documented/packageForms';

/** `place name`, as the API document writes it, and the value; a pattern for what is random. */
export type Sent = [name: string, value: string | RegExp];
export interface Expected {
	/** An error that names the field, and nothing sent but `wire`, for the other items. */
	refused?: true;
	/** One request with these parameters and no others; none: nothing is sent. */
	wire?: Sent[];
}

export interface OddField extends Field {
	/** Where its value is in the parameters of the node. */
	at: string[];
	/** The name in the API, or the label. */
	key: string;
	isOption: boolean;
	form: Form;
}

/** The values of the fields on which others depend. */
export type Way = Record<string, string | boolean>;

export interface OddOperation {
	node: NodeName;
	resource: string;
	value: string;
	api: ApiOperationName;
	fields: OddField[];
	ways: Way[];
}

export const isChoice = ({ type }: INodeProperties) => type === 'options' || type === 'boolean';
export const choicesOf = ({ type, options = [] }: INodeProperties): Array<string | boolean> =>
	type === 'boolean'
		? [false, true]
		: options.flatMap((one) => ('value' in one ? [one.value as string] : []));

/** The name in the API; the kind of a batch's content is `content.type` there. */
function keyOf(field: Field): string {
	if (field.apiName === false) return field.displayName;
	const name = apiNameOf(field);
	return field.displayName === 'Content Type' && name === 'type' ? 'content_type' : name;
}

function formOf(api: ApiOperationName, field: Field): Form {
	const { displayName, apiName } = field;
	const found =
		apiName === false
			? (packageForms[displayName] ??
				(switchLabels.includes(displayName) ? switchForm : undefined))
			: (apiForms[api]?.[keyOf(field)] ?? commonForms[keyOf(field)]);
	if (!found) throw new Error(`${api}: type the form of '${displayName}' (${apiNameOf(field)})`);
	return found;
}

function fieldsOf(api: ApiOperationName, { fields }: Pick<AnyOperation, 'fields'>): OddField[] {
	// What is shown in a dry run only sends nothing.
	// The groups of Send and Wait: test/wait and test/contract/waits have tables of their values.
	const isField = (field: Field) =>
		field.type !== 'notice' && !isGroup(field) && !('options.dryRun' in (field.showWhen ?? {}));
	// Those of keys and hours leave out items, which the judge does not know: test/run/once/ feeds them.
	const isFed = ({ displayName, name }: Field) =>
		![
			'Limit Wait Time',
			'Send Between',
			'Send Once Per Key',
			'Send Once: Remember (Days)',
		].includes(displayName) && !(api === 'sendQuickViberMessage' && name === 'linkStyle');
	const odd = (field: Field, at: string[]): OddField => ({
		...field,
		at,
		key: keyOf(field),
		isOption: at.length > 1,
		form: formOf(api, field),
	});
	return fields
		.filter(isField)
		.flatMap((field) =>
			field.type === 'collection'
				? (field.options as Field[])
						.filter(isFed)
						.map((one) => odd(one, [field.name, one.name]))
				: [odd(field, [field.name])],
		);
}

/** What every operation has besides its own fields, as the built description says. */
async function commonOptions(node: NodeName, resource: string, operation: AnyOperation) {
	const { description } = await loadNode(node);
	const collection = description.properties.find(
		({ type, name, displayOptions: { show } = {} }) =>
			type === 'collection' &&
			name !== 'requestOptions' &&
			show?.resource?.includes(resource) &&
			show.operation?.includes(operation.value),
	);
	const declared = operation.fields.flatMap(({ options = [] }) =>
		options.map(({ name }) => name),
	);
	const added = (collection?.options ?? []).filter(({ name }) => !declared.includes(name));
	const options = added.map((one) => ({ ...(one as Field), apiName: false as const }));
	return options.length === 0 ? [] : [{ ...(collection as Field), options }];
}

/** Whether a field belongs to the request, by the values that decide it. */
export const isShown = ({ showWhen = {} }: Field, way: Way): boolean =>
	Object.entries(showWhen).every(([on, values]) => (values as unknown[]).includes(way[on]));

/** All ways to fill in the fields that show or hide others. */
function waysOf(fields: OddField[]): Way[] {
	const decisive = fields.filter((field) =>
		fields.some(({ showWhen = {} }) => field.at.length === 1 && field.name in showWhen),
	);
	const key = (way: Way) =>
		JSON.stringify(decisive.filter((one) => isShown(one, way)).map(({ name }) => way[name]));
	const all = decisive.reduce<Way[]>(
		(ways, field) =>
			ways.flatMap((way) =>
				choicesOf(field).map((choice) => ({ ...way, [field.name]: choice })),
			),
		[{}],
	);
	return [...new Map(all.map((way) => [key(way), way])).values()].reverse();
}

export async function readOperations(): Promise<OddOperation[]> {
	const found: OddOperation[] = [];
	for (const [node, resource, value, api] of interfaceTable) {
		const { resources } = (await import(`${nodeFolder(node)}/operations`)) as {
			resources: Resource[];
		};
		const operation = resources
			.find((one) => one.value === resource)
			?.operations.find((one) => one.value === value);
		if (!operation) throw new Error(`${node} has no ${resource}:${value}`);
		// A batch and an import: test/batch has tables of what they read.
		if ('plan' in operation && value !== 'sendAndWait') continue;
		const common = await commonOptions(node, resource, operation);
		const fields = fieldsOf(api, { fields: [...operation.fields, ...common] });
		found.push({ node, resource, value, api, fields, ways: waysOf(fields) });
	}
	return found;
}

/** The value of a field in a way: that of the way for a choice, else a valid one. */
export function baseOf(field: OddField, way: Way): unknown {
	if (field.name in way && field.at.length === 1) return way[field.name];
	if (!isChoice(field)) return field.form.base;
	const wanted = String(field.form.base).toLowerCase();
	const same = choicesOf(field).find((choice) => String(choice).toLowerCase() === wanted);
	return same ?? choicesOf(field)[0];
}

/** As the editor saves it. */
export const saved = (field: OddField, value: unknown): INodeParameters[string] =>
	(field.type === 'resourceLocator'
		? { __rl: true, mode: 'id', value }
		: value) as INodeParameters[string];

const PLACEHOLDER = { name: 'name', value: 'Anna' };
export const template = (value: string): string => `Hello ${value}!`;
export const fileText = 'a file';

/** Fixed collections: one entry of two texts. */
export const entryOf = (field: Field, name: unknown, value: unknown): INodeParameters => {
	const [group] = field.options as Array<{ name: string; values: INodeProperties[] }>;
	const [first, second] = group.values;
	return { [group.name]: [{ [first.name]: name, [second.name]: value }] } as INodeParameters;
};

/** Parameters of a node in which every field has a valid value, and options only as given. */
export function parametersOf(
	{ resource, value, fields, api }: OddOperation,
	way: Way,
	override: Map<OddField, unknown> = new Map(),
): INodeParameters {
	const parameters: INodeParameters = { resource, operation: value };
	const options: INodeParameters = {};
	for (const field of fields) {
		const given = override.get(field);
		if (field.isOption) {
			if (override.has(field)) {
				options[field.name] = saved(field, given);
				if (field.needs) options[field.needs.name] = true;
			}
			// Behind a Viber button there is no room for a signed link.
			if (api === 'sendQuickViberMessage' && value === 'sendAndWait')
				options.linkStyle = 'short';
			parameters[field.at[0]] = options;
		} else if (override.has(field)) parameters[field.name] = saved(field, given);
		// The same name in another way: the one that is shown decides.
		else if (!(field.name in parameters) || isShown(field, way)) {
			if ([...override.keys()].some((one) => !one.isOption && one.name === field.name))
				continue;
			const base =
				field.key === 'Placeholders'
					? entryOf(field, PLACEHOLDER.name, PLACEHOLDER.value)
					: baseOf(field, way);
			parameters[field.name] = saved(field, base);
		}
	}
	return parameters;
}

const placeOf = (api: ApiOperationName, name: string) =>
	apiTable[api].parameters.find((one) => one.name === name)?.place ?? 'unknown';
const constants: Record<string, Sent[]> = {
	'confirmSendMessageByList confirm': [['form confirm', '1']],
	'confirmSendMessageByList get': [['form confirm', '0']],
	'sendEmail sendAndWait': [['form track_click', '0']],
	'sendQuickViberMessage sendAndWait': [
		['form type_message', 'BUTTON'],
		['form button_link', /^https:/],
	],
};

export const wireName = (api: ApiOperationName, name: string) => `${placeOf(api, name)} ${name}`;
const tokenOf = (api: ApiOperationName): Sent => [wireName(api, 'token'), token];

const isOn = (operation: OddOperation, way: Way, label: string) => {
	const field = operation.fields.find((one) => one.displayName === label);
	return field !== undefined && isShown(field, way) && String(way[field.name]);
};

/** What an operation that sends one request per item sends in a way. */
export function wireOf(
	operation: OddOperation,
	way: Way,
	fed?: { field: OddField; outcome: string | typeof ABSENT },
	limit = 50,
): Sent[] {
	const { api, fields, value } = operation;
	const wire: Sent[] = [tokenOf(api), ...(constants[`${api} ${value}`] ?? [])];
	for (const field of fields) {
		const isFed = fed?.field === field;
		const isNeeded = field.isOption && fed?.field.needs?.name === field.name;
		if (!isShown(field, way) || (field.isOption && !isFed && !isNeeded)) continue;
		const outcome = isFed ? fed.outcome : isNeeded ? '1' : baseWire(field, way);
		if (field.apiName === false) {
			if (field.key === 'Attachment' && isFed && outcome !== ABSENT)
				wire.push(['file attachment', fileText]);
			if (field.key === 'Input Binary Field') wire.push(['file image', fileText]);
			if (field.key === 'Code Length')
				wire.push([wireName(api, 'message'), new RegExp(`^\\d{${outcome as string}}$`)]);
			if (field.key === 'Template')
				wire.push([wireName(api, 'message'), template(PLACEHOLDER.value)]);
		} else if (typeof outcome === 'string') wire.push([wireName(api, field.key), outcome]);
	}
	// The label in the page language, unless another one is given.
	const isLabelled = wire.some(([name]) => name === 'form button');
	if (`${api} ${value}` === 'sendQuickViberMessage sendAndWait' && !isLabelled) {
		wire.push(['form button', 'Respond']);
	}
	if (placeOf(api, 'limit_rows') !== 'unknown') {
		const rows = isOn(operation, way, 'Return All') === 'true' ? 1_000_000 : limit;
		wire.push([wireName(api, 'limit_offset'), '0'], [wireName(api, 'limit_rows'), upTo(rows)]);
	}
	return wire;
}

/** Pages may be smaller than what is wanted, and never more. */
const upTo = (rows: number) => (rows < 100 ? new RegExp(`^${rows}$`) : /^[1-9]\d{2,}$/);

export const baseWire = (field: OddField, way: Way): string => {
	const base = baseOf(field, way);
	if (!isChoice(field)) return field.form.wire;
	const [wire] = field.form.judge(base);
	return typeof wire === 'string' ? wire : '';
};

/** What may become of a value that is blank. */
export function blankOutcomes(api: ApiOperationName, field: OddField, isFixed: boolean): Outcome[] {
	const known = field.apiName === false ? harmlessSwitches : harmlessBlanks;
	const isHarmless = field.key in known;
	const isRequired = apiTable[api].parameters.some(
		({ name, required }) => required && name === field.key,
	);
	if ((field.required || isRequired) && !isChoice(field)) return [REFUSED];
	// Empty in the form, as it is at first.
	if (isFixed && !field.isOption) return [ABSENT, REFUSED];
	return isHarmless ? [ABSENT, REFUSED] : [REFUSED];
}

/** Words like those of a choice, of which only its own values are valid. */
export const similarTo = (field: OddField): unknown[] =>
	choicesOf(field).flatMap((choice) => {
		const word = String(choice);
		return [choice, word.toUpperCase(), word.toLowerCase(), ` ${word}`, [choice], `${word}s`];
	});

/** What a choice or a switch comes to: the value of the field, or nothing. */
export function meaningOf(
	field: OddField,
	given: unknown,
): Array<string | boolean | typeof REFUSED> {
	if (field.type === 'boolean') {
		const found = flagOf(given);
		if (!found) return [REFUSED];
		return found.exact ? [found.on] : [found.on, REFUSED];
	}
	const choices = choicesOf(field);
	if (choices.includes(given as string)) return [given as string];
	const trimmed = ['string', 'number'].includes(typeof given) ? String(given).trim() : undefined;
	const similar = choices.find((one) => String(one).toLowerCase() === trimmed?.toLowerCase());
	return similar === undefined ? [REFUSED] : [similar, REFUSED];
}
