import type { IDataObject } from 'n8n-workflow';
import { dryRunOption } from '../describe/options';
import type { ValidatedRequest, Run, Values } from '../run/operation';
import { smsPartDetails, smsTextIn } from './sendLimits';

/**
 * Returns the dry-run output of an item with API names as keys, or undefined without Dry Run.
 *
 * @param parametersWithLink the parameters of a Send and Wait with the link, which counts toward
 *   the SMS parts
 */
export function previewIfDryRun(
	run: Run,
	request: ValidatedRequest,
	values: Values,
	parametersWithLink: IDataObject = { ...request.qs, ...request.body },
): IDataObject | undefined {
	if (values[dryRunOption.name] !== 1) return undefined;
	const { operation } = run;
	const { qs, body, inputBinaryField: file, oneTimeCode, scheduledFor } = request;
	const sent: IDataObject = { ...qs, ...body };
	delete sent.token;
	if (operation.fileUpload && file !== undefined) sent[operation.fileUpload.apiName] = file;
	const text = smsTextIn(operation, parametersWithLink);
	const sms = text === undefined ? undefined : smsPartDetails(text, values);
	if (oneTimeCode !== undefined)
		sent.message = String(sent.message).replaceAll(oneTimeCode, '***');
	return {
		dry_run: true,
		...sent,
		...sms,
		...(scheduledFor && { scheduled_for: scheduledFor }),
	};
}
