/**
 * Stryker runs all mutants in one process. So maps that the code created when it was loaded (built
 * nodes, waiting requests) must be reset before each test file, or the next mutant would get the
 * entries of the previous mutant. Jest loads the code for each test file instead.
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

/** Loads code. `empty` then resets the maps of this code to their content after loading. */
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
