/* global EventSource, setTimeout */

import { byId } from './elements.js';

function live(state, text) {
	const box = byId('live');
	// Screen readers announce every write.
	if (box.dataset.state === state) return;
	box.dataset.state = state;
	box.textContent = text;
}

/** Pause between a failed read and the next read. */
const RETRY_MS = 2_000;

/**
 * Keeps a page up to date. Calls `load` at the start, after a lost connection and after each event
 * of `reloadOn`. For any other event, the function of that name in `acts` gets the event's data.
 */
export function listen(load, acts, reloadOn = ['refresh']) {
	const events = new EventSource('_sandbox/events');
	const isOpen = () => events.readyState === EventSource.OPEN;
	const notLive = () => live('off', 'Not connected, trying again…');
	let loading = false;
	let isStale = false;
	const reload = async () => {
		isStale = true;
		if (loading) return;
		loading = true;
		while (isStale && isOpen()) {
			isStale = false;
			try {
				await load();
				if (isOpen()) live('on', 'Live');
			} catch {
				notLive();
				isStale = true;
				await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
			}
		}
		loading = false;
	};
	events.addEventListener('open', reload);
	events.addEventListener('error', notLive);
	for (const name of reloadOn) events.addEventListener(name, reload);
	for (const [name, act] of Object.entries(acts)) {
		events.addEventListener(name, ({ data }) => {
			// Repeats a read in progress, because this read may have missed the change.
			if (loading) isStale = true;
			else act(JSON.parse(data));
		});
	}
}
