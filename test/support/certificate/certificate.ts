import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (name: string) => readFileSync(join(__dirname, name), 'utf8');

/**
 * A certificate that nobody trusts, for `localhost` and the host of the tests, until 2126. Both files
 * are public: made with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes`.
 */
export const certificate = { key: read('key.pem'), cert: read('cert.pem') };
