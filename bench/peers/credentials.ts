import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INode,
	Workflow,
} from 'n8n-workflow';
import { StoredCredentials } from '../../test/support/engine/credentials';

/** Also applies the defaults that a credential declares, as n8n's server does. */
export class AnyCredentials extends StoredCredentials {
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		name: string,
		options: IHttpRequestOptions,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.type;
		if (typeof authenticate !== 'object' || !workflow || !node) {
			return await super.authenticate(credentials, name, options);
		}
		const resolve = (value: string) =>
			workflow.expression.getSimpleParameterValue(node, value, 'internal', {
				$credentials: credentials,
			});
		const filled = Object.entries(authenticate.properties).map(([target, values]) => [
			target,
			Object.fromEntries(
				Object.entries(values as Record<string, string>).map(([key, value]) => [
					key,
					resolve(value),
				]),
			),
		]);
		return { ...options, ...Object.fromEntries(filled) } as IHttpRequestOptions;
	}
}
