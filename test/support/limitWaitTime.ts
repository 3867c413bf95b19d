import type { INodeParameters } from 'n8n-workflow';

/** Parameters of Send and Wait with Limit Wait Time. */
export const limit = (values: INodeParameters): INodeParameters => ({
	options: { limitWaitTime: { values } },
});

/** Parameters of Send and Wait that limit the wait to a time, which may be an expression. */
export const limitUntil = (maxDateAndTime: string): INodeParameters =>
	limit({ limitType: 'atSpecifiedTime', maxDateAndTime });
