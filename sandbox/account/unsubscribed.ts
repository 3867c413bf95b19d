export class Unsubscribed {
	private readonly everywhere = new Set<string>();
	private readonly perList = new Map<number, Set<string>>();

	has(address: string, listId?: number): boolean {
		const key = address.toLowerCase();
		if (this.everywhere.has(key)) return true;
		return listId !== undefined && (this.perList.get(listId)?.has(key) ?? false);
	}

	add(address: string, listIds?: number[]): void {
		const key = address.toLowerCase();
		if (!listIds) this.everywhere.add(key);
		for (const listId of listIds ?? []) this.of(listId).add(key);
	}

	/**
	 * Subscribes an address again to the given lists, by default to all lists. If the address had
	 * unsubscribed from all lists, it stays unsubscribed from the lists that are not given.
	 */
	remove(address: string, allLists: number[], listIds?: number[]): void {
		const key = address.toLowerCase();
		if (this.everywhere.delete(key)) for (const listId of allLists) this.of(listId).add(key);
		for (const listId of listIds ?? [...this.perList.keys()]) this.of(listId).delete(key);
	}

	private of(listId: number): Set<string> {
		const addresses = this.perList.get(listId) ?? new Set<string>();
		this.perList.set(listId, addresses);
		return addresses;
	}
}
