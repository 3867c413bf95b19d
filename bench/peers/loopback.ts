/** Import this first: it redirects all connections of this process to this machine. */
import dns from 'node:dns';
import { Socket } from 'node:net';
import type { TcpNetConnectOpts } from 'node:net';

const LOOPBACK = '127.0.0.1';
/** Hosts that the process tried to reach. */
export const hosts = new Set<string>();
const port = Number(process.env.PEERS_PORT);
const CLOSED_PORT = 1;

let outage = 0;
let outageEnd: number | undefined;

/** Refuses connections for this long, from the next connection on. */
export function refuseFor(milliseconds: number): void {
	outage = milliseconds;
	outageEnd = undefined;
}

function isRefused(): boolean {
	outageEnd ??= Date.now() + outage;
	return Date.now() < outageEnd;
}

type Connect = (this: Socket, ...args: unknown[]) => Socket;
const prototype = Socket.prototype as unknown as { connect: Connect };
const connect = prototype.connect;

/** Node's clients pass the options alone, or as the first element of an array. */
prototype.connect = function (...args) {
	const [first] = args;
	const options = (Array.isArray(first) ? first[0] : first) as Partial<TcpNetConnectOpts>;
	if (typeof options?.host !== 'string') throw new Error('a connection without a host');
	hosts.add(options.host);
	Object.assign(options, { host: LOOPBACK, port: isRefused() ? CLOSED_PORT : port });
	this.once('connect', () => {
		if (this.remoteAddress !== LOOPBACK) throw new Error(`connected to ${this.remoteAddress}`);
	});
	return connect.apply(this, args);
};

const refuse = (name: string) => {
	throw new Error(`a look-up of ${name}`);
};
Object.assign(dns, { lookup: refuse, resolve: refuse, resolve4: refuse, resolve6: refuse });
Object.assign(dns.promises, { lookup: refuse, resolve: refuse });
