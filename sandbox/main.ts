/** `npm run sandbox`: starts the sandbox. */
import { startSandbox } from '.';
import { optionsFrom } from './environment';

async function main(): Promise<void> {
	const options = optionsFrom(process.env);
	const sandbox = await startSandbox(options).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'EADDRINUSE') throw error;
		throw new Error(`Port ${options.port} is taken. Choose another with SANDBOX_PORT.`);
	});
	console.log(`Sandbox of the messaging service: ${sandbox.url}`);
	console.log(
		`Dates are in the time zone ${options.timeZone}. Set the same time zone in n8n or in the credential.`,
	);
	console.log(
		'The token is the value of SANDBOX_TOKEN; see sandbox/README.md. Ctrl-C stops the sandbox.',
	);
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		process.once(signal, () => void sandbox.close().then(() => process.exit(0)));
	}
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
