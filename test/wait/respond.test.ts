import { WebhookContext } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { OTHER_PHONE, PHONE } from '../contract/row';
import { respond } from '../support/waiting';
import { limitWaitUntil } from '../support/limitWait';
import { ask, changed, sent } from './asking';

const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const code = (link: string) => new URL(link).searchParams.get('r') ?? '';

const FORM = 'application/x-www-form-urlencoded';
const HOUR = 3_600_000;
const LIMITED = limitWaitUntil("={{ $now.plus(1, 'hour').toISO() }}");

function passAnHour(): void {
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + HOUR);
}
afterEach(() => jest.restoreAllMocks());

describe('a response to a wait', () => {
	test('that approves is in the output, with who responded and when', async () => {
		const { links, resumed } = await ask({}, { items: [{ json: { order: 7 } }] });
		const response = await respond(links[0], 'approve');
		expect(response.status).toBe(200);
		const data = { approved: true, respondedAt: now, responder: PHONE };
		expect(resumed).toEqual([{ order: 7, phone: PHONE, is_sent: true, ...sent, data }]);
	});

	test.each([
		['a decline', {}, 'decline', { approved: false }],
		['a text', { responseType: 'freeText' }, ' Broken\r\nvase ', { text: 'Broken\nvase' }],
		['a choice', { responseType: 'choice', choices: 'A\nB' }, '1', { choice: 'B' }],
	])(
		'with %s is in the output, and the page repeats the question',
		async (_, parameters, response, data) => {
			const message = 'Why <this>?\u200b';
			const { links, resumed } = await ask({ ...parameters, message });
			const thanks = await respond(links[0], response);
			expect(thanks.status).toBe(200);
			expect(await thanks.text()).toContain('Why &#60;this&#62;?\\u200b');
			expect(resumed).toMatchObject([{ data: { ...data, responder: PHONE } }]);
		},
	);

	// decisions.test.ts has a table of the requests that are not responses.
	const single = { approvalOptions: { values: { approvalType: 'single' } } };
	const text = { responseType: 'freeText' };
	test.each<[string, INodeParameters, string, string?]>([
		['nothing', {}, 'response='],
		['a decline that is not offered', single, 'response=decline'],
		['a text that is too long', text, `response=${'x'.repeat(2_001)}`],
		['a text of a megabyte', text, `response=${'x'.repeat(1_000_000)}`],
		['JSON', {}, '{"response":"approve"}', 'application/json'],
		['plain text', {}, 'response=approve', 'text/plain'],
		['two values', {}, 'response[]=approve'],
		['an empty form', {}, ''],
	])(
		'with %s decides nothing, and the link still works',
		async (_, parameters, body, type = FORM) => {
			const { links, resumed } = await ask(parameters);
			const headers = { 'content-type': type };
			const response = await fetch(links[0], { method: 'POST', headers, body });
			expect(response.status).toBe(400);
			if (body === '') expect(await response.text()).toContain('Select a button.');
			expect(resumed).toEqual([]);
			expect((await fetch(links[0])).status).toBe(200);
		},
	);

	// n8n would resume the execution with the error.
	test('that cannot be read decides nothing', async () => {
		const { links, resumed } = await ask();
		jest.spyOn(WebhookContext.prototype, 'getRequestObject').mockImplementationOnce(() => {
			throw new Error('Gone');
		});
		const response = await respond(links[0], 'approve');
		expect([response.status, resumed]).toEqual([500, []]);
		expect(await response.text()).not.toContain('Gone');
		expect((await respond(links[0], 'approve')).status).toBe(200);
	});

	test('counts if its content type is in capital letters', async () => {
		const { links, resumed } = await ask();
		const headers = { 'content-type': 'Application/X-WWW-Form-Urlencoded; Charset=UTF-8' };
		const body = 'response=approve';
		expect((await fetch(links[0], { method: 'POST', headers, body })).status).toBe(200);
		expect(resumed).toMatchObject([{ data: { approved: true } }]);
	});

	test('of megabytes without a stated length is not shown again', async () => {
		const { links, resumed } = await ask({ responseType: 'freeText' });
		const parts = ['response=', 'x'.repeat(3_000_000)];
		const response = await fetch(links[0], {
			method: 'POST',
			headers: { 'content-type': FORM },
			body: new Blob(parts).stream(),
			duplex: 'half',
		} as RequestInit);
		expect(response.status).toBe(400);
		expect((await response.text()).length).toBeLessThan(20_000);
		expect(resumed).toEqual([]);
	});

	test.each([
		[65_536, 'is'],
		[65_537, 'is not'],
	])('of %i characters, which are too many, %s shown again', async (length, is) => {
		const { links } = await ask({ responseType: 'freeText' });
		const response = await respond(links[0], 'x'.repeat(length));
		expect(response.status).toBe(400);
		const shown = (await response.text()).includes('x'.repeat(length));
		expect(shown).toBe(is === 'is');
	});

	test('in the URL decides nothing', async () => {
		const { links, resumed } = await ask();
		for (const method of ['GET', 'HEAD', 'POST']) {
			await fetch(`${links[0]}&response=approve&approved=true`, { method });
		}
		expect(resumed).toEqual([]);
	});

	test('counts once, and a second response sees what was decided', async () => {
		const { links, resumed } = await ask({ phone: `${PHONE}, ${OTHER_PHONE}` });
		expect((await respond(links[1], 'decline')).status).toBe(200);
		for (const again of [await respond(links[0], 'approve'), await fetch(links[1])]) {
			expect(again.status).toBe(409);
			expect(await again.text()).toContain('Decline');
		}
		expect(resumed).toMatchObject([{ data: { approved: false, responder: OTHER_PHONE } }]);
	});

	test('counts once if four come at the same time', async () => {
		const { links, resumed } = await ask();
		const all = await Promise.all(
			['approve', 'decline', 'approve', 'decline'].map((one) => respond(links[0], one)),
		);
		expect(all.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
		expect(resumed).toHaveLength(1);
	});

	test('does not block the next one if n8n cannot resume with it', async () => {
		const { links, resumed, setResumeFails } = await ask();
		setResumeFails(true);
		expect((await respond(links[0], 'approve')).status).toBe(500);
		setResumeFails(false);
		expect((await fetch(links[0])).status).toBe(200);
		expect((await respond(links[0], 'decline')).status).toBe(200);
		expect(resumed).toMatchObject([{ data: { approved: false } }]);
	});
});

describe('the link of a wait', () => {
	test('does not decide anything if it is opened', async () => {
		const { links, resumed } = await ask();
		for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
			expect([method, (await fetch(links[0], { method })).status]).toEqual([method, 200]);
		}
		expect(resumed).toEqual([]);
	});

	test('with another code is not found, and does not show the question', async () => {
		const { links, resumed } = await ask({ options: { pageTitle: 'Secret title' } });
		for (const value of ['', 'AAAAAAAA', code(links[0]).slice(1), '__proto__']) {
			const response = await respond(changed(links[0], 'r', value), 'approve');
			expect(response.status).toBe(404);
			expect(await response.text()).not.toMatch(/Secret|Refund|Approve/);
		}
		expect(resumed).toEqual([]);
	});

	test('shows that the time is over, and takes no response', async () => {
		const { links, resumed } = await ask(LIMITED);
		expect((await fetch(links[0])).status).toBe(200);
		passAnHour();
		for (const late of [await fetch(links[0]), await respond(links[0], 'approve')]) {
			expect(late.status).toBe(410);
		}
		expect(resumed).toEqual([]);
	});

	test('of an earlier round of a loop decides no later question', async () => {
		const first = await ask();
		const earlier = first.result.execution;
		const { links, resumed } = await ask(
			{ message: 'Another one?' },
			{ earlierExecution: earlier },
		);
		const old = changed(links[0], 'r', code(first.links[0]));
		for (const response of [await fetch(old), await respond(old, 'approve')]) {
			expect(response.status).toBe(410);
			expect(await response.text()).not.toContain('Another one?');
		}
		expect(resumed).toEqual([]);
		expect((await respond(links[0], 'decline')).status).toBe(200);
	});
});

