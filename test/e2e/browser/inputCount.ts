import type { BrowserContext } from 'playwright-core';

/** Actions of a user with keyboard and mouse. A drag is one press of the button. */
export interface Input {
	keys: number;
	clicks: number;
	/** Texts that came into a field without a key. */
	pasted: number;
}

const none = (): Input => ({ keys: 0, clicks: 0, pasted: 0 });

/** Counts keys and clicks in all pages of a browser window, as the pages see them. */
export class InputCount {
	private count = none();

	private constructor() {}

	static async of(context: BrowserContext): Promise<InputCount> {
		const all = new InputCount();
		await context.exposeBinding('countInput', (_source, kind: keyof Input) => {
			all.count[kind]++;
		});
		await context.addInitScript(() => {
			const report = (kind: string) =>
				(window as unknown as { countInput: (kind: string) => void }).countInput(kind);
			const isTextField = (target: unknown) =>
				target instanceof HTMLInputElement && !['checkbox', 'radio'].includes(target.type);
			let isTyped = false;
			const listen = (type: string, act: (event: Event) => void) =>
				window.addEventListener(type, (event) => event.isTrusted && act(event), true);
			listen('keydown', () => {
				isTyped = true;
				report('keys');
			});
			listen('input', ({ target }) => {
				const isText = target instanceof HTMLTextAreaElement || isTextField(target);
				if (isText && !isTyped) report('pasted');
				isTyped = false;
			});
			listen('mousedown', () => report('clicks'));
		});
		return all;
	}

	/** Returns the counts since the last call. */
	take(): Input {
		const { count } = this;
		this.count = none();
		return count;
	}
}
