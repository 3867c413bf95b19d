import { Refusal } from '../wire/refusal';

/** Callback behavior, which the documentation of the service leaves open. */
export interface CallbackPlan {
	method: 'POST' | 'GET';
	/** Number of calls to each URL; 0 means no calls. */
	times: number;
	/** `immediately` means before the response to the request that creates the batch. */
	when: 'done' | 'immediately';
	/** `reverse` delays the calls until `batchDelayMs` have passed without a new call. */
	order: 'sent' | 'reverse';
}

export const usualCallbacks: CallbackPlan = {
	method: 'POST',
	times: 1,
	when: 'done',
	order: 'sent',
};

const MAX_TIMES = 100;
const CHOICES = {
	method: ['POST', 'GET'],
	when: ['done', 'immediately'],
	order: ['sent', 'reverse'],
};

/**
 * Reads a plan from an HTTP body.
 * @throws Refusal if a property is unknown or wrong
 */
export function readCallbackPlan(properties: ReadonlyMap<string, unknown>): CallbackPlan {
	for (const [name, value] of properties) {
		const choices = name in CHOICES ? CHOICES[name as keyof typeof CHOICES] : undefined;
		const isTimes = name === 'times' && Number.isInteger(value);
		const isValid = choices
			? choices.includes(value as string)
			: isTimes && Number(value) >= 0 && Number(value) <= MAX_TIMES;
		if (isValid) continue;
		const expected = choices?.join(' or ') ?? `a number from 0 to ${MAX_TIMES}`;
		const isProperty = choices !== undefined || name === 'times';
		throw new Refusal(400, isProperty ? `${name} must be ${expected}` : `unknown: ${name}`);
	}
	return { ...usualCallbacks, ...(Object.fromEntries(properties) as Partial<CallbackPlan>) };
}
