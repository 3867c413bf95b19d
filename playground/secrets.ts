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
	password: string;
	/** Secret header of calls to the examples' webhooks. */
	webhookKey: string;
}

const random = () => randomBytes(18).toString('base64url');

/**
 * Reads the secrets of a data folder, or creates them. Only this user can read the folder and the
 * file.
 */
export function readSecrets(folder: string): Secrets {
	mkdirSync(folder, { recursive: true });
	chmodSync(folder, 0o700);
	const file = join(folder, 'secrets.json');
	if (!existsSync(file)) {
		// n8n requires a digit and a capital letter in a password.
		const secrets: Secrets = { password: `A1-${random()}`, webhookKey: random() };
		// Renames the complete file, so that an interrupted start leaves no partial file.
		const part = `${file}.part`;
		rmSync(part, { force: true });
		writeFileSync(part, JSON.stringify(secrets), { mode: 0o600, flag: 'wx', flush: true });
		renameSync(part, file);
	}
	chmodSync(file, 0o600);
	return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}
