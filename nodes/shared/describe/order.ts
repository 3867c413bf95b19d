/** How operations and choices are listed: in the order of use, or by name. */
type Order = 'use' | 'name';
/** ADR 0015 shows both lists. The choice that is made at first is the same in both. */
const ORDER = 'use' as Order;

/** Resources, operations or choices in the order in which the editor lists them. */
export const sorted = <T extends { name: string }>(choices: T[], order = ORDER): T[] =>
	order === 'use' ? choices : [...choices].sort((a, b) => (a.name < b.name ? -1 : 1));
