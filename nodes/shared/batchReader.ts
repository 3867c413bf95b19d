import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { guarded } from './failures';
import { isBlank } from './formats';
import type { MailingRule } from './mailings';
import { type Field, type Operation, sentFields, wireName } from './operation';
import { type Policy, policyOf } from './policy';
import { applies, checkField } from './request';
import type { Service } from './service';
import { entriesOf } from './shapes';
import type { Request } from './transport';

/** What tells the batches of SMS, Viber and e-mail apart. */
export interface Batch {
	/** Parameters that every item fills in; of these only the first is a plain list in a bulk mailing. */
	perItem: string[];
	/** Parameters that are read per item in a personal mailing, once in a bulk one. */
	perPerson: string[];
	/** The mailing object of the API from what was read once and the list of recipients. */
	mailing: (once: IDataObject, recipients: Array<IDataObject | string>) => IDataObject;
	/** Checks a mailing object that a person wrote as JSON. */
	rule: MailingRule;
	/** The requests that carry the mailings; the slot for the token is part of them. */
	requests: (
		mailings: IDataObject[],
		once: IDataObject,
		service: Service,
	) => Array<Partial<Request>>;
}

/** Reads the parameters of a batch: some once, from the first item, others from every item. */
export class BatchReader {
	readonly isJson: boolean;
	private readonly fields: Field[];
	private readonly zone: string;
	private readonly eachItem: Set<string>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly batch: Batch,
		private readonly operation: Operation,
	) {
		this.zone = context.getTimezone();
		this.isJson = context.getNodeParameter('specifyMailings', 0, 'items') === 'json';
		const personal = context.getNodeParameter('messageType', 0, 'bulk') === 'personal';
		this.eachItem = new Set([...batch.perItem, ...(personal ? batch.perPerson : [])]);
		this.fields = sentFields(operation).filter((field) =>
			applies(field, (name) => context.getNodeParameter(name, 0, '')),
		);
	}

	/** How the requests of this batch behave. */
	get policy(): Policy {
		const where = { node: this.context.getNode(), action: this.operation.action, itemIndex: 0 };
		return policyOf((name) => this.context.getNodeParameter(name, 0, {}), where);
	}

	once(): IDataObject {
		const values = this.read(0, (field) => !this.eachItem.has(field.name));
		if (this.context.getNodeParameter('resumeWaitNode', 0, false) !== true) return values;
		const callback = this.context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
		return { ...values, callback_url: callback as string };
	}

	person(index: number): IDataObject {
		return this.read(index, (field) => this.eachItem.has(field.name));
	}

	written(): IDataObject[] {
		const label = 'Mailings (JSON)';
		const where = { node: this.context.getNode(), action: this.operation.action, label };
		return guarded(where, () =>
			entriesOf(this.context.getNodeParameter('messages', 0, '')).map(
				(entry, index) => this.batch.rule(this.zone)(entry, `[${index}]`) as IDataObject,
			),
		);
	}

	private read(index: number, wanted: (field: Field) => boolean): IDataObject {
		const { action } = this.operation;
		const where = { node: this.context.getNode(), action, itemIndex: index };
		const values: IDataObject = {};
		for (const field of this.fields.filter(wanted)) {
			const path = field.path ?? field.name;
			const given: unknown = this.context.getNodeParameter(path, index, '', {
				extractValue: true,
			});
			const value = checkField(field, given, this.zone, where);
			if (!isBlank(value)) values[wireName(field)] = value;
		}
		return values;
	}
}