test('each page of a wait has a policy that forbids scripts, even if n8n adds its own', async () => {
	const { links } = await ask();
	const question = await fetch(links[0]);
	expect(question.headers.get('content-security-policy')).toMatch(/sandbox allow-forms;/);
	const thanks = await respond(links[0], 'approve');
	expect(thanks.headers.get('content-security-policy')).toBe('sandbox allow-scripts');
	for (const response of [question, thanks]) {
		expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(response.headers.get('cache-control')).toBe('no-store');
		expect(await response.text()).toMatch(
			/<meta charset="utf-8">\s*<meta http-equiv="content-security-policy" content="default-src &#39;none&#39;;/,
		);
	}
});

describe('the page language of a wait', () => {
	const german = { options: { pageLanguage: 'de', organization: 'Blumenladen' } };
	const textOf = async (response: Promise<Response>) => await (await response).text();

	test('applies to built-in texts, to buttons without a label, and to the time of the workflow', async () => {
		const { links } = await ask(german, { timezone: 'Europe/Berlin' });
		const question = await textOf(fetch(links[0]));
		expect(question).toMatch(/<html lang="de"[^]*– Blumenladen<\/title>/);
		expect(question).toMatch(
			/value="approve"[^]*>Genehmigen<[^]*value="decline"[^]*>Ablehnen</,
		);
		const invalid = await textOf(respond(links[0], ''));
		expect(invalid).toContain('Die Antwort wurde nicht gespeichert.');
		const thanks = await textOf(respond(links[0], 'decline'));
		for (const text of ['Vielen Dank', 'Ablehnen', 'Blumenladen'])
			expect(thanks).toContain(text);
		const decided = await textOf(fetch(links[0]));
		for (const text of ['Bereits beantwortet', 'Ablehnen']) expect(decided).toContain(text);
		const at = Date.parse(/datetime="([^"]+)"/.exec(decided)?.[1] ?? '');
		const clock = DateTime.fromMillis(at, { zone: 'Europe/Berlin' }).toFormat('HH:mm');
		expect(decided).toMatch(new RegExp(`${clock} (MEZ|MESZ|GMT\\+\\d)`));
	});

	test('does not change labels that the user has entered', async () => {
		const values = { approveLabel: 'Approve', disapproveLabel: 'No' };
		const { links } = await ask({ ...german, approvalOptions: { values } });
		const question = await textOf(fetch(links[0]));
		expect(question).toMatch(/>Approve<[^]*>No</);
		expect(question).not.toMatch(/Genehmigen|Ablehnen/);
	});

	test('does not hide a label whose field an expression hides in the form', async () => {
		const { links } = await ask({
			...german,
			approvalOptions: { values: { approvalType: '={{ "double" }}' } },
		});
		expect(await textOf(fetch(links[0]))).toContain('Ablehnen');
	});

	test('applies to the page after the time limit, which has the organization but not the question', async () => {
		const { links, result } = await ask({
			options: { ...german.options, ...(LIMITED.options as INodeParameters) },
		});
		const end = Number(new Date(result.execution?.data.waitTill ?? 0));
		const clock = jest.spyOn(Date, 'now').mockReturnValue(end - 1);
		expect((await fetch(links[0])).status).toBe(200);
		clock.mockReturnValue(end);
		const late = await textOf(fetch(links[0]));
		expect(late).toMatch(/Blumenladen[^]*Die Zeit zum Antworten ist abgelaufen/);
		expect(late).not.toContain('Refund');
	});

	test('applies to pages of an old and of an unknown link, which have no text of the user', async () => {
		const first = await ask(german);
		const earlier = first.result.execution;
		const { links } = await ask(german, { earlierExecution: earlier });
		const old = await textOf(fetch(changed(links[0], 'r', code(first.links[0]))));
		const unknown = await textOf(fetch(changed(links[0], 'r', 'AAAAAAAA')));
		expect(old).toContain('Dieser Link ist nicht mehr gültig');
		expect(unknown).toContain('Seite nicht gefunden');
		for (const page of [old, unknown]) expect(page).not.toMatch(/Blumenladen|Refund/);
	});
});

test('the page of a wait shows Page Message in place of the message', async () => {
	const { links } = await ask({ options: { pageMessage: 'The vase is broken.' } });
	const page = await (await fetch(links[0])).text();
	expect(page).toContain('The vase is broken.');
	expect(page).not.toContain('Refund 40 EUR?');
});

test('the page of a wait is English by default, and names no organization', async () => {
	const { links } = await ask();
	const page = await (await fetch(links[0])).text();
	expect(page).toContain('<html lang="en"');
	expect(page).toMatch(/>Approve<[^]*>Decline</);
	expect(page).toMatch(/<main>\s*<h1/);
});
