import type { IDataObject } from 'n8n-workflow';
import type { OutgoingRequest } from './baseUrl';

/** False for a Buffer, a form or any other special object. */
export const isPlainObject = (value: unknown): value is IDataObject =>
	Object.prototype.toString.call(value) === '[object Object]';

/**
 * Encodes a body with files by hand: n8n drops a FormData body, and FormData would change line breaks to CR
 * LF.
 */
export async function encodeFilesAsMultipart(request: OutgoingRequest): Promise<OutgoingRequest> {
	const parts = isPlainObject(request.body) ? Object.entries<unknown>(request.body) : [];
	if (!parts.some(([, part]) => part instanceof Blob)) return request;
	const boundary = `form-${crypto.randomUUID()}`;
	const form = new Blob([
		...parts.flatMap(([name, part]) => [
			`--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
			part instanceof Blob ? buildFileHeaders(part) : '',
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

/** Returns the file name and the headers after the file name. The file name is escaped, because a user chose it. */
function buildFileHeaders(file: Partial<File>): string {
	const name = (file.name ?? 'file').replace(/[\r\n"]/g, encodeURIComponent);
	return `; filename="${name}"\r\nContent-Type: ${file.type || 'application/octet-stream'}`;
}
