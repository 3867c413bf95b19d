import type { IBinaryData, IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { ValidatedRequest, Operation } from '../run/operation';
import { describeValue, ValidationError } from '../values/formats';

/**
 * Returns the form body with the item's file. Called just before sending, because the file is held in memory.
 */
export async function bodyWithFile(
	context: IExecuteFunctions,
	{ fileUpload }: Operation,
	{ body, inputBinaryField: field }: ValidatedRequest,
	index: number,
): Promise<IDataObject | undefined> {
	if (!fileUpload || field === undefined) return body;
	const { fileName, fileExtension, mimeType } = context.helpers.assertBinaryData(index, field);
	const bytes = await context.helpers.getBinaryDataBuffer(index, field);
	const name = fileName || (fileExtension ? `file.${fileExtension}` : 'file');
	const part: unknown = new File([new Uint8Array(bytes)], name, { type: mimeType });
	return { ...body, [fileUpload.apiName]: part as IDataObject };
}

/** n8n 1 stores the size only as text. */
const isEmptyFile = ({ bytes, fileSize, id, data }: IBinaryData): boolean =>
	bytes === 0 || fileSize === '0 B' || (id === undefined && data === '');

/**
 * Verifies that the item has a file to upload.
 *
 * @throws ValidationError if the binary field is missing or its file is empty
 */
export function assertNonEmptyFile(
	item: INodeExecutionData,
	{ fileUpload }: Operation,
	field: string,
): void {
	const binary = item.binary ?? {};
	if (!fileUpload) return;
	if (Object.hasOwn(binary, field)) {
		if (!isEmptyFile(binary[field])) return;
		throw new ValidationError(
			`is ${describeValue(field)}, which is an empty file`,
			'Check the earlier step that reads or downloads the file.',
			fileUpload.field.displayName,
		);
	}
	const names = Object.keys(binary).join(', ');
	throw new ValidationError(
		`is ${describeValue(field)}, and the item has no binary field of that name`,
		names
			? `The item has: ${names}.`
			: 'Before this step, add a step that reads or downloads the file.',
		fileUpload.field.displayName,
	);
}
