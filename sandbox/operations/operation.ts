import type { Service } from '../service/service';
import type { RequestRules } from '../wire/check';
import { refuse } from '../wire/refusal';
import type { Values } from '../wire/values';

export interface Operation extends RequestRules {
	name: string;
	version: 'v1' | 'v2';
	method: 'GET' | 'POST' | 'GET or POST';
	/** True if the service's documentation names the operation without describing it. */
	undocumented?: boolean;
	run: (service: Service, values: Values) => unknown;
}

export const ok = (result?: unknown): unknown =>
	result === undefined ? { status: 'OK' } : { status: 'OK', result };

export function pageRule(values: Values): void {
	if (values.has('limit_offset') && !values.has('limit_rows')) {
		throw refuse('limit_rows', 'required when limit_offset is used');
	}
}

export function pageOf<T>(items: T[], values: Values, defaultRows = Infinity): T[] {
	const offset = values.optionalNumber('limit_offset') ?? 0;
	return items.slice(offset, offset + (values.optionalNumber('limit_rows') ?? defaultRows));
}
