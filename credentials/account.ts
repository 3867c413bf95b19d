import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { type ICredentialDataDecryptedObject, UserError } from 'n8n-workflow';
import { isBlank } from '../nodes/shared/values/formats';
import { recipientMatcher } from '../nodes/shared/values/onlySendTo';
import { countryCode } from '../nodes/shared/values/phone';
import { checkBaseUrl } from './baseUrl';
import {
	defaultCountryCode,
	limitOf,
	maxInFlight,
	maxParts,
	maxRecipients,
	maxWait,
	onlySendTo,
} from './limits';
import { readCredentialField } from './readCredentialField';
import { timeZoneOf } from './timeZone';

/** The account that a credential leads to. Its token cannot be read, logged or saved. */
export class Account {
	/** Base URL of the service without a trailing slash. */
	readonly address: string;
	/** Of the service's dates, which name none; undefined for that of the workflow. */
	readonly timeZone?: string;
	readonly #token: string;

	readonly #data: ICredentialDataDecryptedObject;

	#id?: string;

	/** @throws UserError if the base URL or the time zone is unusable */
	constructor(data: ICredentialDataDecryptedObject) {
		this.address = checkBaseUrl(data.baseUrl);
		this.timeZone = timeZoneOf(data);
		this.#token = tokenOf(data.token);
		this.#data = data;
	}

	/**
	 * Requests in flight at most, and seconds to wait at most while the service is rate limiting.
	 *
	 * @throws UserError that names the field of the credential
	 */
	get limits() {
		return {
			maxInFlight: Number(limitOf(this.#data, maxInFlight)),
			maxWait: Number(limitOf(this.#data, maxWait)),
		};
	}

	/** SMS parts of a message and recipients of a run at most. @throws UserError that names the field */
	get sendLimits() {
		return {
			maxParts: limitOf(this.#data, maxParts),
			maxRecipients: limitOf(this.#data, maxRecipients),
		};
	}

	/** Of phones that are entered without one, or `+`. @throws UserError that names the field */
	get countryCode(): string | undefined {
		const entered = this.#data[defaultCountryCode.name];
		if (isBlank(entered)) return undefined;
		return readCredentialField(defaultCountryCode, () => String(countryCode(entered, '')));
	}

	/** Whether Only Send To has a phone or an email, as it is sent. @throws UserError that names the field */
	get isAllowed(): (address: string) => boolean {
		const { onlySendTo: entered, countryCode: code } = this;
		if (entered === undefined) return () => true;
		return readCredentialField(onlySendTo, () => recipientMatcher(entered, code));
	}

	/** Reads all fields, as the steps do. @throws UserError that names the first one that is wrong */
	assertValid(): void {
		void [this.limits, this.sendLimits, this.countryCode, this.isAllowed];
	}

	/** As it was entered; undefined if everybody may get messages. Only an empty field says so. */
	get onlySendTo(): unknown {
		const { onlySendTo: entered = null } = this.#data;
		return entered === '' || !('onlySendTo' in this.#data) ? undefined : entered;
	}

	/** Represents the base URL and the token, in memory: it is a hash of them, so it contains no token. */
	get id(): string {
		this.#id ??= createHash('sha256')
			.update(JSON.stringify([this.address, this.#token]))
			.digest('base64url');
		return this.#id;
	}

	/**
	 * A mark of a text, in 43 characters, that only this account can make. Each purpose has a key of its
	 * own, derived from the token: no mark says anything about the token, or about another purpose.
	 *
	 * @throws UserError if there is no token
	 */
	sign(purpose: string, text: string): string {
		const key = Buffer.from(hkdfSync('sha256', checkToken(this.#token), '', purpose, 32));
		return createHmac('sha256', key).update(text).digest('base64url');
	}

	/** Bytes that `token=…` takes in a query string. */
	get tokenBytes(): number {
		return new URLSearchParams({ token: this.#token }).toString().length;
	}

	/**
	 * Verifies that a run has one account, although n8n reads the credential again for every request.
	 *
	 * @throws UserError if the other one has another base URL or token
	 */
	assertSame(account: Account): void {
		if (this.address === account.address && this.#token === account.#token) return;
		throw new UserError(
			'The credential was edited while this step was running: its base URL or token is now another one. A run uses only one account. Run the step again for what was not sent.',
		);
	}
}

/** A longer one is another text that was pasted: each response is searched for the token. */
const MAX_LENGTH = 2_000;

/** @throws UserError if there is no token, or an endless one */
export function checkToken(token: unknown): string {
	const text = tokenOf(token);
	if (text === '')
		throw new UserError('The credential has no token. Enter the token of your account.');
	if (text.length <= MAX_LENGTH) return text;
	throw new UserError(
		`The token in the credential has more than ${MAX_LENGTH.toLocaleString('en')} characters. Copy the token from your account again.`,
	);
}

const tokenOf = (token: unknown): string => String(token ?? '').trim();

const accounts = new WeakMap<object, Account>();

/** Allows a request only for this account: `authenticate` gets the same object from n8n. */
export function bindToAccount(requestOptions: object, account: Account): void {
	accounts.set(requestOptions, account);
}

/** The account of the run that made a request; undefined if no node of this package did. */
export const boundAccount = (requestOptions: object): Account | undefined =>
	accounts.get(requestOptions);

/** @throws UserError if the request was made for another account */
export function assertBound(requestOptions: object, account: Account): void {
	boundAccount(requestOptions)?.assertSame(account);
}
