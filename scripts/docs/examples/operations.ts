import type { INodeParameters } from 'n8n-workflow';
import type { FlatField } from '../describe/fields';
import { type LoadedNode, type LoadedOperation, takesAllItems } from '../describe/nodes';
import type { Example } from '../shape';
import { firstEntries, type ListedFirst } from './lists';
import { type Known, minimalParameters, valueOf } from './parameters';
import { completing, generatingFor, sourceOf } from './plan';
import { inputItems } from './values';

/** The examples of a node's operations, from what their files declare. */
export class OperationExamples {
	private constructor(
		private readonly all: LoadedOperation[],
		private readonly listed: ListedFirst,
	) {}

	static async of(node: LoadedNode): Promise<OperationExamples> {
		return new OperationExamples(node.operations, await firstEntries(node));
	}

	/** What an operation needs at least. */
	minimal(operation: LoadedOperation): Example {
		return this.with(operation, minimalParameters(operation.fields, this.known(operation)));
	}

	/** The example of a list that is empty without another operation. */
	filled(operation: LoadedOperation): Example {
		const { key } = generatingFor(operation, this.all);
		return { ...this.minimal(operation), after: [key] };
	}

	/** A value of one parameter. */
	valueOf(operation: LoadedOperation, field: FlatField): unknown {
		return valueOf(field, this.known(operation));
	}

	private with(operation: LoadedOperation, parameters: INodeParameters): Example {
		const { resource, declared } = operation;
		const [field] = operation.fields.filter((one) => this.sourceOf(operation, one));
		const example: Example = {
			parameters: { resource, operation: declared.value, ...parameters },
		};
		if (field === undefined) {
			return takesAllItems(operation) ? { ...example, input: inputItems } : example;
		}
		const source = this.sourceOf(operation, field)?.operation as LoadedOperation;
		const before = [
			...(this.minimal(source).after ?? []),
			source.key,
			...completing(field, operation, this.all).map(({ key }) => key),
		];
		return { ...example, after: [...new Set(before)], inputFrom: source.key };
	}

	private sourceOf(operation: LoadedOperation, field: FlatField) {
		const isListed = this.listed(field) !== undefined;
		return isListed ? undefined : sourceOf(field, operation, this.all);
	}

	private known(operation: LoadedOperation): Known {
		return {
			listed: this.listed,
			inputKey: (field) => this.sourceOf(operation, field)?.key,
			wholeInput: takesAllItems(operation),
		};
	}
}
