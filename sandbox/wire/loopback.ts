const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether `host`, as a URL or a Host header has it, is this port of this machine. */
export const isLoopback = (host: string, port: number): boolean =>
	NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
