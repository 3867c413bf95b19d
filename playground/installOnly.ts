/** `npm run install:n8n`: installs the playground's n8n. */
import { installN8n } from './install';

installN8n(console.log).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
