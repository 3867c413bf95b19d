import type { INodeParameters } from 'n8n-workflow';
import type { InputItem } from '../support/engine/runNode';
import { ABSENT, type Form, isBlank, type Outcome, REFUSED } from './documented/forms';
import {
	blankOutcomes,
	choicesOf,
	type Expected,
	isShown,
	meaningOf,
	type OddField,
	type OddOperation,
	type Way,
} from './model';

/** How a value gets into a field. */
export type Manner = 'expression' | 'fixed';

/** One field of one operation in one way to fill in the others. */
export interface Target {
	operation: OddOperation;
	title: string;
	/** An error has to have one of these in it. */
	labels: string[];
	/** The fields that a switch shows or hides. */
	hides?: string[];
	form: Pick<Form, 'base' | 'shapes' | 'secret'>;
	/** The parameters of the node, with this in the field. */
	parameters: (raw: unknown, manner: Manner) => INodeParameters;
	/** The input items of a run of its own; the value is in that of `index`. */
	items: (value: unknown, manner: Manner) => InputItem[];
	index: number;
	/** Whether many values can be the items of one run. */
	isPerItem: boolean;
	/** The item has a file, as no argument of a model has. */
	hasFile?: boolean;
	/** Not as a fixed value, or not with an expression. */
	only?: Manner;
	/** The template that is asked for first. */
	templateId?: (given: unknown) => string;
	expected: (given: unknown, manner: Manner) => Expected[];
}

/** What is allowed for each outcome. */
export const toExpected = (
	outcomes: Outcome[],
	wire: (outcome: string | typeof ABSENT) => Expected['wire'],
): Expected[] =>
	outcomes.map((outcome) => (outcome === REFUSED ? { refused: true } : { wire: wire(outcome) }));

/** The outcomes of a value in a field that decides nothing. */
export const outcomesOf = (
	operation: OddOperation,
	field: OddField,
	given: unknown,
	manner: Manner,
): Outcome[] =>
	isBlank(given)
		? blankOutcomes(operation.api, field, manner === 'fixed')
		: field.form.judge(given);

/** The outcomes of a value in a switch or choice, by what it means. */
export function chosen(
	operation: OddOperation,
	field: OddField,
	way: Way,
	given: unknown,
	manner: Manner,
	expected: (way: Way, meaning: string | boolean | undefined) => Expected,
): Expected[] {
	// n8n does not evaluate it: the text of the expression is no choice.
	if (field.noDataExpression && manner === 'expression') return [{ refused: true }];
	if (isBlank(given)) {
		const outcomes = blankOutcomes(operation.api, field, manner === 'fixed');
		const [first] = (field.type === 'boolean' ? [false] : [field.default]) as [
			string | boolean,
		];
		return outcomes.map((one) =>
			one === REFUSED
				? { refused: true as const }
				: expected(field.isOption ? way : { ...way, [field.name]: first }, undefined),
		);
	}
	// n8n hides other fields by exactly the values that the editor offers.
	const isExact = manner === 'expression' || choicesOf(field).includes(given as string);
	const meanings = isExact ? meaningOf(field, given) : [REFUSED as typeof REFUSED];
	return meanings.map(
		(meaning): Expected =>
			meaning === REFUSED
				? { refused: true as const }
				: expected(field.isOption ? way : { ...way, [field.name]: meaning }, meaning),
	);
}

/** The labels of the fields that a switch shows or hides. */
export const hiddenBy = ({ name, isOption, type }: OddField, { fields }: OddOperation): string[] =>
	type === 'boolean' && !isOption
		? fields
				.filter(({ showWhen = {} }) => name in showWhen)
				.map(({ displayName }) => displayName)
		: [];

/** Fields of which each has up to three ways to fill in the others. */
export function waysFor(field: OddField, ways: Way[]): Way[] {
	const shown = ways.filter((way) => isShown(field, way));
	return [...new Set([shown[0], shown[Math.floor(shown.length / 2)], shown[shown.length - 1]])];
}
