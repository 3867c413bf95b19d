import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

async function listen(port: number): Promise<void> {
	const server = createServer();
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	await new Promise((resolve) => server.close(resolve));
}

/**
 * Reports whether `fetch` opens the port, which must be free. Browsers and `fetch` block some
 * ports, e.g. 6000.
 */
async function canBeFetched(port: number): Promise<boolean> {
	const error: unknown = await fetch(`http://127.0.0.1:${port}`).catch(
		(reason: unknown) => reason,
	);
	return !(error instanceof Error && String((error.cause as Error)?.message) === 'bad port');
}

/**
 * Returns a free port. The range excludes ports of outgoing connections on Linux and macOS, which
 * another process might take first.
 */
export async function freePort(): Promise<number> {
	for (let tries = 1; ; tries++) {
		const port = randomInt(10_000, 32_768);
		try {
			await listen(port);
			if (await canBeFetched(port)) return port;
		} catch (error) {
			if (tries === 100) throw error;
		}
	}
}

export async function chosenPort(variable: string, fallback: number): Promise<number> {
	const port = Number(process.env[variable] || fallback);
	if (!Number.isInteger(port) || port < 1 || port > 65_535) {
		throw new Error(`${variable} is "${process.env[variable]}", which is not a port number.`);
	}
	await assertFree(port, variable);
	if (await canBeFetched(port)) return port;
	throw new Error(
		`Port ${port} is one that browsers and fetch refuse to open. Choose another port with ${variable}=…`,
	);
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
