import fc from 'fast-check';
import { parseButtonLink, parsePublicUrl, parseHttpUrl } from '../../nodes/shared/values/urls';
import type { ValidationError } from '../../nodes/shared/values/formats';
import { share } from '../support/thorough';
import { judgeCases } from '../support/judged';

const ADVICE = 'Upload the image to a publicly accessible location and enter its URL.';

/** The URL that is sent, or what is wrong with it. */
function outcome(value: string): unknown {
	try {
		return parsePublicUrl(value, 'UTC');
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		expect(advice).toBe(ADVICE);
		return problem;
	}
}

test.each(
	[
		...['example.com', 'example.com.', 'localhost.example.com', 'shop.localhost', 'пошта.укр'],
		...['cdn.internal', 'printer.local', '10.example.com', '10x.example.com', '11.0.0.1'],
		...['127.0.0.1.example.com', 'fd12.example.com', '1.1.1.1', '100.63.255.255'],
		...['100.128.0.1', '172.15.0.1', '172.32.0.1', '192.169.1.1', '169.253.1.1'],
		...['[2001:db8::1]', '[fc1::1]', '[fe::1]', '[fec1::1]', '[::2]'],
		...['[2606:4700::6810:85e5]', '[::ffff:1.1.1.1]'],
	].map((host) => `https://${host}/a.png`),
)('an image URL may be %s', (value) => {
	expect(outcome(value)).toBe(value);
});

test.each([
	['localhost', 'localhost'],
	['localhost.', 'localhost.'],
	['LOCALHOST:5678', 'localhost'],
	['printer', 'printer'],
	['127.0.0.1:5678', '127.0.0.1'],
	['127.1', '127.0.0.1'],
	['127.0.0.1.', '127.0.0.1'],
	['2130706433', '127.0.0.1'],
	['0x7f.0.0.1', '127.0.0.1'],
	['0300.0250.1.20', '192.168.1.20'],
	['１２７.0.0.1', '127.0.0.1'],
	['user@10.0.0.5', '10.0.0.5'],
	['[::]', '[::]'],
	['[::1]', '[::1]'],
	['[0:0:0:0:0:0:0:1]', '[::1]'],
	['[fc00::1]', '[fc00::1]'],
	['[FD12:3456::1]', '[fd12:3456::1]'],
	['[fe80::1]', '[fe80::1]'],
	['[febf::1]', '[febf::1]'],
	['[::ffff:127.0.0.1]', '[::ffff:7f00:1]'],
	['[::ffff:c0a8:114]', '[::ffff:c0a8:114]'],
	['[::127.0.0.1]', '[::7f00:1]'],
	['[::ffff:169.254.169.254]', '[::ffff:a9fe:a9fe]'],
	...[
		...['0.0.0.0', '10.0.0.5', '100.64.0.1', '100.127.255.255', '169.254.169.254'],
		...['172.16.0.1', '172.31.255.1', '192.168.1.20', '172.19.0.1', '172.20.0.1', '172.30.0.1'],
		...['100.69.0.1', '100.70.0.1', '100.99.0.1', '100.100.0.1', '100.119.0.1', '100.120.0.1'],
		...['[fcaf::1]', '[fe9a::1]', '[feaf::1]'],
	].map((host) => [host, host]),
])('an image URL on a private network is rejected: http://%s/a.png (%s)', (host, name) => {
	const problem = `is on ${name}, where the service cannot fetch it`;
	expect(outcome(`http://${host}/a.png`)).toBe(problem);
});

test('an image URL may not have a private IPv4 address, and may have any other, in every notation', async () => {
	const octet = fc.oneof(
		fc.integer({ min: 0, max: 255 }),
		fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 168, 254, 16, 31, 32, 64),
	);
	await judgeCases(
		fc.tuple(octet, octet, octet, octet),
		{ rejected: 0.1, accepted: 0.5 },
		([a, b, c, d]) => {
			const isPrivate =
				[0, 10, 127].includes(a) ||
				(a === 100 && b >= 64 && b < 128) ||
				(a === 169 && b === 254) ||
				(a === 172 && b >= 16 && b < 32) ||
				(a === 192 && b === 168);
			const number = ((a * 256 + b) * 256 + c) * 256 + d;
			for (const host of [
				`${a}.${b}.${c}.${d}`,
				String(number),
				`[::ffff:${a}.${b}.${c}.${d}]`,
			]) {
				expect(outcome(`http://${host}/a.png`) === `http://${host}/a.png`).toBe(!isPrivate);
			}
			return isPrivate ? 'rejected' : 'accepted';
		},
		{ numRuns: share(3000, 1000), seed: 20261122 },
	);
});

test.each([
	...['https:/example.com', 'https:example.com', 'https://https://example.com', 'https://'],
	...['http://http//example.com', 'htp://example.com', 'htttps://example.com', 'example.com'],
	...['ttps://example.com/a', 'example.com:8443/a', 'shop.example.com:443', 'http://../'],
	...['https://.example.com', 'https://shop..example.com/a', 'https://exa mple.com'],
	...['https://a.example,https://b.example', 'https://a.example/x;https://b.example/y'],
	...['https://undefined/x', 'https://null', 'https:///?a=b', 'https://example.com/a b'],
	...['HTTPS:/example.com', 'http:/example.com', 'my-shop.a-b.example:65535', 'example.com:8?a'],
	...['example.com:443#a', 'HTP://example.com', 'https://nan', 'https://a.example,HTTP://b.c'],
])('a link and a web address may not be %s', (value) => {
	for (const parse of [parseButtonLink, parseHttpUrl]) {
		expect(() => parse(value, 'UTC')).toThrow('is not a URL that can be opened');
	}
});

test.each([
	...['https://example.com', 'http://example.com:8443/a?b=https://c', 'https://example.com/..'],
	...['https://example.com/a,b?c=d,https://e', 'https://пошта.укр/a', 'sms:380501234567'],
	...['viber://chat?number=380501234567', 'tel:+380501234567', 'mailto:shop@example.com'],
	...['com.example.shop:/order/5', 'tg://resolve?domain=shop', 'filex://a', 'xdata:a'],
	...['com.example.shop:5a', 'ssh://pi', 'ssh://t', 'https://example.com/a#b,https://c', 'az:x'],
	...['za:x', 'https://nanny.example', 'https://banan'],
])('a link may be %s', (value) => {
	expect(parseButtonLink(` ${value} `, 'UTC')).toBe(value);
});

test.each([
	...['C:\\x.png', 'c:/offer.html', 'd:', 'x1:offer', 'javascript:a', 'data:a'],
	...['file:///a', 'blob:a', 'vbscript:a'],
])('a link may not be %s, which no button can open', (value) => {
	const protocol = value.split(':')[0].toLowerCase();
	expect(() => parseButtonLink(value, 'UTC')).toThrow(
		`${protocol}: and cannot be opened from a button`,
	);
});

test.each(['ftp://a.com', 'xhttp://a.com', 'httpx://a.com', 'mailto:a@b.com', 'C:\\x.png'])(
	'a web address may not be %s',
	(value) => {
		const protocol = value.split(':')[0].toLowerCase();
		expect(() => parseHttpUrl(value, 'UTC')).toThrow(
			`starts with ${protocol}: instead of http:// or https://`,
		);
	},
);

test('a web address is sent unchanged', () => {
	const value = 'https://example.com/a?b=1#c';
	expect(parseHttpUrl(` ${value} `, 'UTC')).toBe(value);
	expect(() => parseHttpUrl({}, 'UTC')).toThrow('is an object, not text');
});
