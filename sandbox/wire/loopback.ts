const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** @param host from a URL or a Host header */
export const isLoopback = (host: string, port: number): boolean =>
	NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
