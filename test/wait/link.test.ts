import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	type AddLink,
	renderButtonAndLink,
	addLinkButtonOrText,
	addLinkToEmail,
	addLinkToText,
	buildLink,
	listLinkSecrets,
} from '../../nodes/shared/wait/link';
import { getPageWords } from '../../nodes/shared/wait/page/languages';
import { runNode } from '../support/engine/runNode';
import { Service } from '../support/engine/service';
import { resumeUrl } from '../support/engine/workflow';
import { sentLinks } from '../support/waiting';
import { asking, sent } from './asking';

const LINK = 'https://n8n.example/wait/7?r=a&signature=b';
const URL_IN_HTML = LINK.replace('&', '&amp;');
const ANCHOR = renderButtonAndLink(LINK, getPageWords('de'));
const withLink = (add: AddLink, values: IDataObject, link = LINK, isHtml = false): IDataObject => {
	const own = { ...values };
	add(own, link, getPageWords('de'), isHtml);
	return own;
};

test('the link of a wait is the last line of a text', () => {
	expect(withLink(addLinkToText, { phone: '1', message: 'Pay?' })).toEqual({
		phone: '1',
		message: `Pay?\n${LINK}`,
	});
});

describe('the button of a Viber message', () => {
	const values = { message: 'Pay?', button: 'Respond' };
	const ofLength = (length: number) => LINK.padEnd(length, 'x');

	test('has a link of up to 150 characters', () => {
		for (const link of [LINK, ofLength(150)]) {
			expect(withLink(addLinkButtonOrText, values, link)).toEqual({
				...values,
				type_message: 'BUTTON',
				button_link: link,
			});
		}
	});

	test('without a text has the text of the page language', () => {
		const { button } = withLink(addLinkButtonOrText, { message: 'Pay?' });
		expect(button).toBe('Antworten');
		expect(
			withLink(addLinkButtonOrText, { message: 'Pay?' }, ofLength(151)).button,
		).toBeUndefined();
	});

	test('is left out if the link is longer, and the link is in the text', () => {
		expect(withLink(addLinkButtonOrText, values, ofLength(151))).toEqual({
			message: `Pay?\n${ofLength(151)}`,
		});
	});
});

test.each([
	['Pay?', `<p dir="auto">Pay?</p>\n${ANCHOR}`],
	['1 < 2 > 0?', `<p dir="auto">1 &#60; 2 &#62; 0?</p>\n${ANCHOR}`],
	['"Tom" & <Ann>', `<p dir="auto">&#34;Tom&#34; &#38; &#60;Ann&#62;</p>\n${ANCHOR}`],
	['a\nb\r\n\r\nc', `<p dir="auto">a<br>\nb<br>\r\n<br>\r\nc</p>\n${ANCHOR}`],
	['<b>Pay?</b>', `<p dir="auto">&#60;b&#62;Pay?&#60;/b&#62;</p>\n${ANCHOR}`],
])('the link of a wait is at the end of an email with the text %j', (message, sent) => {
	expect(withLink(addLinkToEmail, { message }).message).toBe(sent);
});

test.each(['<p>Pay?</p>', 'Pay?', '<!-- open', '<div hidden><p>Pay?'])(
	'the link of a wait is at the start of an email with the HTML %j',
	(message) => {
		expect(withLink(addLinkToEmail, { message }, LINK, true).message).toBe(
			`${ANCHOR}\n${message}`,
		);
	},
);

test('an email of a wait has a button in the page language, and the link as text below it', () => {
	const anchors = [...ANCHOR.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
	expect(anchors.map(([, url, text]) => [url, text])).toEqual([
		[URL_IN_HTML, 'Antworten'],
		[URL_IN_HTML, URL_IN_HTML],
	]);
	expect(ANCHOR).toContain(getPageWords('de').openLink);
	// Mail clients drop scripts, and styles that are not inline.
	expect(ANCHOR).not.toMatch(/<(script|style|img|link)|class=/);
});

test('an error hides a link, its code and its signature', () => {
	expect(listLinkSecrets(LINK)).toEqual([LINK, 'a', 'b']);
});

test('a short link has only its code and the token of the execution', async () => {
	const service = new Service(() => ({ body: sent }));
	const { error, execution } = await runNode(asking({ options: { linkStyle: 'short' } }));
	service.close();
	const { origin, pathname, searchParams } = new URL(resumeUrl);
	const signature = searchParams.get('signature');
	if (!signature) {
		// An older n8n has no token in the URL.
		expect(error?.message).toMatch(/this version of n8n has no token/);
		expect(service.requests).toEqual([]);
		return;
	}
	expect(error).toBeUndefined();
	expect(execution?.status).toBe('waiting');
	const [link] = sentLinks(service);
	expect(link.replace(/r=[\w-]{16}&/, 'r=…&')).toBe(
		`${origin}${pathname}?r=…&signature=${signature}`,
	);
});

test('a short link in an n8n that has none is an error of Link Style', () => {
	const context = { evaluateExpression: () => 'https://n8n.example/webhook-waiting/7' };
	expect(() => buildLink(context as unknown as IExecuteFunctions, 'short', 'code')).toThrow(
		expect.objectContaining({
			label: 'Link Style',
			problem: expect.stringContaining('is Short'),
		}),
	);
});
