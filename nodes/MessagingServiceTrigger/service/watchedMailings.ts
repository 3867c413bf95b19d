import type { Reader } from './client';
import { isRefusal } from './refusal';
import type { Settings } from '../settings';
import type { State } from '../state/state';
import { failedWith } from './problems';
import { windowOf } from './window';

export interface Watched {
	/** The mailings whose state is kept. */
	all: string[];
	/** Those of them that the service has. */
	present: string[];
}

/** Whether the node starts to watch, or was given other mailings to watch. */
export const isActivation = ({ choice }: Settings, before: State | undefined): boolean =>
	choice !== before?.choice;

/**
 * Finds the mailings to watch.
 *
 * @param warnings gets what could not be listed; the rest is watched all the same
 * @throws the error of the first list when there is none, or when an activation is incomplete
 */
export async function watchedMailings(
	reader: Reader,
	settings: Settings,
	before: State | undefined,
	warnings: string[],
): Promise<Watched> {
	const { selected, maxMailings } = settings;
	if (selected) return { all: selected, present: selected };
	const listed = new Set<string>();
	const errors: unknown[] = [];
	for (const list of reader.lists) {
		try {
			const ids = await reader.mailings(list);
			const usable = ids.filter((id) => /^[1-9]\d*$/.test(id));
			for (const id of usable) listed.add(id);
			const odd = ids.length - usable.length;
			if (odd > 0)
				warnings.push(
					`${list.source.action}: ${odd} without a number as ID are not watched`,
				);
		} catch (error) {
			errors.push(error);
			warnings.push(`${list.source.action}: ${failedWith(error)}`);
		}
	}
	const serious = errors.filter((error) => !isRefusal(error));
	if (errors.length === reader.lists.length) throw errors[0];
	if (serious.length > 0 && isActivation(settings, before)) throw serious[0];
	const known = before ? [...Object.keys(before.mailings), ...before.silent] : [];
	const all = windowOf([...listed], known, maxMailings);
	// What is not listed has been deleted, unless there was no list to look it up in.
	return { all, present: errors.length > 0 ? all : all.filter((id) => listed.has(id)) };
}
