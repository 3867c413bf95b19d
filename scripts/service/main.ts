/**
 * `npm run check:service`: compares the real service with its documentation. Sends only read
 * requests.
 */
import { checkService } from './check';

checkService(process.env, process.argv.slice(2), console.log)
	.then((isSame) => {
		process.exitCode = isSame ? 0 : 1;
	})
	.catch((error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
