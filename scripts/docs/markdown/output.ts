import { ERRORS, OUTPUT, TIMES } from './operation';
import type { LeftOutReason } from '../../../nodes/shared/run/entry';
import { blocks, code, link, table } from './text';

/** Texts about the fields that come with a `reason`. */
const BESIDE: Record<LeftOutReason, string> = {
	'not in Only Send To': '',
	'repeated in this run': ` (${code('repeats_item')} is the index of the earlier item)`,
	'already sent': ` (with the ${code('key')})`,
	'outside sending hours': ` (${code('send_after')} is the time from which the message can be sent)`,
	'dry run': ' (with the parameters)',
};
const REASONS = Object.entries(BESIDE)
	.map(([reason, beside]) => code(reason) + beside)
	.join(', ');

const GIVEN = ['phone', 'email', 'message_id', 'sms_id', 'uuid', 'id'].map(code).join(', ');

/** Fields that the nodes add to those of the API. */
const ADDED = [
	[
		code('is_sent'),
		`On every item of an operation that sends. ${code('true')}: sent. ${code('false')}: certainly not sent. ${code('null')}: it is not known whether it was sent, or only a part of the item was sent.`,
	],
	[
		code('reason'),
		`With ${code('"is_sent": false')} and no error, one of: ${REASONS}. Outside the hours, the key is not looked up. If the hours end during the run, ${code('is_sent')} is ${code('null')} for a message that an earlier try may have sent.`,
	],
	[
		`${code('error')}, ${code('error_kind')}`,
		`On a failed item, besides its input fields: ${link('what went wrong', ERRORS)}, and the kind of the error.`,
	],
	[
		code('marked'),
		`On replies: ${code('true')} if they were marked as read, ${code('false')} if the service says that it flagged none.`,
	],
	[
		code('scheduled_for'),
		'If the message was scheduled with Schedule Time or by Send Between: the time at which it is sent, with an offset.',
	],
	[
		code('data'),
		`On the item of *Send and Wait*: the response. ${code('timedOut')} is present if nobody responded in time.`,
	],
	[
		code('is_delivered'),
		`On the delivery to one recipient, but not on a message that was just sent. ${code('true')}: the message is delivered, read or opened. ${code('false')}: it failed permanently. ${code('null')}: it is not known yet.`,
	],
	[
		code('is_finished'),
		`On the status of a mailing or batch. ${code('true')}: the mailing is sent, or each message of the batch is delivered or failed. ${code('false')}: get the status again later.`,
	],
	[code('recipients'), 'On a batch that was sent: the number of recipients of the request.'],
	[
		code('indexes'),
		`On a batch that was sent: the indexes of its input items, from 0, as text: ${code('0-3, 7')}.`,
	],
	[
		code('error_text'),
		`The API's field ${code('error')}, renamed because n8n treats an item with ${code('error')} as failed.`,
	],
	[GIVEN, 'The value of the parameter, if the response does not have this field.'],
];

const KINDS_OF_TIME = [
	[
		"The account's time",
		code('2026-12-24 18:30:00'),
		'The clock of the account, without an offset. The API does not name the zone: enter the zone in **Time Zone of the Account** of the credential.',
	],
	[
		'Unix time',
		code('1798137000'),
		`Whole seconds in UTC: ${code('{{ DateTime.fromSeconds($json.sent) }}')}. 0 means no time.`,
	],
	[
		'ISO time',
		code('2026-12-24T18:30:00+02:00'),
		`With the offset of the workflow's time zone. ${code('respondedAt')} is in UTC and ends with ${code('Z')}.`,
	],
];

export const outputPart = (): string =>
	blocks(
		`## ${OUTPUT}`,
		'Fields have the names and values of the API. If the API documents no response, the example shows the fields of the sandbox. Each output item is paired with its input item. These fields are added:',
		table(['Field', 'Meaning'], ADDED),
		`If the service only confirms success, the item is ${code('{ "success": true }')}, or ${code('{ "deleted": true }')} after a deletion. An empty list returns no items and no error: the branch ends, unless **Always Output Data** is on. Whole numbers that JavaScript would round are returned as text with all digits.`,
		`## ${TIMES}`,
		table(['Kind', 'Example', 'Zone'], KINDS_OF_TIME),
		'Waits are entered in seconds, forwarding in minutes, Max Age in hours, and the time to remember keys in days.',
		'## Order',
		'Items come out in the order of the input. The records of one list keep the order of the service, which is not documented. If you need the first or the newest record, add a **Sort** step after the list, by a time or an ID. A batch with **Wait for Final Status** returns its recipients in the order of the input: their statuses are matched by phone or email.',
	);
