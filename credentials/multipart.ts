import type { IDataObject } from 'n8n-workflow';
import type { OutgoingRequest } from './baseUrl';

/** Whether a value is a record of its own keys, not a Buffer, form or other special object. */
export const isPlain = (value: unknown): value is IDataObject =>
	Object.prototype.toString.call(value) === '[object Object]';

/** n8n drops a web FormData body, so a body that holds files becomes its bytes here. */
export async function asMultipart(request: OutgoingRequest): Promise<OutgoingRequest> {
	const parts = isPlain(request.body) ? Object.entries(request.body as object) : [];
	if (!parts.some(([, part]) => part instanceof Blob)) return request;
	const form = new FormData();
	for (const [name, part] of parts) form.append(name, part instanceof Blob ? part : String(part));
	const encoded = new Response(form);
	request.headers = { ...request.headers, 'Content-Type': encoded.headers.get('content-type') };
	request.body = Buffer.from(await encoded.arrayBuffer());
	return request;
}
