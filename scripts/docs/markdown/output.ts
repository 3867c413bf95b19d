import { OUTPUT } from './operation';
import { blocks, code, table } from './text';

const GIVEN = ['phone', 'email', 'message_id', 'sms_id', 'uuid', 'id'].map(code).join(', ');

/** What the nodes add to the fields of the API. */
const ADDED = [
	[
		code('is_sent'),
		`Of an operation that sends. ${code('true')}: sent. ${code('false')}: certainly not sent. ${code('null')}: it is not known, or only a part of the item was sent. See [errors.md](errors.md#what-was-sent-as-a-field).`,
	],
	[
		code('reason'),
		`Beside ${code('"is_sent": false')} without an error: ${code('not in Only Send To')}, ${code('already sent')}, with the ${code('key')}, or ${code('outside sending hours')}, with the time as ${code('send_after')}. Outside the hours the key is not looked up. If they end during the run, ${code('is_sent')} is ${code('null')} for a message that may have been sent before.`,
	],
	[
		code('marked'),
		`Of replies: ${code('true')} if they were marked as read, ${code('false')} if the service says that it has flagged none.`,
	],
	[code('scheduled_for'), 'The time to which Send Between has moved a mailing, batch or email.'],
	[
		code('timedOut'),
		`${code('true')} if a wait has ended without a response or a result. In *Send and Wait* it is ${code('data.timedOut')}.`,
	],
	[
		code('is_delivered'),
		`Of the delivery to one recipient, and not of a message that was just sent. ${code('true')}: the message is delivered, read or opened. ${code('false')}: it failed permanently. ${code('null')}: it is not known yet.`,
	],
	[
		code('is_finished'),
		`Of the status of a mailing or batch. ${code('true')}: a mailing is sent, or each recipient of a batch is delivered or failed. Ask again until then.`,
	],
	[code('recipients'), 'Of a batch that was sent. The number of recipients of the request.'],
	[
		code('indexes'),
		`Of a batch that was sent. The positions of its input items, from 0, as text: ${code('0-3, 7')}.`,
	],
	[
		code('error_text'),
		`The API's field ${code('error')}. n8n takes an item with ${code('error')} for a failed one.`,
	],
	[GIVEN, 'The value of the parameter, if the response lacks it.'],
];

export const outputPart = (): string =>
	blocks(
		`## ${OUTPUT}`,
		'Fields have the names and values of the API. Each output item is paired with its input item. These fields are added:',
		table(['Field', 'Meaning'], ADDED),
		`If the service only confirms success, the item is ${code('{ "success": true }')}, or ${code('{ "deleted": true }')} for a delete. An empty list is no items and no error. Whole numbers that JavaScript would round are text with all digits.`,
	);
