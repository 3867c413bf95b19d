import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { checkBaseUrl } from './baseUrl';
import { limitsOf, sendLimitsOf } from './limits';
import { signatureOf } from './signature';

/** The account that a credential leads to. Its token cannot be read, logged or saved. */
export class Account {
	/** Base URL of the service without a trailing slash. */
	readonly address: string;
	readonly #token: string;

	readonly #data: ICredentialDataDecryptedObject;

	/** @throws UserError if the base URL is unusable */
	constructor(data: ICredentialDataDecryptedObject) {
		this.address = checkBaseUrl(data.baseUrl);
		this.#token = tokenOf(data.token);
		this.#data = data;
	}

	/** @throws UserError that names the field of the credential */
	get limits() {
		return limitsOf(this.#data);
	}

	/** What holds for all sends of the account. @throws UserError that names the field */
	get sendLimits() {
		return sendLimitsOf(this.#data);
	}

	/** As it was entered. */
	get defaultCountryCode(): unknown {
		return this.#data.defaultCountryCode;
	}

	/**
	 * A mark of a text that only this account can make, by purpose.
	 *
	 * @throws UserError if there is no token
	 */
	sign(purpose: string, text: string): string {
		return signatureOf(checkToken(this.#token), purpose, text);
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
	assertSame(other: Account): void {
		if (this.address === other.address && this.#token === other.#token) return;
		throw new UserError(
			'The credential was edited while this step was running: its base URL or token is now another one. A run uses only one account. Run the step again for what was not sent.',
		);
	}
}

/** Redaction takes long with longer ones, and JavaScript limits its pattern. */
const MAX_LENGTH = 2_000;

/** @throws UserError if there is no token, or an endless one */
export function checkToken(token: unknown): string {
	const text = tokenOf(token);
	if (text === '') throw new UserError('The credential has no token. Enter your API key.');
	if (text.length <= MAX_LENGTH) return text;
	throw new UserError(
		`The token in the credential has more than ${MAX_LENGTH.toLocaleString('en')} characters. Copy the API key from your account again.`,
	);
}

const tokenOf = (token: unknown): string => String(token ?? '').trim();

const accounts = new WeakMap<object, Account>();

/** Allows a request only for this account: `authenticate` gets the same object from n8n. */
export function bindToAccount(requestOptions: object, account: Account): void {
	accounts.set(requestOptions, account);
}

/** @throws UserError if the request was made for another account */
export function assertBound(requestOptions: object, account: Account): void {
	accounts.get(requestOptions)?.assertSame(account);
}
