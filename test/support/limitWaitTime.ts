import type { INodeParameters } from 'n8n-workflow';

/** Parameters of Send and Wait with Limit Wait Time. */
export const limit = (values: INodeParameters): INodeParameters => ({
	options: { limitWaitTime: { values } },
});

/** The same for a wait until a time, which may be an expression. */
export const limitUntil = (maxDateAndTime: string): INodeParameters =>
	limit({ limitType: 'atSpecifiedTime', maxDateAndTime });
