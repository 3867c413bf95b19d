/** Dates are read and written in UTC: the service's documentation names no time zone. */
const pad = (value: number, size = 2) => String(value).padStart(size, '0');

/** `YYYY-MM-DD HH:MM:SS` */
export function dateText(time: number): string {
	const date = new Date(time);
	const day = `${date.getUTCFullYear()}-${pad(date.getUTCMonth() + 1)}-${pad(date.getUTCDate())}`;
	const hour = `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
	return `${day} ${hour}:${pad(date.getUTCSeconds())}`;
}

/** `YYYY-MM-DD HH:MM:SS.ffffff` */
export const preciseDateText = (time: number): string =>
	`${dateText(time)}.${pad(new Date(time).getUTCMilliseconds(), 3)}000`;

export const unixTime = (time: number): number => Math.floor(time / 1000);

const PATTERNS = {
	minute: /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/,
	second: /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)$/,
};

/** Milliseconds, or undefined when the text has another format or names no real moment. */
export function parseDate(value: string, precision: keyof typeof PATTERNS): number | undefined {
	const match = PATTERNS[precision].exec(value);
	if (!match) return undefined;
	const [year, month, day, hour, minute, second = 0] = match.slice(1).map(Number);
	const time = Date.UTC(year, month - 1, day, hour, minute, second);
	const length = precision === 'minute' ? 16 : 19;
	return dateText(time).slice(0, length) === value.replace('T', ' ') ? time : undefined;
}
