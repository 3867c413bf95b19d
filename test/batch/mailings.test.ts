import type { IDataObject } from 'n8n-workflow';
import { text as anyText, ValidationError } from '../../nodes/shared/values/formats';
import { mailboxKey, phone } from '../../nodes/shared/values/phoneAndEmail';
import {
	batchLink,
	emailMailing,
	type MailingRule,
	smsMailing,
	viberMailing,
} from '../../nodes/shared/batch/mailingRules';
import { parseMailings } from '../../nodes/shared/batch/jsonRules';

const ADVICE = 'Compare the JSON with the examples in docs/batches.md.';

/** What a mailing in JSON becomes, or what is wrong with it; and what is wrong with recipients. */
function outcome(rule: MailingRule, given: unknown) {
	const rejects: string[] = [];
	try {
		const mailing = rule({ zone: 'UTC', phone, smsText: anyText }, ({ problem }) =>
			rejects.push(problem),
		)(given, '[0]');
		return { mailing, rejects };
	} catch (error) {
		const { problem, advice } = error as ValidationError;
		return { problem, advice };
	}
}
const good = (mailing: unknown, rejects: string[] = []) => ({ mailing, rejects });
const bad = (at: string, what: string, advice = ADVICE) => ({
	problem: `is wrong at [0]${at}: it ${what}`,
	advice,
});

const PHONE = '380501234567';
const link = 'https://example.com/buy';
const image_url = 'https://example.com/a.png';
const common = { alphaname_id: '21', name: 'A', message_type: 'bulk', delivery_list: [PHONE] };
const text = { type: 'text', text: 'Hi' };
const image = { type: 'image', image_url };
const button = { type: 'button', text: 'Hi', caption: 'Buy', button_link: link };
const ownButton = { type: 'button', caption: 'Buy' };
const personal = (entry: IDataObject) => ({
	...common,
	message_type: 'personal',
	delivery_list: [{ phone: PHONE, text: 'Hi', ...entry }],
});

describe('a Viber mailing', () => {
	test.each<[string, IDataObject]>([
		['a text', { ...common, content: text }],
		['a picture', { ...common, content: image }],
		['a button', { ...common, content: button }],
		['a button with a picture', { ...common, content: { ...button, image_url } }],
		['own texts', { ...personal({}), content: { type: 'text' } }],
		['own links', { ...personal({ button_link: link }), content: ownButton }],
	])('%s goes out as it is', (_, mailing) => {
		expect(outcome(viberMailing, mailing)).toEqual(good(mailing));
	});

	const LOST = 'does not belong here';
	const EMPTY = 'is empty';
	test.each<[string, IDataObject, string, string, string?]>([
		['a text without text', { content: { type: 'text' } }, '.content.text', EMPTY],
		[
			'a text with a link',
			{ content: { ...text, button_link: link } },
			'.content.button_link',
			LOST,
		],
		['a text with a picture', { content: { ...text, image_url } }, '.content.image_url', LOST],
		['a text with a caption', { content: { ...text, caption: 'B' } }, '.content.caption', LOST],
		['a picture with a text', { content: { ...image, text: 'Hi' } }, '.content.text', LOST],
		['a picture without address', { content: { type: 'image' } }, '.content.image_url', EMPTY],
		[
			'a button without link',
			{ content: { ...button, button_link: '' } },
			'.content.button_link',
			EMPTY,
		],
		[
			'a button without caption',
			{ content: { ...button, caption: '' } },
			'.content.caption',
			EMPTY,
		],
		['no content', {}, '.content', 'is not an object'],
		['own texts and one for all', { ...personal({}), content: text }, '.content.text', LOST],
		[
			'own links and one for all',
			{ ...personal({ button_link: link }), content: { ...ownButton, button_link: link } },
			'.content.button_link',
			LOST,
		],
		['an unknown field', { content: text, foo: 1 }, '.foo', LOST],
		[
			'no list',
			{ content: text, delivery_list: PHONE },
			'.delivery_list',
			'is not a list with at least one entry',
		],
		[
			'a private picture',
			{ content: { ...image, image_url: 'http://10.0.0.1/a' } },
			'.content.image_url',
			'is on 10.0.0.1, where the service cannot fetch it',
			'Upload the image to a publicly accessible location and enter its URL.',
		],
	])('%s is wrong, by its path', (_, changed, at, what, advice = ADVICE) => {
		expect(outcome(viberMailing, { ...common, ...changed })).toEqual(bad(at, what, advice));
	});

	test('a picture cannot be personal', () => {
		expect(outcome(viberMailing, { ...personal({}), content: image })).toEqual({
			problem: 'is wrong at [0]: an image is sent only with message_type "bulk"',
			advice: 'Use "bulk", or content of the type text or button.',
		});
	});

	test('an own link is needed with a button, and only there', () => {
		const entry = '.delivery_list[0]';
		expect(outcome(viberMailing, { ...personal({}), content: ownButton })).toEqual(
			good({ ...personal({}), content: ownButton, delivery_list: [] }, [
				bad(`${entry}.button_link`, EMPTY).problem,
			]),
		);
		const linked = personal({ button_link: link });
		expect(outcome(viberMailing, { ...linked, content: { type: 'text' } })).toEqual(
			good({ ...linked, content: { type: 'text' }, delivery_list: [] }, [
				bad(`${entry}.button_link`, LOST).problem,
			]),
		);
	});
});

