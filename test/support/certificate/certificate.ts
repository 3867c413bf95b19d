import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');

/**
 * A self-signed certificate for `localhost` and the host of the tests, valid until 2126. Created
 * with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes`.
 */
export const certificate = { key: read('key.pem'), cert: read('cert.pem') };
