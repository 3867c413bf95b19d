import type { IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { type BatchOptions, batchOptionsOf } from './options';
import type { Carrier } from './encodeRequest';
import type { RejectedItems } from '../errors/rejectedItems';
import { fieldError, withNodeError, type ErrorContext } from '../errors/nodeErrors';
import { ValidationError, isBlank } from '../values/formats';
import { itemValues } from '../values/itemExpressions';
import type { MailingRule } from './mailingRules';
import { type Field, sentFields, apiNameOf } from '../describe/field';
import { type Operation } from '../describe/operation';
import { type RequestPolicy, policyOf } from '../http/policy';
import { applies, checkField } from '../run/checkRequest';
import { parseMailings } from './jsonRules';

/** What tells the batches of SMS, Viber and e-mail apart. */
export interface BatchSpec {
	/** The parameter that holds an item's recipient; a bulk mailing has a plain list of these. */
	recipientField: string;
	/** What two values of it have in common when they reach the same person. */
	recipientKey: (recipient: string) => string;
	/** Parameters that are read per item in a personal mailing, once in a bulk one. */
	personalFields: string[];
	/** The mailing object of the API from what was read once and the list of recipients. */
	buildMailing: (once: IDataObject, recipients: RecipientEntry[]) => IDataObject;
	/** Checks a mailing object that a person wrote as JSON. */
	validateMailing: MailingRule;
	encoder: Carrier;
	/** Texts go out in parts that are paid for. */
	countsSmsParts?: boolean;
}

/** What the API takes for one recipient: the phone or address alone, or with an own message. */
export type RecipientEntry = IDataObject | string;

export interface Recipient {
	/** The input item that it comes from. */
	index: number;
	entry: RecipientEntry;
}

export class BatchReader {
	readonly isJson: boolean;
	readonly options: BatchOptions;
	/** How the requests of this batch behave. */
	readonly policy: RequestPolicy;
	private readonly fields: Field[];
	private readonly naming: ErrorContext['context'];
	private readonly zone: string;
	private readonly personal: boolean;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly batch: BatchSpec,
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

	/** @throws NodeOperationError */
	once(): IDataObject {
		const values: IDataObject = {};
		for (const field of this.fields.filter(({ name }) => !this.isPerItem(name))) {
			const path = field.path ?? field.name;
			const given = this.context.getNodeParameter(path, 0, '', { extractValue: true });
			const value = checkField(field, given, this.zone, this.at(0));
			if (!isBlank(value)) values[apiNameOf(field)] = value;
		}
		if (this.context.getNodeParameter('resumeWaitNode', 0, false) !== true) return values;
		const callback = this.context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
		return { ...values, callback_url: callback as string };
	}

	/** The recipient of every input item; one that is bad, or that came before, is rejected. */
	recipients(rejects: RejectedItems): Recipient[] {
		const items = this.context.getInputData();
		const columns = this.fields.filter(({ name }) => this.isPerItem(name)).map(this.column);
		const first = new Map<string, number>();
		const found: Recipient[] = [];
		for (const index of items.keys()) {
			try {
				const entry: IDataObject = {};
				for (const { name, read } of columns) entry[name] = read(index);
				const recipient = String(entry[this.batch.recipientField]);
				const same = this.batch.recipientKey(recipient);
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
	written(rejects: RejectedItems): IDataObject[] {
		const where = { ...this.at(0), label: 'Mailings (JSON)' };
		const rule = this.batch.validateMailing(this.zone, (bad) =>
			rejects.add(fieldError(bad, where), 0),
		);
		const mailings = withNodeError(where, () =>
			parseMailings(this.context.getNodeParameter('messages', 0, '')).map(
				(entry, index) => rule(entry, `[${index}]`) as IDataObject,
			),
		);
		return mailings.filter(({ delivery_list: list }) => (list as RecipientEntry[]).length > 0);
	}

	private readonly column = (field: Field) => {
		const { context } = this;
		const path = field.path ?? field.name;
		const raw: unknown = context.getNodeParameter(path, 0, '', { rawExpressions: true });
		const given = itemValues(raw, context.getInputData(), (index) =>
			context.getNodeParameter(path, index, '', { skipValidation: true }),
		);
		const read = (index: number) => checkField(field, given(index), this.zone, this.at(index));
		return { name: apiNameOf(field), read };
	};

	private repeated(index: number, before: number) {
		const bad = new ValidationError(
			`is the recipient of item ${before} again`,
			'Remove duplicates before this step: nobody gets a mailing twice.',
			this.fields.find(({ name }) => name === this.batch.recipientField)?.displayName,
		);
		return fieldError(bad, this.at(index));
	}

	private isPerItem(name: string): boolean {
		const own = this.personal && this.batch.personalFields.includes(name);
		return name === this.batch.recipientField || own;
	}

	private at(itemIndex: number) {
		return { context: this.naming, action: this.operation.action, itemIndex };
	}
}
