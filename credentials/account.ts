import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';
import { isBlank } from '../nodes/shared/values/formats';
import { recipientMatcher } from '../nodes/shared/values/onlySendTo';
import { parseCountryCode } from '../nodes/shared/values/phone';
import { checkBaseUrl } from './baseUrl';
import {
	defaultCountryCode,
	readLimit,
	maxInFlight,
	maxParts,
	maxRecipients,
	maxWait,
	onlySendTo,
} from './limits';
import { readCredentialField } from './readCredentialField';
import { readTimeZone } from './timeZone';

/** The account of a credential. Its token cannot be read, logged or saved. */
export class Account {
	/** Base URL of the service without a trailing slash. */
	readonly address: string;
	/** The time zone of the service's dates; undefined for the workflow's. */
	readonly timeZone?: string;
	readonly #token: string;

	readonly #data: ICredentialDataDecryptedObject;

	#id?: string;

	/** @throws UserError if the base URL or the time zone is invalid */
	constructor(data: ICredentialDataDecryptedObject) {
		this.address = checkBaseUrl(data.baseUrl);
		this.timeZone = readTimeZone(data);
		this.#token = trimmedToken(data.token);
		this.#data = data;
	}

	/**
	 * Maximum requests in flight, and maximum seconds to wait while the service is rate limiting.
	 *
	 * @throws UserError that names the field of the credential
	 */
	get requestLimits() {
		return {
			maxInFlight: Number(readLimit(this.#data, maxInFlight)),
			maxWait: Number(readLimit(this.#data, maxWait)),
		};
	}

	/** Maximum SMS parts of a message and recipients of a run. @throws UserError that names the field */
	get sendLimits() {
		return {
			maxParts: readLimit(this.#data, maxParts),
			maxRecipients: readLimit(this.#data, maxRecipients),
		};
	}

	/**
	 * The default country code. `+` means that all phones include their country code. @throws UserError that
	 * names the field
	 */
	get countryCode(): string | undefined {
		const entered = this.#data[defaultCountryCode.name];
		if (isBlank(entered)) return undefined;
		return readCredentialField(defaultCountryCode, () => String(parseCountryCode(entered, '')));
	}

	/**
	 * Reports whether Only Send To allows a recipient, in the form in which it is sent. @throws UserError that
	 * names the field
	 */
	get isAllowedRecipient(): (address: string) => boolean {
		const { onlySendTo: entered, countryCode: code } = this;
		if (entered === undefined) return () => true;
		return readCredentialField(onlySendTo, () => recipientMatcher(entered, code));
	}

	/** Validates all fields. @throws UserError that names the first invalid one */
	assertValid(): void {
		void [this.requestLimits, this.sendLimits, this.countryCode, this.isAllowedRecipient];
	}

	/** Only Send To as entered; undefined if everybody may get messages, which requires an empty field. */
	get onlySendTo(): unknown {
		const { onlySendTo: entered = null } = this.#data;
		return entered === '' || !('onlySendTo' in this.#data) ? undefined : entered;
	}

	/** A hash that identifies the base URL and the token. Used in memory only. */
	get id(): string {
		this.#id ??= createHash('sha256')
			.update(JSON.stringify([this.address, this.#token]))
			.digest('base64url');
		return this.#id;
	}

	/**
	 * Signs a text, in 43 characters, as only this account can. Each purpose has its own key, derived from the
	 * token, so a signature reveals nothing about the token or about other purposes.
	 *
	 * @throws UserError if there is no token
	 */
	sign(purpose: string, text: string): string {
		const key = Buffer.from(hkdfSync('sha256', checkToken(this.#token), '', purpose, 32));
		return createHmac('sha256', key).update(text).digest('base64url');
	}

	/** Bytes that `token=…` takes in a query string. */
	get tokenParameterBytes(): number {
		return new URLSearchParams({ token: this.#token }).toString().length;
	}

	/**
	 * Verifies that a run uses one account, because n8n reads the credential again for every request.
	 *
	 * @throws UserError if the base URL or the token has changed
	 */
	assertSame(account: Account): void {
		if (this.address === account.address && this.#token === account.#token) return;
		throw new UserError(
			'The credential was edited while this step was running: its base URL or token has changed. A run uses only one account. Run the step again for the items that were not sent.',
		);
	}
}

/** A longer text is not a token, and each response is searched for the token. */
const MAX_TOKEN_LENGTH = 2_000;

/** @throws UserError if the token is missing or too long */
export function checkToken(token: unknown): string {
	const text = trimmedToken(token);
	if (text === '')
		throw new UserError('The credential has no token. Enter the token of your account.');
	if (text.length <= MAX_TOKEN_LENGTH) return text;
	throw new UserError(
		`The token in the credential has more than ${MAX_TOKEN_LENGTH.toLocaleString('en')} characters. Copy the token from your account again.`,
	);
}

const trimmedToken = (token: unknown): string => String(token ?? '').trim();

const accountByRequestOptions = new WeakMap<object, Account>();

/** Allows a request for this account only. n8n passes the same options object to `authenticate`. */
export function bindToAccount(requestOptions: object, account: Account): void {
	accountByRequestOptions.set(requestOptions, account);
}

/** Returns the account of the run that made a request; undefined for nodes outside this package. */
export const boundAccount = (requestOptions: object): Account | undefined =>
	accountByRequestOptions.get(requestOptions);

/** @throws UserError if the request was made for another account */
export function assertBoundToAccount(requestOptions: object, account: Account): void {
	boundAccount(requestOptions)?.assertSame(account);
}
