import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { CheckedRequest, Operation } from '../run/operation';
import { excerpt, ValidationError } from '../values/formats';

/** The form body with the item's file in it; the file is read only when the request is sent. */
export async function bodyWithFile(
	context: IExecuteFunctions,
	{ file }: Operation,
	{ body, file: field }: CheckedRequest,
	index: number,
): Promise<IDataObject | undefined> {
	if (!file || field === undefined) return body;
	const { fileName, fileExtension, mimeType } = context.helpers.assertBinaryData(index, field);
	const bytes = await context.helpers.getBinaryDataBuffer(index, field);
	const name = fileName || (fileExtension ? `file.${fileExtension}` : 'file');
	const part: unknown = new File([new Uint8Array(bytes)], name, { type: mimeType });
	return { ...body, [file.property]: part as IDataObject };
}

/** Whether a file has no bytes. n8n before 2 writes its size only as text. */
const isEmpty = ({ bytes, fileSize, id, data }: IBinaryData): boolean =>
	bytes === 0 || fileSize === '0 B' || (id === undefined && data === '');

/** @throws ValidationError if the file is empty, or if the item does not have the binary field that the file comes from */
export function assertFile(item: INodeExecutionData, { file }: Operation, field: string): void {
	const binary = item.binary ?? {};
	if (!file) return;
	if (Object.hasOwn(binary, field)) {
		if (!isEmpty(binary[field])) return;
		throw new ValidationError(
			`is ${excerpt(field)}, which is an empty file`,
			'Check the step before this one that reads or downloads the file.',
			file.field.displayName,
		);
	}
	const names = Object.keys(binary).join(', ');
	throw new ValidationError(
		`is ${excerpt(field)}, and the item has no binary field of that name`,
		names
			? `The item has: ${names}.`
			: 'Add a step before this one that reads or downloads the file.',
		file.field.displayName,
	);
}
