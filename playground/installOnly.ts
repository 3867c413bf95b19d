/** `npm run install:n8n`: the real n8n of the playground, without starting it. */
import { installN8n } from './install';

installN8n(console.log).catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
