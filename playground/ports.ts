import { createServer, type AddressInfo } from 'node:net';

async function listen(port: number): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const taken = (server.address() as AddressInfo).port;
	await new Promise((resolve) => server.close(resolve));
	return taken;
}

export async function freePort(): Promise<number> {
	return await listen(0);
}

/** Reads a port from the environment and makes sure that nothing listens on it. */
export async function chosenPort(variable: string, fallback: number): Promise<number> {
	const port = Number(process.env[variable] || fallback);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Error(`${variable} is "${process.env[variable]}", which is not a port number.`);
	}
	await assertFree(port, variable);
	return port;
}

export async function assertFree(port: number, variable: string): Promise<void> {
	try {
		await listen(port);
	} catch (error) {
		const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
		throw new Error(
			`Port ${port} is ${taken ? 'taken' : 'not usable'}. ` +
				`Stop what listens there, or choose another port with ${variable}=…`,
		);
	}
}
