import type { InputItem } from '../support/engine/runNode';
import { ABSENT, isBlank, type Outcome, REFUSED } from './documented/forms';
import {
	baseOf,
	baseWire,
	entryOf,
	type Expected,
	fileText,
	isChoice,
	isShown,
	type OddField,
	type OddOperation,
	parametersOf,
	similarTo,
	template,
	type Way,
	wireName,
	wireOf,
} from './model';
import { waitTarget } from './waitTargets';
import { chosen, hiddenBy, outcomesOf, type Target, toExpected, waysFor } from './target';

export const fileItem = (value: unknown): InputItem => ({
	json: { v: value as string },
	files: {
		data: { content: fileText, fileName: 'a.txt', mimeType: 'text/plain' },
		other: { content: 'another file', fileName: 'b.txt', mimeType: 'text/plain' },
	},
});

/** An option whose wire form depends on its value alone. */
function itemTarget(operation: OddOperation, field: OddField, way: Way): Target {
	const { api } = operation;
	const usesTemplate = operation.fields.some(
		(one) => one.key === 'Template' && isShown(one, way),
	);
	const isFile = ['Attachment', 'Input Binary Field'].includes(field.key);
	const files = isFile || wireOf(operation, way).some(([name]) => name.startsWith('file '));
	const decides = isChoice(field);
	const mayUseTemplate =
		decides && !field.isOption && operation.fields.some(({ key }) => key === 'Template');
	return {
		operation,
		title: field.at.join('.'),
		labels: [field.displayName],
		hides: hiddenBy(field, operation),
		form: {
			...field.form,
			base: baseOf(field, way),
			shapes: decides ? [...field.form.shapes, ...similarTo(field)] : field.form.shapes,
		},
		parameters: (raw) => parametersOf(operation, way, new Map([[field, raw]])),
		items: (value) => [files || decides ? fileItem(value) : { json: { v: value as string } }],
		index: 0,
		hasFile: files,
		isPerItem: !usesTemplate && !mayUseTemplate && !isStepOption(field),
		templateId: usesTemplate
			? (given) => (field.key === 'Template' ? String(given).trim() : '77')
			: mayUseTemplate
				? () => '77'
				: undefined,
		expected: (given, manner) => {
			if (decides) {
				return chosen(operation, field, way, given, manner, (meant, meaning) => {
					const outcome = meaning === undefined ? ABSENT : wordOf(field, meaning);
					return { wire: wireOf(operation, meant, { field, outcome }) };
				});
			}
			let outcomes = outcomesOf(operation, field, given, manner);
			if (isFile && !isBlank(given)) {
				const trimmed = typeof given === 'string' && given.trim() === 'data';
				outcomes = given === 'data' ? ['data'] : trimmed ? ['data', REFUSED] : [REFUSED];
				if (given === 'other')
					return [
						{ wire: otherFile(wireOf(operation, way, { field, outcome: 'other' })) },
					];
			}
			// What a reference to another node's parameter returns.
			const { __rl, value } = Object(given) as { __rl?: unknown; value?: string };
			if (field.type === 'resourceLocator' && __rl) outcomes = [REFUSED, String(value)];
			return toExpected(outcomes, (outcome) => {
				const limit = field.key === 'Limit' ? Number(outcome) : undefined;
				return wireOf(operation, way, { field, outcome }, limit);
			});
		},
	};
	function wordOf(one: OddField, meaning: string | boolean) {
		const [word] = one.form.judge(meaning);
		return typeof word === 'string' ? word : baseWire(one, way);
	}
	function otherFile(wire: NonNullable<Expected['wire']>) {
		return wire.map(([name, value]): [string, string | RegExp] => [
			name,
			value === fileText ? 'another file' : value,
		]);
	}
	function isStepOption(one: OddField) {
		return one.isOption && one.apiName === false && !isFile && api !== undefined;
	}
}

/** The names and values of a fixed collection. */
function placeholderTargets(operation: OddOperation, field: OddField, way: Way): Target[] {
	const common = {
		operation,
		labels: [field.displayName],
		items: (value: unknown) => [fileItem(value)],
		index: 0,
		isPerItem: false,
		hasFile: wireOf(operation, way).some(([name]) => name.startsWith('file ')),
		templateId: () => '77',
	};
	const wire = (outcome: string): Expected['wire'] =>
		wireOf(operation, way).map(([name, value]) =>
			name === wireName(operation.api, 'message') ? [name, template(outcome)] : [name, value],
		);
	return [
		{
			...common,
			title: `${field.name} value`,
			form: { ...field.form, base: 'Anna' },
			parameters: (raw) =>
				parametersOf(operation, way, new Map([[field, entryOf(field, 'name', raw)]])),
			expected: (given) =>
				toExpected(isBlank(given) ? [REFUSED] : field.form.judge(given), (outcome) =>
					wire(outcome as string),
				),
		},
		{
			...common,
			title: `${field.name} name`,
			form: { base: 'name', shapes: ['name', ' name ', 'Name', '{name}', ['name']] },
			parameters: (raw) =>
				parametersOf(operation, way, new Map([[field, entryOf(field, raw, 'Anna')]])),
			expected: (given) => {
				const isName = typeof given === 'string' && given.trim() === 'name';
				const outcomes: Outcome[] =
					given === 'name' ? ['Anna'] : isName ? ['Anna', REFUSED] : [REFUSED];
				return toExpected(outcomes, (outcome) => wire(outcome as string));
			},
		},
	];
}

export function targetsOf(operation: OddOperation): Target[] {
	const waits = operation.value === 'sendAndWait';
	return operation.fields.flatMap((field) =>
		waysFor(field, operation.ways).flatMap((way) =>
			field.key === 'Placeholders'
				? placeholderTargets(operation, field, way)
				: [itemTarget(operation, field, way)].map((one) =>
						waits ? waitTarget(one, field) : one,
					),
		),
	);
}
