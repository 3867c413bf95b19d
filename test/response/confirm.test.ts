import type { NodeName } from '../support/engine/nodeTypes';
import { meaningOf } from './meaningOf';

/** The API shows no body of a confirmation, so only a sign of a failure makes it one. */

const confirm = (node: NodeName, body: unknown, status?: number) =>
	meaningOf(node, 'mailing:confirm', { body, status });
const sms: NodeName = 'messagingServiceSms';
const viber: NodeName = 'messagingServiceViber';

describe('a confirmation of an SMS mailing has failed', () => {
	test.each<[body: unknown, words: string]>([
		[{ ok: false, reason: 'Blocked' }, 'Blocked'],
		[{ ok: 'false', reason: 'Blocked' }, 'Blocked'],
		[{ ok: 0, message: 'Blocked' }, 'Blocked'],
		[{ success: false, message: 'Blocked' }, 'Blocked'],
		[{ status: false, message: 'Blocked' }, 'Blocked'],
		[{ code: 402, message: 'No funds' }, 'No funds'],
		[{ code: '402', reason: 'No funds', id: 31 }, 'No funds'],
		[{ code: 500, msg: 'Later' }, 'Later'],
		[{ error: 'No funds' }, 'No funds'],
		[[{ error: 'No funds' }], 'No funds'],
		[[{ id: 31 }, { error: 'No funds' }], ''],
		[{ errorMessage: 'No funds' }, 'No funds'],
		[{ error_msg: 'No funds' }, 'No funds'],
		[{ error_text: 'No funds', id: 31 }, 'No funds'],
		[{ error_description: 'No funds' }, 'No funds'],
		[{ err: 'No funds' }, 'No funds'],
		[{ error_code: 5, message: 'No funds' }, 'No funds'],
		[{ error_code: 5 }, ''],
		[{ status: 'error', message: 'No funds' }, 'No funds'],
		[{ message: 'Недостаточно средств' }, 'Недостаточно средств'],
		['Ошибка: рассылка не найдена', 'Ошибка'],
		[{ result: { ok: false, reason: 'Blocked' } }, 'Blocked'],
		[{ status: 'OK', data: { ok: false, reason: 'Blocked' } }, 'Blocked'],
		[{ result: { code: 402, message: 'No funds' } }, 'No funds'],
	])('by %j', (body, words) => {
		const { records, message } = confirm(sms, body);
		expect(records).toEqual([]);
		expect(message).toMatch(words || /./);
	});

	test.each([
		{ code: 7, message: 'Blocked' },
		{ code: 'E17', reason: 'Blocked', id: 31 },
		{ code: -1, message: 'Blocked' },
	])('or not, which nobody can tell from the code of %j', (body) => {
		expect(confirm(sms, body).message).toBe('Blocked. It may have been sent anyway');
	});

	/** It is denied, and may be done yet. */
	const denied: Array<[node: NodeName, body: unknown, status: number]> = [
		...[
			...[{ confirm: 0 }, { confirmed: false, message_id: 31 }],
			...['NOT CONFIRMED', 'not sent', 'CANCELED', 'Blocked', 'expired', 'NO MONEY'],
			...['Отменена', 'Не подтверждена', 'Заблокировано', 'Скасовано'],
		].map((one): [NodeName, unknown, number] => [
			sms,
			typeof one === 'string' ? { status: one } : one,
			200,
		]),
		[sms, 'Mailing was not confirmed', 200],
		...[sms, viber].flatMap((node) =>
			[
				{ status: 'OK', result: 'Mailing not confirmed' },
				{ status: 'OK', result: 'Рассылка не подтверждена' },
				{ status: 'OK', result: { status: 'CANCELED' } },
			].map((body): [NodeName, unknown, number] => [node, body, 200]),
		),
		[viber, { status: 'OK', message: 'Mailing not confirmed' }, 200],
	];
	/** An earlier confirmation has sent it. */
	const doneBefore = [sms, viber].flatMap((node): typeof denied => [
		[node, { error: 'already confirmed' }, 400],
		[node, { error: 'Рассылка уже подтверждена' }, 409],
		[node, { status: 'error', message: 'Mailing is already confirmed' }, 200],
		[node, { error: 'The mailing was already sent' }, 400],
	]);

	test.each([...denied, ...doneBefore])(
		'or not, and it is not tried again: %s %j %i',
		(node, body, status) => {
			expect(confirm(node, body, status).message).toMatch(/ It may have been sent anyway$/);
		},
	);
});

test.each([
	'',
	'Accepted',
	'Рассылка подтверждена',
	'[]',
	{},
	{ ok: true },
	{ ok: 'OK', code: 0, message: 'Confirmed' },
	{ success: true, code: 200, message: 'Confirmed' },
	{ code: 201, message: 'Confirmed' },
	{ code: 7 },
	{ code: 7, message: 'OK' },
	{ error: '', error_code: 0, errorMessage: null, errors: [] },
	{ error: 'No error', status: 'NEW' },
	{ message: 'Confirmed', message_id: 31 },
	{ status: 'SENT', cost: '1.20', reason: '' },
	{ status: 'moderated', message: 'Your payment failed' },
])('a mailing is confirmed by %j', (body) => {
	const { message, records } = confirm(sms, body);
	expect([message, records.length]).toEqual(['', 1]);
});

test.each<[body: unknown, isConfirmed: boolean]>([
	[{ status: 'OK' }, true],
	[{ status: 'OK', code: 0 }, true],
	[{ status: 'OK', ok: false }, false],
	[{ status: 'OK', error_code: 5 }, false],
	[{ status: 'OK', code: 402, message: 'No funds' }, false],
	[{ ok: true }, false],
])('a Viber mailing documents a status, so %j is confirmed: %p', (body, isConfirmed) => {
	expect(confirm(viber, body).records).toHaveLength(isConfirmed ? 1 : 0);
});
