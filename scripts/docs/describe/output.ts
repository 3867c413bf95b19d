import { SEND_AND_WAIT_OPERATION } from 'n8n-workflow';
import type { OutputField, Time } from '../shape';
import type { LoadedOperation } from './nodes';
import type { Schema } from './schema';

/** Lists the fields of an item. Nested fields follow their parent. */
export function outputFields({ properties = {}, description }: Schema, prefix = ''): OutputField[] {
	return Object.entries(properties).flatMap(([key, schema]) => {
		const name = prefix + key;
		const when = schema.description ?? description;
		const nested = (schema: Schema, step: string) =>
			outputFields({ ...schema, description: when }, name + step);
		return [
			{ name, type: typeOf(schema), time: timeOf(key, typeOf(schema)), when },
			...(schema.items ? nested(schema.items, '[].') : []),
			...(schema.type === 'object' ? nested(schema, '.') : []),
		];
	});
}

const TIMES = /^(d_\w+|status_time|sent|delivered|respondedAt|send_after|scheduled_for)$/;

/**
 * Times of the API are whole seconds or texts without an offset. Times that the package adds have
 * an offset.
 */
function timeOf(key: string, type: string): Time | undefined {
	if (!TIMES.test(key)) return undefined;
	if (type === 'integer') return 'unix';
	return /^(d_|status_)/.test(key) ? 'account' : 'iso';
}

function typeOf({ type, items, anyOf = [] }: Schema): string {
	const kinds = [[type ?? []].flat(), anyOf.map(typeOf)].flat();
	const listed = items && !items.properties ? typeOf(items) : '';
	return kinds
		.map((kind) => (kind === 'array' && listed ? `array of ${listed}` : kind))
		.join(' or ');
}

const NOT_SENT = 'If it was not sent';
const REPEATED = `${NOT_SENT} because it repeats an earlier item`;

/** Adds the fields about sending, which the schemas of the responses lack. */
export function withOutcome(fields: OutputField[], loaded: LoadedOperation): OutputField[] {
	const { declared, fields: taken } = loaded;
	if (declared.effect !== 'send') return fields;
	// An operation with `scheduleTime` leaves out no message: outside the sending hours, it
	// schedules all messages.
	const isLeftOut =
		!declared.isTimeCritical && !taken.some(({ name }) => name === 'scheduleTime');
	const isCompared = declared.knowsRecipients && declared.value !== SEND_AND_WAIT_OPERATION;
	const when = `${NOT_SENT} because of the hours`;
	const added: OutputField[] = [
		{ name: 'is_sent', type: 'boolean or null' },
		{ name: 'reason', type: 'string', when: NOT_SENT },
		{ name: 'key', type: 'string', when: `${NOT_SENT} because of its key` },
		...(isCompared ? [{ name: 'repeats_item', type: 'integer', when: REPEATED }] : []),
		...(isLeftOut ? [{ name: 'send_after', type: 'string', time: 'iso' as const, when }] : []),
	];
	return [
		...fields,
		...added.filter((addedField) => !fields.some((field) => field.name === addedField.name)),
	];
}
