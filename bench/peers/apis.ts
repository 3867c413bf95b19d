import type { IncomingHttpHeaders } from 'node:http';

export interface Received {
	url: URL;
	headers: IncomingHttpHeaders;
	body: string;
}

export interface Api {
	path: RegExp;
	/** Returns the phone as it is in the request. */
	phone: (request: Received) => unknown;
	status: number;
	sent: (phone: string, id: number) => object;
	rejected: (status: number, message: string) => object;
}

const json = ({ body }: Received) => JSON.parse(body) as Record<string, unknown>;

/** APIs as each service documents them, limited to the parts that the nodes use. */
export const apis: Api[] = [
	{
		path: /^\/api\/v1\/sendQuickSMS$/,
		phone: ({ url }) => url.searchParams.get('phone'),
		status: 200,
		sent: (_, id) => ({ sms_id: id, status: 'NEW', parts: 1 }),
		rejected: (_, message) => ({ error: message }),
	},
	{
		path: /^\/2010-04-01\/Accounts\/\w+\/Messages\.json$/,
		phone: ({ body }) => new URLSearchParams(body).get('To'),
		status: 201,
		sent: (phone, id) => ({ sid: `SM${id}`, to: phone, status: 'queued', error_code: null }),
		rejected: (status, message) => ({ code: 20_000 + status, message, status }),
	},
	{
		path: /^\/messages$/,
		phone: (request) => (json(request).recipients as unknown[])[0],
		status: 201,
		sent: (phone, id) => {
			const items = [{ recipient: Number(phone), status: 'sent' }];
			return { id: String(id), recipients: { totalSentCount: 1, items } };
		},
		rejected: (_, message) => ({
			errors: [{ code: 2, description: message, parameter: null }],
		}),
	},
	{
		path: /^\/message\/sendText\/\w+$/,
		phone: (request) => json(request).number,
		status: 201,
		sent: (phone, id) => {
			const key = { remoteJid: `${phone}@s.whatsapp.net`, fromMe: true, id: String(id) };
			return { key, status: 'PENDING' };
		},
		rejected: (status, message) => ({ status, response: { message: [message] } }),
	},
	{
		path: /^\/v2\/contact\/phone:[^/]*\/message$/,
		phone: ({ url }) => /phone:([^/]*)/.exec(decodeURIComponent(url.pathname))?.[1],
		status: 200,
		sent: (phone, id) => ({ contactId: Number(phone), messageId: id }),
		rejected: (status, message) => ({ code: status, message }),
	},
];
