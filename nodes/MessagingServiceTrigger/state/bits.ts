/** A quotient from here on is written as that many ones and the whole number. */
const ESCAPE = 24;
const WHOLE = 53;
const POWERS = Array.from({ length: WHOLE + 1 }, (_, exponent) => 2 ** exponent);

/** What JSON writes as one byte each; two of them hold 13 bits, where base64 has room for 12. */
const SIGNS = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))
	.filter((sign) => sign !== '"' && sign !== '\\')
	.join('');
const SIGN_BITS = 13;
const PLACES = new Uint8Array(128);
for (let at = 0; at < SIGNS.length; at++) PLACES[SIGNS.charCodeAt(at)] = at;

/** Writes numbers bit by bit. */
export class BitWriter {
	private bytes = new Uint8Array(1024);
	private length = 0;
	private rest = 0;
	private used = 0;

	/** The lowest `width` bits of a whole number; `width` is at most 53. */
	put(value: number, width: number): void {
		if (width > 24) {
			this.put(Math.floor(value / 2 ** 24), width - 24);
			this.put(value % 2 ** 24, 24);
			return;
		}
		this.rest = (this.rest << width) | value;
		this.used += width;
		if (this.length + 4 > this.bytes.length) {
			const larger = new Uint8Array(this.bytes.length * 2);
			larger.set(this.bytes);
			this.bytes = larger;
		}
		while (this.used >= 8) {
			this.used -= 8;
			this.bytes[this.length++] = this.rest >>> this.used;
			this.rest &= (1 << this.used) - 1;
		}
	}

	/** Rice code: the quotient by 2^k in ones and a zero, then the remainder in k bits. */
	putRice(value: number, k: number): void {
		const quotient = Math.floor(value / POWERS[k]);
		if (quotient >= ESCAPE) {
			this.put(2 ** ESCAPE - 1, ESCAPE);
			this.put(value, WHOLE);
			return;
		}
		this.put(POWERS[quotient + 1] - 2, quotient + 1);
		this.put(value % POWERS[k], k);
	}

	/** As many ones as the value says, and a zero unless it is the largest one possible. */
	putUnary(value: number, largest: number): void {
		for (let left = value; left > 0; left--) this.put(1, 1);
		if (value < largest) this.put(0, 1);
	}

	toBytes(): Uint8Array {
		if (this.used > 0) this.put(0, 8 - this.used);
		return this.bytes.subarray(0, this.length);
	}

	toText(): string {
		const bytes = this.toBytes();
		const pairs = Math.ceil((bytes.length * 8) / SIGN_BITS);
		const signs = Buffer.alloc(pairs * 2);
		const bits = new BitReader(bytes);
		for (let at = 0; at < signs.length; at += 2) {
			const value = bits.take(SIGN_BITS);
			signs[at] = SIGNS.charCodeAt(Math.floor(value / SIGNS.length));
			signs[at + 1] = SIGNS.charCodeAt(value % SIGNS.length);
		}
		return signs.toString('latin1');
	}
}

/** Bits that `putRice` takes. */
export function riceBits(value: number, k: number): number {
	const quotient = Math.floor(value / POWERS[k]);
	return quotient >= ESCAPE ? ESCAPE + WHOLE : quotient + 1 + k;
}

/** Reads what a BitWriter wrote; beyond the end there are zeros. */
export class BitReader {
	private at = 0;

	constructor(private readonly bytes: Uint8Array) {}

	static fromText(text: string): BitReader {
		const out = new BitWriter();
		for (let at = 0; at < text.length; at += 2) {
			const [high, low] = [PLACES[text.charCodeAt(at)], PLACES[text.charCodeAt(at + 1)]];
			out.put(high * SIGNS.length + low, SIGN_BITS);
		}
		return new BitReader(out.toBytes());
	}

	take(width: number): number {
		let value = 0;
		let left = width;
		while (left > 0) {
			const free = 8 - (this.at & 7);
			const count = Math.min(free, left);
			const byte = this.bytes[this.at >>> 3];
			value = value * (1 << count) + ((byte >>> (free - count)) & ((1 << count) - 1));
			this.at += count;
			left -= count;
		}
		return value;
	}

	takeRice(k: number): number {
		let quotient = 0;
		while (quotient < ESCAPE && this.takeBit() === 1) quotient++;
		if (quotient === ESCAPE) return this.take(WHOLE);
		return quotient * POWERS[k] + this.take(k);
	}

	takeUnary(largest: number): number {
		let value = 0;
		while (value < largest && this.takeBit() === 1) value++;
		return value;
	}

	private takeBit(): number {
		const bit = (this.bytes[this.at >>> 3] >>> (7 - (this.at & 7))) & 1;
		this.at++;
		return bit;
	}
}
