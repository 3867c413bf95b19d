import type { INodeParameters } from 'n8n-workflow';
import { limit } from '../../support/limitWaitTime';
import { type Refusal, refuse, SMS, VIBER, EMAIL, type Where } from '../refusalRows';

const sms: Where = [SMS, 'message', 'sendAndWait'];
const viber: Where = [VIBER, 'message', 'sendAndWait'];
const email: Where = [EMAIL, 'message', 'sendAndWait'];
const OPTIONS = { responseType: 'choice' };
const eleven = Array.from({ length: 11 }, (_, n) => `Choice ${n}`);
const phones = Array.from({ length: 11 }, (_, n) => String(380501234500 + n));

const approval = (values: INodeParameters) => ({ approvalOptions: { values } });

/** Settings that a wait rejects. Nothing is sent. */
export const waitRefusals: Refusal[] = [
	refuse(sms, 'one phone of several is wrong', 'phone', { phone: '380501234567, Anna' }),
	refuse(sms, 'only a comma', 'phone', { phone: ',' }),
	refuse(sms, 'more phones than 10', 'phone', { phone: phones.join(',') }),
	refuse(email, 'one address of several is wrong', 'email', { email: 'a@example.com; b' }),
	refuse(email, 'no subject', 'subject', { subject: '' }),
	refuse(viber, 'no button text', 'buttonText', { options: { buttonText: '={{ null }}' } }),
	refuse(sms, 'no choices', 'choices', { ...OPTIONS, choices: '' }),
	refuse(sms, 'one choice', 'choices', { ...OPTIONS, choices: 'Monday' }),
	refuse(sms, '11 choices', 'choices', { ...OPTIONS, choices: eleven.join('\n') }),
	refuse(sms, 'a choice twice', 'choices', { ...OPTIONS, choices: 'Monday\n Monday ' }),
	refuse(sms, 'a long choice', 'choices', { ...OPTIONS, choices: `A\n${'x'.repeat(101)}` }),
	refuse(sms, 'no label', 'approveLabel', approval({ approveLabel: '={{ null }}' })),
	refuse(sms, 'no other label', 'disapproveLabel', approval({ disapproveLabel: '={{ null }}' })),
	refuse(sms, 'another type of approval', 'approvalType', approval({ approvalType: 'both' })),
	refuse(sms, 'the type in capitals', 'approvalType', approval({ approvalType: 'Single' })),
	refuse(email, 'another format', 'messageFormat', { options: { messageFormat: 'HTML' } }),
	refuse(sms, 'another response type', 'responseType', {
		responseType: '={{ "form" }}',
		choices: 'A\nB',
	}),
	...[0, -1, 'soon', '={{ null }}', '={{ Infinity }}'].map((resumeAmount) =>
		refuse(sms, `an amount of ${resumeAmount}`, 'resumeAmount', limit({ resumeAmount })),
	),
	refuse(sms, 'too long', 'resumeAmount', limit({ resumeAmount: 3_651, resumeUnit: 'days' })),
	refuse(sms, 'another type', 'limitType', limit({ limitType: 'date' })),
	refuse(sms, 'another unit', 'resumeUnit', limit({ resumeUnit: 'years' })),
	refuse(sms, 'the unit in capitals', 'resumeUnit', limit({ resumeUnit: 'Days' })),
	...['', '={{ "" }}', '2020-01-01T10:00', '2099-01-01T10:00', 'soon'].map((maxDateAndTime) =>
		refuse(
			sms,
			`a date of ${maxDateAndTime}`,
			'maxDateAndTime',
			limit({ limitType: 'atSpecifiedTime', maxDateAndTime }),
		),
	),
	refuse(sms, 'another link style', 'linkStyle', { options: { linkStyle: '={{ "tiny" }}' } }),
	refuse(sms, 'another language', 'pageLanguage', { options: { pageLanguage: '={{ "it" }}' } }),
	refuse(sms, 'a long organization', 'organization', {
		options: { organization: 'x'.repeat(101) },
	}),
	refuse(sms, 'an organization of two lines', 'organization', {
		options: { organization: 'Flower\nShop' },
	}),
	refuse(sms, 'a title of two lines', 'pageTitle', { options: { pageTitle: 'a\nb' } }),
];
