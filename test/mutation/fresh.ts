/**
 * Under Stryker one process runs mutant after mutant. What the code keeps in maps that it made at load (nodes that
 * were built, waiting requests) must not come from an earlier mutant, whose mistakes the next one would be
 * blamed for. Jest needs none of this: it loads the code anew for each test file.
 */
const emptied: Array<() => void> = [];
const { Map: PlainMap, WeakMap: PlainWeakMap } = globalThis;

class FreshMap<K, V> extends PlainMap<K, V> {
	constructor(entries?: Iterable<[K, V]> | null) {
		super(entries);
		const atLoad = [...this];
		emptied.push(() => {
			this.clear();
			for (const [key, value] of atLoad) this.set(key, value);
		});
	}
}

class FreshWeakMap<K extends WeakKey, V> implements WeakMap<K, V> {
	readonly [Symbol.toStringTag] = 'WeakMap';
	private map = new PlainWeakMap<K, V>();

	constructor() {
		emptied.push(() => (this.map = new PlainWeakMap()));
	}

	get = (key: K): V | undefined => this.map.get(key);
	has = (key: K): boolean => this.map.has(key);
	delete = (key: K): boolean => this.map.delete(key);
	set = (key: K, value: V): this => {
		this.map.set(key, value);
		return this;
	};
}

/** Loads code whose maps `empty` takes back to what they were then. */
export function loadFresh(load: () => void): void {
	Object.assign(globalThis, { Map: FreshMap, WeakMap: FreshWeakMap });
	try {
		load();
	} finally {
		Object.assign(globalThis, { Map: PlainMap, WeakMap: PlainWeakMap });
	}
}

export const empty = (): void => {
	for (const one of emptied) one();
};
