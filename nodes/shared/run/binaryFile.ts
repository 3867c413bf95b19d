import type { IDataObject, IExecuteSingleFunctions } from 'n8n-workflow';
import { ValidationError, isBlank } from '../values/formats';
import type { Operation } from '../describe/operation';

/**
 * The form body with the item's file in it; the file is read only when everything was checked.
 *
 * @returns the body as it is when the operation carries no file here
 */
export async function bodyWithFile(
	context: IExecuteSingleFunctions,
	{ file }: Operation,
	body: IDataObject | undefined,
): Promise<IDataObject | undefined> {
	const field = file?.fieldOf(context);
	if (!file || !field) return body;
	const { fileName, fileExtension, mimeType } = context.helpers.assertBinaryData(field);
	const bytes = await context.helpers.getBinaryDataBuffer(field);
	const name = fileName ?? (fileExtension ? `file.${fileExtension}` : 'file');
	const part: unknown = new File([new Uint8Array(bytes)], name, { type: mimeType });
	return { ...body, [file.apiName]: part as IDataObject };
}

/** @throws BadValue when the item does not have the binary field that the file comes from */
export function assertFile(context: IExecuteSingleFunctions, { file }: Operation): void {
	const field = file?.fieldOf(context);
	const binary = context.getInputData().binary ?? {};
	if (!file || field === undefined || binary[field]) return;
	if (isBlank(field)) throw new ValidationError('is empty', 'Fill in this field.', file.label);
	const has = Object.keys(binary).join(', ');
	throw new ValidationError(
		`is "${field.slice(0, 40)}", and the item has no binary field of that name`,
		has
			? `The item has: ${has}.`
			: 'Add a step before this one that reads or downloads the file.',
		file.label,
	);
}
