import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { nodeCase, type NodeCase, TEXT } from '../cases';

/** A unique text, so that a search finds every copy of the secret. */
export const SECRET = 'SECRET-7f3a91c2';
const ACCOUNT = 'AC00000000000000000000000000000001';
/** The secret as text, and as basic authentication encodes it. */
export const secretForms = [SECRET, Buffer.from(`${ACCOUNT}:${SECRET}`).toString('base64')];

/** A package, and the path of the lock file that contains the package's version. */
interface Package {
	name: string;
	folder: string;
}
const base: Package = { name: 'n8n-nodes-base', folder: 'playground' };
const peer = (name: string): Package => ({ name, folder: 'bench/peers' });

/** A node that sends one message per item, as a user sets it up. */
export interface Contender {
	name: string;
	/** Undefined for this package. */
	package?: Package;
	/** Path in `dist/` of the package. The class has the name of the file. */
	node: string;
	credential: string;
	/** True if the node uses this package's credential. */
	withOurCredential?: true;
	/** The parameters that a user fills in, with the phone from `$json.phone`. */
	nodeSetting: NodeCase;
	account: ICredentialDataDecryptedObject;
	/** Host that the node calls. All connections lead to the local service. */
	host: string;
}

const OURS = 'api.messaging.example';
const messaging = { baseUrl: `https://${OURS}`, token: SECRET };
const single = (contender: 'ours' | 'httpRequest') =>
	nodeCase('single', contender, messaging.baseUrl);

export const contenders: Contender[] = [
	{
		name: 'this package',
		node: 'nodes/MessagingServiceSms/MessagingServiceSms.node.js',
		credential: 'credentials/MessagingServiceApi.credentials.js',
		nodeSetting: single('ours'),
		account: messaging,
		host: OURS,
	},
	{
		name: 'HTTP Request',
		package: base,
		node: 'nodes/HttpRequest/HttpRequest.node.js',
		credential: 'credentials/MessagingServiceApi.credentials.js',
		withOurCredential: true,
		nodeSetting: { ...single('httpRequest'), version: 4.5 },
		account: messaging,
		host: OURS,
	},
	{
		name: 'Twilio',
		package: base,
		node: 'nodes/Twilio/Twilio.node.js',
		credential: 'credentials/TwilioApi.credentials.js',
		nodeSetting: {
			type: 'n8n-nodes-base.twilio',
			version: 1,
			parameters: {
				resource: 'sms',
				operation: 'send',
				from: '+15005550006',
				to: '=+{{ $json.phone }}',
				message: TEXT,
			},
		},
		account: { authType: 'authToken', accountSid: ACCOUNT, authToken: SECRET },
		host: 'api.twilio.com',
	},
	{
		name: 'MessageBird',
		package: base,
		node: 'nodes/MessageBird/MessageBird.node.js',
		credential: 'credentials/MessageBirdApi.credentials.js',
		nodeSetting: {
			type: 'n8n-nodes-base.messageBird',
			version: 1,
			parameters: {
				resource: 'sms',
				operation: 'send',
				originator: 'Shop',
				recipients: '={{ $json.phone }}',
				message: TEXT,
			},
		},
		account: { accessKey: SECRET },
		host: 'rest.messagebird.com',
	},
	{
		name: 'evolution-api',
		package: peer('n8n-nodes-evolution-api'),
		node: 'nodes/EvolutionApi/EvolutionApi.node.js',
		credential: 'credentials/EvolutionApi.credentials.js',
		nodeSetting: {
			type: 'n8n-nodes-evolution-api.evolutionApi',
			version: 1,
			parameters: {
				resource: 'messages-api',
				operation: 'send-text',
				instanceName: 'shop',
				remoteJid: '={{ $json.phone }}',
				messageText: TEXT,
			},
		},
		account: { 'server-url': 'https://evolution.example', apikey: SECRET },
		host: 'evolution.example',
	},
	{
		name: 'respond.io',
		package: peer('@respond-io/n8n-nodes-respond-io'),
		node: 'nodes/Respondio/Respondio.node.js',
		credential: 'credentials/RespondIoApi.credentials.js',
		nodeSetting: {
			type: '@respond-io/n8n-nodes-respond-io.respondio',
			version: 1,
			parameters: {
				resource: 'MESSAGES',
				operation: 'SEND_MESSAGE',
				identifierType: 'phone',
				contactIdentifier: '=+{{ $json.phone }}',
				channelType: 'lastInteractedChannel',
				messageType: 'text',
				text: TEXT,
			},
		},
		account: { apiKey: SECRET },
		host: 'api.respond.io',
	},
];

export function versionOf({ package: from }: Contender): string {
	const root = join(__dirname, '..', '..');
	const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
	if (from === base) {
		const [, version] =
			/^ {2}n8n-nodes-base@([\d.]+):$/m.exec(read('playground', 'pnpm-lock.yaml')) ?? [];
		return version;
	}
	const text = read(from?.folder ?? '', 'package-lock.json');
	const { packages } = JSON.parse(text) as { packages: Record<string, { version: string }> };
	return packages[from ? `node_modules/${from.name}` : ''].version;
}

export const packageOf = ({ package: from }: Contender): string =>
	from?.name ?? 'n8n-nodes-messaging-service';
