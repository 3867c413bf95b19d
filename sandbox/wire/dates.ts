export const unixTime = (time: number): number => Math.floor(time / 1000);

const PATTERNS = {
	minute: /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/,
	second: /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/,
};
type Precision = keyof typeof PATTERNS;

/** Reads the text as UTC. Returns undefined if the format is wrong or the day does not exist. */
function parse(value: string, precision: Precision): number | undefined {
	const match = PATTERNS[precision].exec(value);
	if (!match) return undefined;
	const [year, month, day, hour, minute, second = 0] = match.slice(1).map(Number);
	const time = Date.UTC(year, month - 1, day, hour, minute, second);
	const written = new Date(time).toISOString().slice(0, value.length);
	return written === value.replace(' ', 'T') ? time : undefined;
}

export const isDate = (value: string, precision: Precision): boolean =>
	parse(value, precision) !== undefined;

/** The service documents no time zone; its dates are in the configured time zone. */
export class Dates {
	private readonly format: Intl.DateTimeFormat;

	constructor(timeZone: string) {
		// Swedish dates have the service's format.
		const style = { dateStyle: 'short', timeStyle: 'medium' } as const;
		this.format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...style });
	}

	/** `YYYY-MM-DD HH:MM:SS` */
	text(time: number): string {
		return this.format.format(time);
	}

	/** `YYYY-MM-DD HH:MM:SS.ffffff` */
	preciseText(time: number): string {
		const milliseconds = String(new Date(time).getUTCMilliseconds()).padStart(3, '0');
		return `${this.text(time)}.${milliseconds}000`;
	}

	/**
	 * Returns milliseconds, or undefined if the text is not a date. A time that daylight saving
	 * skips moves an hour later.
	 */
	read(value: string, precision: Precision): number | undefined {
		const parsed = parse(value, precision);
		if (parsed === undefined) return undefined;
		const first = parsed - this.offsetAt(parsed);
		// Reads the offset again, because the clocks may change between `parsed` and `first`.
		return parsed - this.offsetAt(first);
	}

	private offsetAt(time: number): number {
		return Date.parse(`${this.text(time).replace(' ', 'T')}Z`) - time;
	}
}
