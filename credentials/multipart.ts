import type { IDataObject } from 'n8n-workflow';
import type { OutgoingRequest } from './baseUrl';

/** Reports whether a value is a plain record, not a Buffer, form or other special object. */
export const isPlainObject = (value: unknown): value is IDataObject =>
	Object.prototype.toString.call(value) === '[object Object]';

/**
 * Encodes a body with files, because n8n drops a web FormData body. FormData is not used for the encoding
 * either: it changes line breaks to CR LF, and texts must arrive unchanged.
 */
export async function asMultipart(request: OutgoingRequest): Promise<OutgoingRequest> {
	const parts = isPlainObject(request.body) ? Object.entries<unknown>(request.body) : [];
	if (!parts.some(([, part]) => part instanceof Blob)) return request;
	const boundary = `form-${crypto.randomUUID()}`;
	const form = new Blob([
		...parts.flatMap(([name, part]) => [
			`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
			part instanceof Blob ? fileHeaders(part) : '',
			'\r\n\r\n',
			part instanceof Blob ? part : String(part),
			'\r\n',
		]),
		`--${boundary}--\r\n`,
	]);
	const type = `multipart/form-data; boundary=${boundary}`;
	request.headers = { ...request.headers, 'Content-Type': type };
	request.body = Buffer.from(await form.arrayBuffer());
	return request;
}

/** Returns the remaining headers of a file's part. The file name is the user's, so it is escaped. */
function fileHeaders(file: Partial<File>): string {
	const name = (file.name ?? 'file').replace(/[\r\n"]/g, encodeURIComponent);
	return `; filename="${name}"\r\nContent-Type: ${file.type || 'application/octet-stream'}`;
}