describe('a value of a mailing that is not what the API takes', () => {
	const sms = { ...common, text: 'Hi' };
	const letter = {
		sender_email: 'a@b.com',
		subject: 'S',
		message: 'M',
		delivery_list: ['c@d.com'],
	};
	const HALF = 'contains half of an emoji, because the text was cut there';
	const KIND = 'which is not one of bulk, personal';
	test.each<[string, MailingRule, IDataObject, string, string]>([
		['NaN as text', smsMailing, { ...sms, text: NaN }, '.text', 'is NaN, not text'],
		['an object as name', smsMailing, { ...sms, name: {} }, '.name', 'is an object, not text'],
		['a text cut inside an emoji', smsMailing, { ...sms, text: '\ud83d' }, '.text', HALF],
		[
			'a caption cut inside an emoji',
			viberMailing,
			{ ...common, content: { ...button, caption: 'Buy \ud83d' } },
			'.content.caption',
			HALF,
		],
		['a text of blanks', smsMailing, { ...sms, text: ' \u200b\n' }, '.text', 'is empty'],
		['an empty time', smsMailing, { ...sms, schedule_time: '' }, '.schedule_time', 'is empty'],
		['no time', smsMailing, { ...sms, schedule_time: null }, '.schedule_time', 'is empty'],
		[
			'an undefined time',
			viberMailing,
			{ ...common, content: text, schedule_time: undefined },
			'.schedule_time',
			'is empty',
		],
		['no email time', emailMailing, { ...letter, d_schedule: null }, '.d_schedule', 'is empty'],
		['no tracking', emailMailing, { ...letter, track_open: null }, '.track_open', 'is empty'],
		[
			'an email type in capitals',
			emailMailing,
			{ ...letter, message_type: 'PERSONAL' },
			'.message_type',
			`is "PERSONAL", ${KIND}`,
		],
		[
			'a type in capitals',
			smsMailing,
			{ ...sms, message_type: 'BULK' },
			'.message_type',
			`is "BULK", ${KIND}`,
		],
		[
			'a list as type',
			smsMailing,
			{ ...sms, message_type: ['bulk'] },
			'.message_type',
			`is a list, ${KIND}`,
		],
		[
			'a type of every object',
			viberMailing,
			{ ...common, content: { ...text, type: 'constructor' } },
			'.content.type',
			'is "constructor", which is not one of text, image, button',
		],
	])('rejects %s by its path', (_, rule, mailing, at, what) => {
		const { problem } = bad(at, what);
		expect(outcome(rule, mailing)).toMatchObject({ problem, advice: expect.any(String) });
	});

	test('takes an empty name of an email mailing for none', () => {
		const mailing = { ...letter, name: '', sender_name: null };
		expect(outcome(emailMailing, mailing)).toEqual(good(letter));
	});
});

describe('recipients of a mailing', () => {
	const sms = { ...common, text: 'Hi' };
	const eleven = Array.from({ length: 12 }, (_, n) => String(380501234500 + n));

	test('come once; each that is left out is named with the one before it', () => {
		const delivery_list = [...eleven, `+${eleven[11]}`, 'x', `00${eleven[1]}`];
		expect(outcome(smsMailing, { ...sms, delivery_list })).toEqual(
			good({ ...sms, delivery_list: eleven }, [
				bad('.delivery_list[12]', 'has the recipient of [0].delivery_list[11] again')
					.problem,
				bad(
					'.delivery_list[13]',
					'is not a phone number. It contains characters other than digits',
				).problem,
				bad('.delivery_list[14]', 'has the recipient of [0].delivery_list[1] again')
					.problem,
			]),
		);
	});

	test('of letters are mailboxes, whatever the letter case of their domain', () => {
		const letters = { sender_email: 'a@b.com', message_type: 'personal' };
		const to = (email: string) => ({ email, subject: 'S', message: 'M' });
		const delivery_list = [to('Ann@Example.com'), to('Ann@EXAMPLE.com'), to('ann@example.com')];
		expect(outcome(emailMailing, { ...letters, delivery_list })).toEqual(
			good({ ...letters, delivery_list: [delivery_list[0], delivery_list[2]] }, [
				bad('.delivery_list[1]', 'has the recipient of [0].delivery_list[0] again').problem,
			]),
		);
		expect(mailboxKey('A.B@C@Example.COM')).toBe('A.B@C@example.com');
	});
});

test('a link of 150 characters fits, one more does not', () => {
	const longest = `https://example.com/${'👋'.repeat(130)}`;
	expect(batchLink(longest, 'UTC')).toBe(longest);
	expect(() => batchLink(`${longest}x`, 'UTC')).toThrow(
		'has 151 characters; a button link has at most 150',
	);
});

describe('the JSON of mailings', () => {
	test.each<[unknown, unknown[]]>([
		['[1, 2]', [1, 2]],
		['{"a": 1}', [{ a: 1 }]],
		[[1], [1]],
		[{ a: 1 }, [{ a: 1 }]],
	])('%j is a list', (given, entries) => {
		expect(parseMailings(given)).toEqual(entries);
	});

	test.each([
		['{"a', 'is not JSON'],
		['', 'is not JSON'],
		[undefined, 'is not JSON'],
		['[]', 'has no mailing in it'],
	])('%j: %s', (given, problem) => {
		expect(() => parseMailings(given)).toThrow(problem);
	});
});
