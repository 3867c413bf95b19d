import type { IDataObject } from 'n8n-workflow';
import { routeToQuery } from '../../../shared/describe/field';
import { bareRecord } from '../../../shared/api/responseShapes';
import {
	buildOptions,
	buildIdField,
	waitForFinalStatusField,
} from '../../../shared/describe/fields';
import { addMissingFields } from '../../../shared/response/addedFields';
import type { Operation } from '../../../shared/run/operation';
import { formatUnixTime } from '../../../shared/values/dates';

const createClockTimeAdder =
	(_read: unknown, _input: unknown, clock: string) =>
	(records: IDataObject[]): IDataObject[] =>
		records.map((record) =>
			addMissingFields(record, {
				sent_at: formatUnixTime(record.sent, clock),
				delivered_at: formatUnixTime(record.delivered, clock),
			}),
		);

export const getMessageDelivery: Operation = {
	name: 'Get Delivery',
	value: 'getDelivery',
	action: 'Get delivery of SMS',
	description: 'Get the times when an SMS was sent and delivered',
	routing: { request: { method: 'GET', url: '/api/v1/checkSMS' } },
	tokenIn: 'query',
	effect: 'read',
	fields: [
		...routeToQuery(
			buildIdField('SMS ID', 'smsId', 'ID of the SMS: the sms_id that Send returned'),
		),
		buildOptions(waitForFinalStatusField),
	],
	response: bareRecord('sms_id', { mayOmitId: true }),
	createItemMapper: createClockTimeAdder,
	statusIsOf: 'recipient',
};
