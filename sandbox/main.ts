/** `npm run sandbox`: the service on this machine, until Ctrl-C. */
import { startSandbox } from '.';
import { defaults } from './options';

const DEFAULT_PORT = '8085';

async function main(): Promise<void> {
	const port = Number(process.env.SANDBOX_PORT || DEFAULT_PORT);
	if (!Number.isInteger(port) || port < 0 || port > 65_535) {
		throw new Error('SANDBOX_PORT must be a port number');
	}
	const token = process.env.SANDBOX_TOKEN || defaults.token;
	const sandbox = await startSandbox({ port, token }).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EADDRINUSE') throw error;
		throw new Error(`Port ${port} is taken. Choose another with SANDBOX_PORT.`);
	});
	console.log(`Sandbox of the messaging service: ${sandbox.url}`);
	console.log('The token is the value of SANDBOX_TOKEN; see sandbox/README.md. Ctrl-C stops it.');
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
