import type { INodeParameters } from 'n8n-workflow';

/** The parameters of Send and Wait with these values of Limit Wait Time. */
export const limit = (values: INodeParameters): INodeParameters => ({
	options: { limitWaitTime: { values } },
});

/** The same for a wait until a time, e.g. an expression. */
export const limitUntil = (maxDateAndTime: string): INodeParameters =>
	limit({ limitType: 'atSpecifiedTime', maxDateAndTime });
