const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/** Reports whether `host`, from a URL or a Host header, is this port on this machine. */
export const isLoopback = (host: string, port: number): boolean =>
	NAMES.some((name) => host === `${name}:${port}` || (port === 80 && host === name));
