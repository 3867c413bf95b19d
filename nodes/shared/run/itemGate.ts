import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { checkBaseUrl } from '../../../credentials/baseUrl';
import type { ErrorContext } from '../errors/nodeErrors';
import { type RequestPolicy, policyOf } from '../http/policy';

type Inputs = Record<string, Array<INodeExecutionData[] | null>>;

/** What n8n's context holds besides its typed interface. */
interface Internals {
	inputData?: Inputs;
}

/** n8n's own option: so many items at a time, so many milliseconds apart. */
interface Batching {
	batchSize?: number;
	batchInterval?: number;
}

/**
 * One run of a declarative node. n8n starts all items at once, so a bad value in the third item
 * would be noticed after the first two were sent. The gate holds every item back until all of them
 * were checked.
 */
export class Run {
	private static readonly runs = new WeakMap<object, Run>();

	private readonly expected: number | undefined;
	private arrived = 0;
	private problem = false;
	private opening?: Promise<void>;
	private open?: () => void;
	private address?: Promise<string>;
	private policy?: RequestPolicy;
	private batching?: Batching;
	private readonly answers = new Map<string, Promise<IDataObject[]>>();

	private constructor(
		private readonly key: object,
		inputs: Inputs | undefined,
	) {
		const [items] = inputs?.main ?? inputs?.ai_tool ?? [];
		this.expected = items?.length;
	}

	/** Whether an agent calls the node as a tool. */
	static isTool(context: IExecuteSingleFunctions): boolean {
		return (context as unknown as Internals).inputData?.ai_tool !== undefined;
	}

	static of(context: IExecuteSingleFunctions): Run {
		const { inputData } = context as unknown as Internals;
		const key = inputData ?? context.getExecuteData();
		const run = Run.runs.get(key) ?? new Run(key, inputData);
		Run.runs.set(key, run);
		return run;
	}

	/** The service's base URL; read once per run, because n8n decrypts a credential each time. */
	addressOf(context: IExecuteSingleFunctions): Promise<string> {
		this.address ??= context
			.getCredentials('messagingServiceApi')
			.then(({ baseUrl }) => checkBaseUrl(baseUrl));
		return this.address;
	}

	/** Milliseconds that n8n's own batching option holds this item back; undefined when it is off. */
	pauseOf(context: IExecuteSingleFunctions): number | undefined {
		this.batching ??= (
			context.getNodeParameter('requestOptions', {}) as { batching?: { batch?: Batching } }
		).batching?.batch ?? { batchSize: 1, batchInterval: 0 };
		const { batchSize = 1, batchInterval = 0 } = this.batching;
		if (batchInterval <= 0) return undefined;
		return Math.floor(context.getItemIndex() / Math.max(batchSize, 1)) * batchInterval;
	}

	/** How the requests of this run behave; the options are read from its first item. */
	policyOf(context: IExecuteSingleFunctions, where: ErrorContext): RequestPolicy {
		this.policy ??= policyOf((name) => context.getNodeParameter(name, {}), where);
		return this.policy;
	}

	/** The answer to a question that several items of the run may have; it is asked once. */
	async once(key: string, ask: () => Promise<IDataObject[]>): Promise<IDataObject[]> {
		const answer = this.answers.get(key) ?? ask();
		this.answers.set(key, answer);
		// A failed question is asked again by Retry On Fail.
		answer.catch(() => this.answers.delete(key));
		return await answer;
	}

	/**
	 * Resolves when every item of the run was checked: then it is known whether all are good.
	 *
	 * @param passed whether this item's values are good
	 * @param late items may arrive later: n8n starts them with pauses, or the check asks the service
	 */
	checked(passed: boolean, late: boolean): Promise<void> {
		this.arrived++;
		this.problem ||= !passed;
		// Otherwise n8n starts all items in one go: the next turn of the event loop has them all.
		const wait = late && this.expected !== undefined;
		this.opening ??= wait ? new Promise<void>((open) => (this.open = open)) : sleep(0);
		if (this.arrived === this.expected) this.open?.();
		return this.opening;
	}

	/** Whether all items are good, once they were checked. */
	allGood(): boolean {
		Run.runs.delete(this.key);
		const complete = this.expected === undefined || this.arrived >= this.expected;
		return complete && !this.problem;
	}
}
