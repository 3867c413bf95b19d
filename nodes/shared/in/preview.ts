import type { IDataObject } from 'n8n-workflow';
import { dryRun } from '../describe/options';
import type { CheckedRequest, Run, Values } from '../run/operation';
import { smsFacts, smsTextIn } from './sendLimits';

/**
 * What a dry run shows of an item: the parameters by their API names. Undefined if the item is sent.
 *
 * @param written the same with the link of a Send and Wait, whose length counts
 */
export function previewIfDry(
	run: Run,
	request: CheckedRequest,
	values: Values,
	written: IDataObject = { ...request.qs, ...request.body },
): IDataObject | undefined {
	if (values[dryRun.name] !== 1) return undefined;
	const { operation } = run;
	const { qs, body, file, code, scheduledFor } = request;
	const sent: IDataObject = { ...qs, ...body };
	delete sent.token;
	if (operation.file && file !== undefined) sent[operation.file.property] = file;
	const text = smsTextIn(operation, written);
	const sms = text === undefined ? undefined : smsFacts(text, values);
	if (code !== undefined) sent.message = String(sent.message).replaceAll(code, '***');
	return {
		dry_run: true,
		...sent,
		...sms,
		...(scheduledFor && { scheduled_for: scheduledFor }),
	};
}
