import { apiNameOf } from '../../../nodes/shared/describe/field';
import { startSandbox } from '../../../sandbox';
import { loadNode } from '../../../test/support/engine/nodeTypes';
import { editorContext } from '../../../test/support/engine/runPicker';
import type { FlatField } from '../describe/fields';
import type { LoadedNode } from '../describe/nodes';
import { credentialsOf } from './run';

/** The first entry of each list that a new account has, by the method that the editor calls for it. */
export async function firstEntries({ name, operations }: LoadedNode): Promise<ListedFirst> {
	const sandbox = await startSandbox({ clock: 'manual' });
	const found = new Map<string, unknown>();
	try {
		const setting = { node: name, parameters: {}, credentials: credentialsOf(sandbox) };
		const context = await editorContext(setting);
		const searches = Object.entries((await loadNode(name)).methods?.listSearch ?? {});
		const used = new Set(operations.flatMap(({ fields }) => fields.map(methodOf)));
		for (const [method, search] of searches) {
			if (!used.has(method)) continue;
			const { results } = await search.call(context);
			// A sender of 0 is the name of the system, which nobody chooses for a message of their own.
			found.set(method, results.find(({ value }) => value !== '0')?.value);
		}
	} finally {
		await sandbox.close();
	}
	const all = operations.flatMap(({ fields }) => fields);
	return (field) => {
		// Several IDs are of the list that a single one is chosen from: `list_ids` of `list_id`.
		const one = all.find((other) => methodOf(other) && isPlural(field, other));
		return found.get(methodOf(field) ?? (one && methodOf(one)) ?? '');
	};
}

const isPlural = (several: FlatField, one: FlatField): boolean =>
	several.type === 'string' && apiNameOf(several) === `${apiNameOf(one)}s`;

export type ListedFirst = (field: FlatField) => unknown;

/** The method that fills the list of a resource locator. */
export const methodOf = ({ modes = [] }: FlatField): string | undefined =>
	modes.find(({ name }) => name === 'list')?.typeOptions?.searchListMethod;
