import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, ResourceMapperFields } from 'n8n-workflow';
import { displayedField } from './displayed';
import { loadNode } from './nodeTypes';
import { additionalDataFor, buildWorkflow, type Setting } from './workflow';

/** The context in which the editor fills its lists, on a node with the given parameters. */
export async function editorContext(setting: Setting, path = ''): Promise<LoadOptionsContext> {
	const { workflow, node } = await buildWorkflow(setting);
	const additionalData = await additionalDataFor(setting, workflow);
	additionalData.currentNodeParameters = node.parameters;
	return new LoadOptionsContext(workflow, node, additionalData, `parameters.${path}`);
}

/** What the editor calls for a field: the name of a method that the description gives. */
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
 * One page of a resource locator's list.
 *
 * @param filter what the person typed into it
 */
export async function runPicker(
	setting: Setting,
	field: string,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const name = await methodName(setting, field, 'list');
	const method = (await loadNode(setting.node)).methods?.listSearch?.[name];
	if (!method) throw new Error(`${setting.node} has no list search ${name}`);
	return await method.call(await editorContext(setting, field), filter, paginationToken);
}

/** The columns that a resource mapper offers. */
export async function runColumns(setting: Setting, field: string): Promise<ResourceMapperFields> {
	const name = await methodName(setting, field, 'mapper');
	const method = (await loadNode(setting.node)).methods?.resourceMapping?.[name];
	if (!method) throw new Error(`${setting.node} has no mapping ${name}`);
	return await method.call(await editorContext(setting, field));
}
