import fc from 'fast-check';
import { link, publicUrl, url } from '../../nodes/shared/values/urls';
import type { ValidationError } from '../../nodes/shared/values/formats';
import { share } from '../support/thorough';
import { judgeCases } from '../support/judged';

const ADVICE = 'Upload the image to a publicly accessible location and enter its URL.';

/** The URL that is sent, or what is wrong with it. */
function outcome(value: string): unknown {
	try {
		return publicUrl(value, 'UTC');
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		expect(advice).toBe(ADVICE);
		return problem;
	}
}

test.each([
	'https://example.com/a.png',
	'https://example.com./a.png',
	'https://localhost.example.com',
	'https://shop.localhost/a.png',
	'https://cdn.internal/a.png',
	'https://printer.local/a.png',
	'https://10.example.com',
	'https://10x.example.com',
	'https://127.0.0.1.example.com/a.png',
	'https://fd12.example.com/a.png',
	'https://1.1.1.1/a.png',
	'https://11.0.0.1',
	'https://100.63.255.255',
	'https://100.128.0.1',
	'https://172.15.0.1',
	'https://172.32.0.1',
	'https://192.169.1.1',
	'https://169.253.1.1',
	'https://[2001:db8::1]',
	'https://[fc1::1]',
	'https://[fe::1]',
	'https://[fec1::1]',
	'https://[::2]',
	'https://[2606:4700::6810:85e5]/a.png',
	'https://[::ffff:1.1.1.1]/a.png',
	'https://пошта.укр/a.png',
])('accepts an image at %s', (value) => {
	expect(outcome(value)).toBe(value);
});

test.each([
	['http://localhost/a.png', 'localhost'],
	['http://localhost./a.png', 'localhost.'],
	['http://LOCALHOST:5678/a.png', 'localhost'],
	['https://printer/a.png', 'printer'],
	['http://0.0.0.0/a.png', '0.0.0.0'],
	['http://10.0.0.5/a.png', '10.0.0.5'],
	['http://100.64.0.1/a.png', '100.64.0.1'],
	['http://100.127.255.255/a.png', '100.127.255.255'],
	['http://127.0.0.1:5678/a.png', '127.0.0.1'],
	['http://127.1/a.png', '127.0.0.1'],
	['http://127.0.0.1./a.png', '127.0.0.1'],
	['http://2130706433/a.png', '127.0.0.1'],
	['http://0x7f.0.0.1/a.png', '127.0.0.1'],
	['http://0300.0250.1.20/a.png', '192.168.1.20'],
	['http://１２７.0.0.1/a.png', '127.0.0.1'],
	['http://user@10.0.0.5/a.png', '10.0.0.5'],
	['http://169.254.169.254/a.png', '169.254.169.254'],
	['http://172.16.0.1/a.png', '172.16.0.1'],
	['http://172.31.255.1/a.png', '172.31.255.1'],
	['http://192.168.1.20/a.png', '192.168.1.20'],
	['http://[::]/a.png', '[::]'],
	['http://[::1]/a.png', '[::1]'],
	['http://[0:0:0:0:0:0:0:1]/a.png', '[::1]'],
	['http://[fc00::1]/a.png', '[fc00::1]'],
	['http://[FD12:3456::1]/a.png', '[fd12:3456::1]'],
	['http://[fe80::1]/a.png', '[fe80::1]'],
	['http://[febf::1]/a.png', '[febf::1]'],
	['http://[::ffff:127.0.0.1]/a.png', '[::ffff:7f00:1]'],
	['http://[::ffff:10.1.2.3]/a.png', '[::ffff:a01:203]'],
	['http://[::ffff:c0a8:114]/a.png', '[::ffff:c0a8:114]'],
	['http://[::127.0.0.1]/a.png', '[::7f00:1]'],
])('rejects an image at %s, which is on %s', (value, host) => {
	expect(outcome(value)).toBe(`is on ${host}, where the service cannot fetch it`);
});

test('rejects exactly the private ones of all IPv4 addresses, in every way to write them', async () => {
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
	'https:/example.com',
	'https:example.com',
	'https://https://example.com',
	'http://http//example.com',
	'htp://example.com',
	'htttps://example.com',
	'ttps://example.com/a',
	'example.com:8443/a',
	'shop.example.com:443',
	'http://../',
	'https://.example.com',
	'https://shop..example.com/a',
	'https://exa mple.com',
	'https://a.example,https://b.example',
	'https://a.example/x;https://b.example/y',
	'https://undefined/x',
	'https://null',
])('%s is no link that can be opened', (value) => {
	for (const parse of [link, url]) {
		expect(() => parse(value, 'UTC')).toThrow('is not a URL that can be opened');
	}
});

test.each([
	'https://example.com',
	'http://example.com:8443/a?b=https://c',
	'https://example.com/..',
	'https://example.com/a,b?c=d,https://e',
	'viber://chat?number=380501234567',
	'tel:+380501234567',
	'sms:380501234567',
	'mailto:shop@example.com',
	'com.example.shop:/order/5',
	'tg://resolve?domain=shop',
	'https://пошта.укр/a',
])('%s is a link', (value) => expect(link(value, 'UTC')).toBe(value));

test.each(['C:\\x.png', 'c:/offer.html', 'd:', 'x1:offer'])('%s is no link', (value) => {
	expect(() => link(value, 'UTC')).toThrow('and cannot be opened from a button');
	expect(() => url(value, 'UTC')).toThrow('instead of http:// or https://');
});
