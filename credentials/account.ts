import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';
import { isBlank } from '../nodes/shared/values/formats';
import { createRecipientMatcher } from '../nodes/shared/values/onlySendTo';
import { parseCountryCode } from '../nodes/shared/values/phone';
import { parseBaseUrl } from './baseUrl';
import {
	defaultCountryCodeField,
	readLimit,
	maxInFlightField,
	maxPartsField,
	maxRecipientsField,
	maxRateLimitWaitField,
	onlySendToField,
} from './limits';
import { readOrThrowUserError } from './readOrThrowUserError';
import { readTimeZone } from './timeZone';

/** The account of a credential. Its token cannot be read, logged or saved. */
export class Account {
	/** Base URL of the service without a trailing slash. */
	readonly baseUrl: string;
	/** The time zone of the service's dates. Undefined means the workflow's time zone. */
	readonly timeZone?: string;
	readonly #token: string;

	readonly #data: ICredentialDataDecryptedObject;

	#id?: string;

	/** @throws UserError if the base URL or the time zone is invalid */
	constructor(data: ICredentialDataDecryptedObject) {
		this.baseUrl = parseBaseUrl(data.baseUrl);
		this.timeZone = readTimeZone(data);
		this.#token = trimToken(data.token);
		this.#data = data;
	}

	/**
	 * Max requests in flight, and max seconds to wait while the service is rate limiting.
	 *
	 * @throws UserError that names the field of the credential
	 */
	get requestLimits() {
		return {
			maxInFlight: Number(readLimit(this.#data, maxInFlightField)),
			maxRateLimitSeconds: Number(readLimit(this.#data, maxRateLimitWaitField)),
		};
	}

	/** Max SMS parts per message, and max recipients per run. @throws UserError that names the field */
	get sendLimits() {
		return {
			maxParts: readLimit(this.#data, maxPartsField),
			maxRecipients: readLimit(this.#data, maxRecipientsField),
		};
	}

	/** `+` means that all phones include their country code. @throws UserError that names the field */
	get defaultCountryCode(): string | undefined {
		const entered = this.#data[defaultCountryCodeField.name];
		if (isBlank(entered)) return undefined;
		return readOrThrowUserError(defaultCountryCodeField, () =>
			String(parseCountryCode(entered, '')),
		);
	}

	/**
	 * Returns a function that reports whether Only Send To allows a recipient. The function expects the
	 * recipient in the form that is sent.
	 *
	 * @throws UserError that names the field
	 */
	get allowedRecipientMatcher(): (address: string) => boolean {
		const { enteredOnlySendTo: entered, defaultCountryCode: code } = this;
		if (entered === undefined) return () => true;
		return readOrThrowUserError(onlySendToField, () => createRecipientMatcher(entered, code));
	}

	/** @throws UserError that names the first invalid field */
	assertFieldsValid(): void {
		void [
			this.requestLimits,
			this.sendLimits,
			this.defaultCountryCode,
			this.allowedRecipientMatcher,
		];
	}

	/** The value as entered. Undefined only if the field is empty, because undefined allows every recipient. */
	get enteredOnlySendTo(): unknown {
		const { onlySendTo: entered = null } = this.#data;
		return entered === '' || !('onlySendTo' in this.#data) ? undefined : entered;
	}

	/** A hash of the base URL and the token. Used in memory only. */
	get id(): string {
		this.#id ??= createHash('sha256')
			.update(JSON.stringify([this.baseUrl, this.#token]))
			.digest('base64url');
		return this.#id;
	}

	/**
	 * Returns a signature of 43 characters that only this account can make. Each purpose has its own key,
	 * derived from the token, so a signature reveals nothing about the token or about other purposes.
	 *
	 * @throws UserError if there is no token
	 */
	sign(purpose: string, text: string): string {
		const key = Buffer.from(hkdfSync('sha256', parseToken(this.#token), '', purpose, 32));
		return createHmac('sha256', key).update(text).digest('base64url');
	}

	get tokenParameterBytes(): number {
		return new URLSearchParams({ token: this.#token }).toString().length;
	}

	/**
	 * Verifies that a run uses one account, because n8n reads the credential again for every request.
	 *
	 * @throws UserError if the base URL or the token has changed
	 */
	assertSameAccount(account: Account): void {
		if (this.baseUrl === account.baseUrl && this.#token === account.#token) return;
		throw new UserError(
			'The credential was edited while this step was running: its base URL or token has changed. A run uses only one account. Run the step again for the items that were not sent.',
		);
	}
}

/** Limited, because each response is searched for the token. */
const MAX_TOKEN_LENGTH = 2_000;

/** @throws UserError if the token is missing or too long */
export function parseToken(token: unknown): string {
	const text = trimToken(token);
	if (text === '')
		throw new UserError('The credential has no token. Enter the token of your account.');
	if (text.length <= MAX_TOKEN_LENGTH) return text;
	throw new UserError(
		`The token in the credential has more than ${MAX_TOKEN_LENGTH.toLocaleString('en')} characters. Copy the token from your account again.`,
	);
}

const trimToken = (token: unknown): string => String(token ?? '').trim();

const accountByRequestOptions = new WeakMap<object, Account>();

/**
 * Remembers the account of a request. `authenticate`, to which n8n passes the same options object,
 * rejects the request if the account has changed.
 */
export function bindToAccount(requestOptions: object, account: Account): void {
	accountByRequestOptions.set(requestOptions, account);
}

/** Undefined unless this package makes the request. */
export const findBoundAccount = (requestOptions: object): Account | undefined =>
	accountByRequestOptions.get(requestOptions);

/** @throws UserError if the request was made for another account */
export function assertNoOtherAccount(requestOptions: object, account: Account): void {
	findBoundAccount(requestOptions)?.assertSameAccount(account);
}
