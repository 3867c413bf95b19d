/** Fields that the package adds to the documented fields. test/output tests them. */
const ADDED = [
	'is_delivered',
	'is_finished',
	'is_sent',
	'message_type',
	'scheduled_for',
	'phone',
	'token',
	'email',
	'sms_id',
	'message_id',
	'uuid',
	'id',
];

/** Removes the added fields that the expected value lacks. */
export function withoutAdded(value: unknown, expected: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const others = (expected ?? {}) as Record<string, unknown>;
	if (Array.isArray(value)) return value.map((entry, at) => withoutAdded(entry, others[at]));
	return Object.fromEntries(
		Object.entries(value)
			.filter(([name]) => name in others || !ADDED.includes(name))
			.map(([name, fieldValue]) => [name, withoutAdded(fieldValue, others[name])]),
	);
}
