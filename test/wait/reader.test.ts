import { createHash } from 'node:crypto';
import { OTHER_PHONE, PHONE } from '../contract/row';
import { runNode, type RunSetting } from '../support/engine/runNode';
import { type Answer, Service, type SentRequest } from '../support/engine/service';
import { respond, sentLinks } from '../support/waiting';
import { ask, asking, changed, sent } from './asking';

/**
 * Number of characters of a code that a reader may see. A part of 5 of 16 does not let anybody
 * guess the rest.
 */
const SEEN = 5;
const codeOf = (link: string) => new URL(link).searchParams.get('r') ?? '';

/** Returns all parts of a code that are long enough to help a reader. */
const parts = (code: string): string[] =>
	Array.from({ length: code.length - SEEN }, (_, at) => code.slice(at, at + SEEN + 1));

/** Returns all data that n8n saves of an execution, and all data that a step returned or threw. */
const saved = (run: Awaited<ReturnType<typeof runNode>>): string => {
	const { error } = run;
	const thrown = error && { ...error, message: error.message, stack: error.stack };
	return JSON.stringify([run.execution?.data, run.items, run.errorItems, thrown]);
};

async function send(setting: RunSetting, answer: (sent: SentRequest, index: number) => Answer) {
	const service = new Service(answer);
	try {
		const run = await runNode(setting);
		return { text: saved(run), codes: sentLinks(service).map(codeOf), run };
	} finally {
		service.close();
	}
}

/** Returns the text of a request. */
const textOf = ({ query, form = [] }: SentRequest) =>
	[...query, ...form].find(([name]) => name === 'message')?.[1] ?? '';

/** Changes of a text that a service may make when it repeats the text. */
const repeats: Array<[how: string, repeat: (text: string) => unknown]> = [
	['as it is', (text) => ({ text })],
	['with the code alone', (text) => ({ code: codeOf(text.split('\n')[1]) })],
	['as a list of words', (text) => text.split(/[?&=\s]/)],
	['as a key', (text) => ({ [text]: 1 })],
	['URL-encoded', encodeURIComponent],
	['escaped for HTML', (text) => text.replaceAll('&', '&amp;')],
];

describe('a reader of a waiting execution finds no code', () => {
	test('while it waits for one of several recipients', async () => {
		const { result, links } = await ask({ phone: `${PHONE}, ${OTHER_PHONE}` });
		const text = saved(result);
		expect(links).toHaveLength(2);
		for (const part of links.map(codeOf).flatMap(parts)) expect(text).not.toContain(part);
		// Proves that the search works: a reader can find the recipients and the question.
		for (const one of [PHONE, OTHER_PHONE, 'Refund 40 EUR?']) expect(text).toContain(one);
	});

	test('in a later round of a loop', async () => {
		const first = await ask();
		const { result, links } = await ask({}, { earlierExecution: first.result.execution });
		const text = saved(result);
		const codes = [...first.links, ...links].map(codeOf);
		expect(codes).toHaveLength(2);
		for (const code of codes) {
			for (const part of parts(code)) expect(text).not.toContain(part);
			// The saved data has hashes of the codes of both rounds.
			expect(text).toContain(createHash('sha256').update(code).digest('base64url'));
		}
	});

	test.each(repeats)('after the service repeated the text %s', async (_, repeat) => {
		const { text, codes, run } = await send(asking(), (request) => ({
			body: { ...sent, repeated: repeat(textOf(request)) },
		}));
		expect(run.execution?.status).toBe('waiting');
		expect(text).toContain('repeated');
		for (const part of codes.flatMap(parts)) expect(text).not.toContain(part);
	});

	const failures: Array<[name: string, more: Partial<RunSetting>]> = [
		['that ends it', {}],
		['under Continue', { onError: 'continueRegularOutput' }],
		['with an error output', { onError: 'continueErrorOutput' }],
		['under Retry On Fail', { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 }],
	];

	test.each(failures)('after an error of the service with the text, %s', async (_, more) => {
		const { text, codes } = await send(asking({}, more), (request) => ({
			status: 400,
			body: { error: `Not accepted: ${textOf(request)}` },
		}));
		expect(text).toContain('Not accepted');
		expect(codes.length).toBeGreaterThan(0);
		for (const part of codes.flatMap(parts)) expect(text).not.toContain(part);
	});
});

test('nothing in an execution is the code of a link', async () => {
	const phone = `${PHONE}, ${OTHER_PHONE}`;
	const first = await ask({ phone });
	const earlier = first.result.execution;
	const { result, links, resumed } = await ask({ phone }, { earlierExecution: earlier });
	const found = new Set(saved(result).match(/[\w-]{8,}/g));
	expect(found.size).toBeGreaterThan(30);
	const statuses = new Set<number>();
	for (const code of found) {
		const link = changed(links[0], 'r', code);
		statuses.add((await fetch(link)).status).add((await respond(link, 'approve')).status);
	}
	expect([...statuses]).toEqual([404]);
	expect(resumed).toEqual([]);
	// A code of the previous round does not match the hashes of this round.
	const old = changed(links[0], 'r', codeOf(first.links[1]));
	expect((await respond(old, 'approve')).status).toBe(410);
	expect((await respond(links[1], 'decline')).status).toBe(200);
	expect(resumed).toMatchObject([{ data: { approved: false, responder: OTHER_PHONE } }]);
});
