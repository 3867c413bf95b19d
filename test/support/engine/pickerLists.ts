import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, ResourceMapperFields } from 'n8n-workflow';
import { displayedField } from './displayed';
import { loadNode } from './nodeTypes';
import { additionalDataFor, buildWorkflow, type Setting } from './workflow';

/** Returns the context in which the editor loads a list, for a node with these parameters. */
export async function createEditorContext(
	setting: Setting,
	path = '',
): Promise<LoadOptionsContext> {
	const { workflow, node } = await buildWorkflow(setting);
	const additionalData = await additionalDataFor(setting, workflow);
	additionalData.currentNodeParameters = node.parameters;
	return new LoadOptionsContext(workflow, node, additionalData, `parameters.${path}`);
}

/** Returns the name of the method that the editor calls for a field. */
async function methodName(
	{ node, parameters }: Setting,
	field: string,
	kind: 'list' | 'mapper',
): Promise<string> {
	const { modes, typeOptions } = await displayedField(node, parameters, field);
	const found =
		kind === 'list'
			? modes?.find(({ name }) => name === 'list')?.typeOptions?.searchListMethod
			: typeOptions?.resourceMapper?.resourceMapperMethod;
	if (!found) throw new Error(`${field} of ${node} names no method`);
	return found;
}

/**
 * Loads one page of a resource locator's list.
 * @param filter the user's search text
 */
export async function loadList(
	setting: Setting,
	field: string,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const name = await methodName(setting, field, 'list');
	const method = (await loadNode(setting.node)).methods?.listSearch?.[name];
	if (!method) throw new Error(`${setting.node} has no list search ${name}`);
	return await method.call(await createEditorContext(setting, field), filter, paginationToken);
}

export async function loadColumns(setting: Setting, field: string): Promise<ResourceMapperFields> {
	const name = await methodName(setting, field, 'mapper');
	const method = (await loadNode(setting.node)).methods?.resourceMapping?.[name];
	if (!method) throw new Error(`${setting.node} has no mapping ${name}`);
	return await method.call(await createEditorContext(setting, field));
}
