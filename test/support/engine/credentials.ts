import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeProperties,
	type IRequestOptionsSimplified,
} from 'n8n-workflow';

export const credentialName = 'messagingServiceApi';
export const origin = 'https://api.messaging.example';
/** A unique text, so that a search finds every copy of the token. */
export const token = 'TOKEN-7f3a91c2';

/** n8n's CredentialsHelper without its database. */
export class StoredCredentials extends ICredentialsHelper {
	constructor(
		protected readonly type: ICredentialType,
		private readonly stored: ICredentialDataDecryptedObject,
	) {
		super();
	}

	getParentTypes(): string[] {
		return this.type.extends ?? [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function')
			throw new Error('expected authenticate to be a function');
		return await authenticate.call(
			this.type,
			credentials,
			requestOptions as IHttpRequestOptions,
		);
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		const { properties } = this.type;
		const values = NodeHelpers.getNodeParameters(
			properties,
			this.stored as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		);
		// n8n adds these two fields to every credential form, even if the type does not declare the
		// fields.
		const { allowedHttpRequestDomains, allowedDomains } = this.stored;
		const restriction = allowedHttpRequestDomains
			? { allowedHttpRequestDomains, allowedDomains }
			: {};
		return { ...values, ...restriction } as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('no test stores credentials');
	}

	async updateCredentials(): Promise<void> {
		throw new Error('no test changes credentials');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('no test changes credentials');
	}
}
