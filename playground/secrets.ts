import { randomBytes } from 'node:crypto';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export interface Secrets {
	/** Of n8n's owner. */
	password: string;
	/** What callers of the examples' webhooks send. */
	webhookKey: string;
}

const random = () => randomBytes(18).toString('base64url');

/** The secrets of a data folder, made when it is new. Only this user can read folder and file. */
export function readSecrets(folder: string): Secrets {
	mkdirSync(folder, { recursive: true });
	chmodSync(folder, 0o700);
	const file = join(folder, 'secrets.json');
	if (!existsSync(file)) {
		// n8n wants a digit and a capital letter in a password.
		const secrets: Secrets = { password: `A1-${random()}`, webhookKey: random() };
		// Whole or not at all, also if the start ends here.
		const part = `${file}.part`;
		rmSync(part, { force: true });
		writeFileSync(part, JSON.stringify(secrets), { mode: 0o600, flag: 'wx', flush: true });
		renameSync(part, file);
	}
	chmodSync(file, 0o600);
	return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}
