import type { INodeParameters } from 'n8n-workflow';

/** Parameters of Send and Wait with Limit Wait Time. */
export const limit = (values: INodeParameters): INodeParameters => ({
	options: { limitWaitTime: { values } },
});

/** @param maxDateAndTime a time or an expression */
export const limitUntil = (maxDateAndTime: string): INodeParameters =>
	limit({ limitType: 'atSpecifiedTime', maxDateAndTime });
