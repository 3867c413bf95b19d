import type { IDataObject } from 'n8n-workflow';
import { keepMessage, type NodeError } from '../errors/nodeErrors';

/** A number below is a count or a status, if not a code that begins with zeros. */
const SMALLEST = 1_000;

/**
 * Replaces a code that the service may repeat, in the values of records and in an error. Not in the
 * whole response: an ID of the same digits must stay a number.
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
	const withoutAny = (name: string, value: unknown) => {
		if (typeof value === 'string') return without(value);
		return value === Number(hidden) && value >= SMALLEST && !/id$/i.test(name) ? '***' : value;
	};
	try {
		return JSON.parse(JSON.stringify(await request()), withoutAny) as IDataObject[];
	} catch (error) {
		const failed = error as NodeError;
		if (failed.description) failed.description = without(failed.description);
		throw keepMessage(failed, without(failed.message));
	}
}
