import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { type BatchOptions, batchOptionsOf } from './options';
import type { Carrier } from './encodeRequest';
import type { Rejects } from '../errors/rejectedItems';
import { badField, guarded, type Where } from '../errors/nodeErrors';
import { BadValue, isBlank } from '../values/formats';
import { itemValues } from '../values/itemExpressions';
import type { MailingRule } from './mailingRules';
import { type Field, type Operation, sentFields, wireName } from '../describe/operation';
import { type Policy, policyOf } from '../http/policy';
import { applies, checkField } from '../run/checkRequest';
import { entriesOf } from './jsonRules';

/** What tells the batches of SMS, Viber and e-mail apart. */
export interface Batch {
	/** The parameter that holds an item's recipient; a bulk mailing has a plain list of these. */
	recipient: string;
	/** What two values of it have in common when they reach the same person. */
	sameFor: (recipient: string) => string;
	/** Parameters that are read per item in a personal mailing, once in a bulk one. */
	perPerson: string[];
	/** The mailing object of the API from what was read once and the list of recipients. */
	mailing: (once: IDataObject, recipients: Entry[]) => IDataObject;
	/** Checks a mailing object that a person wrote as JSON. */
	rule: MailingRule;
	carrier: Carrier;
	/** Texts go out in parts that are paid for. */
	hasParts?: boolean;
}

/** What the API takes for one recipient: the phone or address alone, or with an own message. */
export type Entry = IDataObject | string;

export interface Recipient {
	/** The input item that it comes from. */
	index: number;
	entry: Entry;
}

/** Reads the parameters of a batch: some once, from the first item, others from every item. */
export class BatchReader {
	readonly isJson: boolean;
	readonly options: BatchOptions;
	/** How the requests of this batch behave. */
	readonly policy: Policy;
	private readonly fields: Field[];
	private readonly naming: Where['context'];
	private readonly zone: string;
	private readonly personal: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly batch: Batch,
		private readonly operation: Operation,
		node: INode,
	) {
		this.naming = { getNode: () => node };
		const read = (name: string) => context.getNodeParameter(name, 0, {});
		const where = this.at(0);
		this.zone = context.getTimezone();
		this.isJson = context.getNodeParameter('specifyMailings', 0, 'items') === 'json';
		this.personal = context.getNodeParameter('messageType', 0, 'bulk') === 'personal';
		this.policy = policyOf(read, where);
		this.options = batchOptionsOf((read('options') || {}) as IDataObject, where);
		this.fields = sentFields(operation).filter((field) =>
			applies(field, (name) => context.getNodeParameter(name, 0, '')),
		);
	}

	/** What is the same for all recipients, checked. @throws NodeOperationError */
	once(): IDataObject {
		const values: IDataObject = {};
		for (const field of this.fields.filter(({ name }) => !this.isPerItem(name))) {
			const path = field.path ?? field.name;
			const given = this.context.getNodeParameter(path, 0, '', { extractValue: true });
			const value = checkField(field, given, this.zone, this.at(0));
			if (!isBlank(value)) values[wireName(field)] = value;
		}
		if (this.context.getNodeParameter('resumeWaitNode', 0, false) !== true) return values;
		const callback = this.context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
		return { ...values, callback_url: callback as string };
	}

	/** The recipient of every input item; one that is bad, or that came before, is rejected. */
	recipients(rejects: Rejects): Recipient[] {
		const items = this.context.getInputData();
		const columns = this.fields.filter(({ name }) => this.isPerItem(name)).map(this.column);
		const first = new Map<string, number>();
		const found: Recipient[] = [];
		for (const index of items.keys()) {
			try {
				const entry: IDataObject = {};
				for (const { name, read } of columns) entry[name] = read(index);
				const recipient = String(entry[this.batch.recipient]);
				const same = this.batch.sameFor(recipient);
				const before = first.get(same);
				if (before === undefined) {
					first.set(same, index);
					found.push({ index, entry: this.personal ? entry : recipient });
				} else rejects.add(this.repeated(index, before), index, true);
			} catch (error) {
				rejects.add(error, index);
			}
		}
		return found;
	}

	/** The mailings that a person wrote as JSON; a bad recipient is rejected on the first item. */
	written(rejects: Rejects): IDataObject[] {
		const where = { ...this.at(0), label: 'Mailings (JSON)' };
		const rule = this.batch.rule(this.zone, (bad) => rejects.add(badField(bad, where), 0));
		const mailings = guarded(where, () =>
			entriesOf(this.context.getNodeParameter('messages', 0, '')).map(
				(entry, index) => rule(entry, `[${index}]`) as IDataObject,
			),
		);
		return mailings.filter(({ delivery_list: list }) => (list as Entry[]).length > 0);
	}

	private readonly column = (field: Field) => {
		const { context } = this;
		const path = field.path ?? field.name;
		const raw: unknown = context.getNodeParameter(path, 0, '', { rawExpressions: true });
		const given = itemValues(raw, context.getInputData(), (index) =>
			context.getNodeParameter(path, index, '', { skipValidation: true }),
		);
		const read = (index: number) => checkField(field, given(index), this.zone, this.at(index));
		return { name: wireName(field), read };
	};

	private repeated(index: number, before: number) {
		const bad = new BadValue(
			`is the recipient of item ${before} again`,
			'Remove duplicates before this step: nobody gets a mailing twice.',
			this.fields.find(({ name }) => name === this.batch.recipient)?.displayName,
		);
		return badField(bad, this.at(index));
	}

	private isPerItem(name: string): boolean {
		const own = this.personal && this.batch.perPerson.includes(name);
		return name === this.batch.recipient || own;
	}

	private at(itemIndex: number) {
		return { context: this.naming, action: this.operation.action, itemIndex };
	}
}
