import type { Page } from 'playwright-core';

import type { Owner } from '../../../playground/rest';

type Box = Record<'x' | 'y' | 'width' | 'height', number>;

const testId = (id: string) => `[data-test-id="${id}"]`;

/** Actions of a user in n8n's editor. Elements are found by their visible texts. */
export class Editor {
	constructor(
		readonly page: Page,
		private readonly url: string,
	) {}

	/**
	 * Waits until the editor has taken over an input, which takes up to half a second. The page
	 * runs the timer, so that a busy machine delays both.
	 */
	private async takenOver(): Promise<void> {
		await this.page.evaluate('new Promise((done) => setTimeout(done, 500))');
	}

	async logIn({ email, password }: Owner): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		for (const [label, text] of [
			['Email', email],
			['Password', password],
		]) {
			const field = this.page.getByLabel(label);
			await field.click();
			await field.pressSequentially(text);
		}
		await this.page.getByRole('button', { name: 'Sign in' }).click();
		await this.page.waitForURL(/\/home\/workflows/);
	}

	async newCredential(type: string): Promise<void> {
		const search = this.page.locator(testId('new-credential-type-select')).locator('input');
		const isOpen = async () =>
			await search.waitFor({ timeout: 10_000 }).then(
				() => true,
				() => false,
			);
		// n8n's menu can ignore a click just after the page has loaded.
		do {
			await this.page.locator(testId('universal-add')).first().click();
			await this.page.getByRole('menuitem', { name: 'New credential' }).click();
		} while (!(await isOpen()));
		await search.click();
		await search.pressSequentially(type, { delay: 10 });
		await this.page
			.locator(testId('new-credential-type-select-option'))
			.getByText(type)
			.click();
		await this.page.locator(testId('new-credential-type-button')).click();
		await this.dialog.waitFor();
	}

	get dialog() {
		return this.page.locator(testId('editCredential-modal'));
	}

	async typeInto(field: string, text: string): Promise<void> {
		const input = this.dialog.locator(testId(`parameter-input-${field}`)).locator('input');
		await input.click();
		if (await input.inputValue()) await input.press('ControlOrMeta+A');
		await input.pressSequentially(text, { delay: 10 });
		await this.takenOver();
	}

	/** Saves and tests the credential. Returns the text of the dialog. */
	async saveCredential(): Promise<string> {
		const tested = this.page.waitForResponse(/\/rest\/credentials\/test$/);
		await this.saveButton.click();
		const { data } = (await (await tested).json()) as { data: { status: string } };
		const said = data.status === 'OK' ? 'Connection tested successfully' : 'Couldn’t connect';
		await this.dialog.getByText(said).first().waitFor();
		const more = this.dialog.getByText('More details');
		if (await more.isVisible()) await more.click();
		// Until then, the button is busy and ignores clicks.
		await this.saveButton.getByText('Save').waitFor();
		return await this.dialog.innerText();
	}

	private get saveButton() {
		return this.page.locator(testId('credential-save-button'));
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
		await this.page.locator(testId('canvas-node')).first().waitFor();
	}

	async openNode(name: string): Promise<void> {
		await this.page.locator(`${testId('canvas-node')}[data-node-name="${name}"]`).dblclick();
		await this.page.locator(testId('ndv')).waitFor();
	}

	/** Sets a resource locator to its list, and picks an entry. */
	async pick(parameter: string, entry: string): Promise<void> {
		const field = this.page.locator(testId(`resource-locator-${parameter}`));
		await field.locator(testId('rlc-mode-selector')).click();
		await this.page.locator(testId('mode-list')).click();
		await field.locator(testId('rlc-input')).click();
		await this.page.locator(testId('rlc-item')).getByText(entry).click();
	}

	/** Searches the list of a picker and chooses an entry. Returns the entries found. */
	async searchAndPick(parameter: string, text: string, entry: string): Promise<string[]> {
		const field = this.page.locator(testId(`resource-locator-${parameter}`));
		await field.locator(testId('rlc-input')).click();
		const items = this.page.locator(testId('rlc-item'));
		await items.first().waitFor();
		const search = this.page.locator(testId('rlc-search'));
		// The editor requests the list again after a pause in typing.
		const listed = this.page.waitForResponse((response) => {
			if (!response.url().includes('/resource-locator-results')) return false;
			return (response.request().postDataJSON() as { filter?: string }).filter === text;
		});
		await search.locator('input').or(search).last().fill(text);
		await (await listed).finished();
		await this.page.waitForTimeout(250);
		await items.first().waitFor();
		const found = await items.allInnerTexts();
		await items.getByText(entry).first().click();
		return found.map((one) => one.trim());
	}

	/** Returns the chosen entry of a picker. */
	async picked(parameter: string): Promise<string> {
		const field = this.page.locator(testId(`resource-locator-${parameter}`));
		return await field
			.locator(`input${testId('rlc-input')}, ${testId('rlc-input')} input`)
			.inputValue();
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
		await this.page.locator(testId('canvas-add-button')).first().waitFor();
	}

	/** Opens the panel of nodes, in an empty workflow or in a workflow with nodes. */
	async openNodePanel(): Promise<void> {
		const empty = this.page.locator(testId('canvas-add-button')).first();
		const side = this.page.locator(testId('node-creator-plus-button'));
		await ((await empty.isVisible()) ? empty : side).click();
		await this.page.locator(testId('node-creator-search-bar')).waitFor();
	}

	/** Returns the names that the panel of nodes offers for a search. */
	async findNodes(text: string): Promise<string[]> {
		const bar = this.page.locator(testId('node-creator-search-bar'));
		const items = this.page.locator(testId('node-creator-item-name'));
		// Clears the results of an earlier search.
		await bar.fill('qqzz');
		await items.first().waitFor({ state: 'hidden' });
		await bar.fill(text);
		await items.first().waitFor();
		return await items.allInnerTexts();
	}

	async choosePanelItem(name: string): Promise<void> {
		const items = this.page.locator(testId('node-creator-item-name'));
		await items.getByText(name, { exact: true }).first().click();
	}

	/** Chooses a node in the open panel, and one of its actions if the node has several. */
	async addNode(text: string, name: string, action?: string): Promise<void> {
		const bar = this.page.locator(testId('node-creator-search-bar'));
		await bar.pressSequentially(text, { delay: 10 });
		await this.takenOver();
		await this.choosePanelItem(name);
		if (action) await this.choosePanelItem(action);
		await this.page.locator(testId('ndv')).waitFor();
	}

	get node() {
		return this.page.locator(testId('ndv'));
	}

	/** Types into a text field of the open node, key by key. */
	async type(parameter: string, text: string, nth = 0): Promise<void> {
		const field = this.page.locator(testId(`parameter-input-${parameter}`)).nth(nth);
		const input = field.locator('input, textarea').first();
		await input.click();
		await input.pressSequentially(text, { delay: 10 });
		await this.takenOver();
	}

	/** Drags a field of the input into a field of the open node. */
	async drag(name: string, parameter: string): Promise<void> {
		const input = this.page.locator(testId('ndv-input-panel'));
		const field = this.page.locator(testId(`parameter-input-${parameter}`));
		await input.getByText(name, { exact: true }).first().hover();
		await this.page.mouse.down();
		// The editor recognizes a drag only by several small moves.
		const { x, y, width, height } = (await field.boundingBox()) as Box;
		await this.page.mouse.move(x + width / 3, y + height / 2, { steps: 20 });
		await this.page.mouse.up();
		await field.getByText(`{{ $json.${name} }}`).waitFor();
		await this.takenOver();
	}

	/** Picks an entry in a resource locator that is set to its list. */
	async choose(parameter: string, entry: string): Promise<void> {
		await this.page
			.locator(testId(`resource-locator-${parameter}`))
			.locator(testId('rlc-input'))
			.click();
		await this.page.locator(testId('rlc-item')).getByText(entry).click();
	}

	async addOption(name: string): Promise<void> {
		const list = this.node.getByPlaceholder('Add option').filter({ visible: true });
		await list.last().click();
		const options = this.page.getByRole('option').filter({ visible: true });
		await options.getByText(name, { exact: true }).click();
		await this.takenOver();
	}

	async execute(): Promise<void> {
		await this.node.locator(testId('node-execute-button')).first().click();
	}

	/** Waits until the open node outputs these fields. */
	async outputs(...fields: string[]): Promise<void> {
		const panel = this.page.locator(testId('output-panel'));
		for (const field of fields) await panel.getByText(field, { exact: true }).first().waitFor();
	}

	async closeNode(): Promise<void> {
		do {
			await this.page.locator(testId('ndv-close-button')).click();
			await this.node.waitFor({ state: 'hidden' });
			// On a busy machine, a run that has just ended may open the node again.
			await this.page.waitForTimeout(500);
		} while (await this.node.isVisible());
	}

	async publish(): Promise<void> {
		await this.page.locator(testId('workflow-open-publish-modal-button')).click();
		await this.page.locator(testId('workflow-publish-button')).click();
		await this.page.locator(testId('workflowPublish-modal')).waitFor({ state: 'hidden' });
	}
}
