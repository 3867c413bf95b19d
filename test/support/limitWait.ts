import type { INodeParameters } from 'n8n-workflow';

export const limitWait = (values: INodeParameters): INodeParameters => ({
	options: { limitWaitTime: { values } },
});

/** @param maxDateAndTime a time or an expression */
export const limitWaitUntil = (maxDateAndTime: string): INodeParameters =>
	limitWait({ limitType: 'atSpecifiedTime', maxDateAndTime });
