import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';

/** Each child leads a process group of its own, so that a signal reaches all its descendants. */
const running = new Set<ChildProcess>();

export interface StartOptions {
	cwd: string;
	env?: NodeJS.ProcessEnv;
	log: string;
}

export function start(command: string, args: string[], options: StartOptions): ChildProcess {
	const log = createWriteStream(options.log, { flags: 'a' });
	const child = spawn(command, args, {
		cwd: options.cwd,
		env: options.env ?? process.env,
		detached: true,
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child.stdout.pipe(log, { end: false });
	child.stderr.pipe(log, { end: false });
	running.add(child);
	child.once('close', () => {
		// A grandchild that closed its output early would outlive the child.
		signalTree(child, 'SIGKILL');
		running.delete(child);
		log.end();
	});
	return child;
}

export function ended(child: ChildProcess): boolean {
	return child.exitCode !== null || child.signalCode !== null;
}

function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		process.kill(-child.pid, signal);
	} catch (error) {
		// ESRCH: the group has ended.
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

/** A process that has ended gets no signal, because its ID may have been reused. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
	if (!running.has(child)) return;
	const closed = new Promise((resolve) => child.once('close', resolve));
	signalTree(child, signal);
	await closed;
}

/** Sends a signal to the child and its descendants. After `patience` milliseconds, kills them. */
export async function stop(
	child: ChildProcess,
	patience = 10_000,
	politely: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
	const force = setTimeout(() => void end(child, 'SIGKILL'), patience);
	await end(child, politely);
	clearTimeout(force);
}

/** Kills the child and its descendants, as a crash of the machine would. */
export async function kill(child: ChildProcess): Promise<void> {
	await end(child, 'SIGKILL');
}

export async function stopAll(patience?: number): Promise<void> {
	await Promise.all([...running].map((child) => stop(child, patience)));
}

/** Kills all children and descendants without waiting. */
export function killAll(): void {
	for (const child of running) signalTree(child, 'SIGKILL');
}

export function tail(file: string, lines = 25): string {
	return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n');
}

/** Runs a command to its end. Prints a line every few seconds meanwhile. */
export async function run(
	title: string,
	[command, ...args]: [string, ...string[]],
	options: StartOptions & { say: (line: string) => void },
): Promise<void> {
	const since = Date.now();
	const seconds = () => Math.round((Date.now() - since) / 1000);
	options.say(`${title} …`);
	const ticker = setInterval(() => options.say(`  … ${title}, ${seconds()} s`), 5_000);
	try {
		const child = start(command, args, options);
		const outcome = await new Promise<number | string>((resolve, reject) => {
			child.once('error', reject);
			child.once('close', (code, signal) => resolve(code ?? signal ?? 'no exit code'));
		});
		if (outcome !== 0) {
			throw new Error(
				`${title} failed (${outcome}). ${options.log} ends with:\n${tail(options.log)}`,
			);
		}
	} finally {
		clearInterval(ticker);
	}
	options.say(`  done in ${seconds()} s`);
}
