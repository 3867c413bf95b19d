import type { IDataObject } from 'n8n-workflow';
import { keepMessage, type NodeError } from '../errors/nodeErrors';

/**
 * Replaces a code that the service may repeat, in the strings of records and in an error. Not in the
 * whole response: a number of the same digits, e.g. an ID, must stay one.
 *
 * @param hidden its digits; undefined to hide nothing
 *
 * @throws what the request throws
 */
export async function hideCode(
	hidden: string | undefined,
	request: () => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	if (hidden === undefined) return await request();
	const code = new RegExp(`(?<!\\d)${hidden}(?!\\d)`, 'g');
	const without = (text: string) => text.replace(code, '***');
	const withoutAny = (_: string, value: unknown) =>
		typeof value === 'string' ? without(value) : value;
	try {
		return JSON.parse(JSON.stringify(await request()), withoutAny) as IDataObject[];
	} catch (error) {
		const failed = error as NodeError;
		if (failed.description) failed.description = without(failed.description);
		throw keepMessage(failed, without(failed.message));
	}
}
