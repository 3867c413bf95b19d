import type { INodeParameters } from 'n8n-workflow';
import { limitWait, limitWaitUntil } from '../../support/limitWait';
import { bad, type Refusal, refuse } from '../refusalRows';

const [sms, viber, email] = ['Sms', 'Viber', 'Email'].map((node) => `${node} message:sendAndWait`);
const eleven = Array.from({ length: 11 }, (_, n) => `Choice ${n}`).join('\n');
const phones = Array.from({ length: 11 }, (_, n) => String(380501234500 + n)).join();

const choice = (title: string, choices: string) =>
	refuse(sms, title, 'choices', { responseType: 'choice', choices });
const approval = (name: string, value: string) =>
	refuse(sms, `${name} ${value}`, name, { approvalOptions: { values: { [name]: value } } });
const limited = (name: string, values: INodeParameters) =>
	refuse(sms, JSON.stringify(values), name, limitWait(values));

/** Settings that a wait rejects. Nothing is sent. */
export const waitRefusals: Refusal[] = [
	refuse(sms, 'one phone of several is wrong', 'phone', { phone: '380501234567, Anna' }),
	refuse(sms, 'only a comma', 'phone', { phone: ',' }),
	refuse(sms, 'more phones than 10', 'phone', { phone: phones }),
	refuse(email, 'one address of several is wrong', 'email', { email: 'a@example.com; b' }),
	bad([viber, 'options.buttonText'], '={{ null }}'),
	choice('one choice', 'Monday'),
	choice('11 choices', eleven),
	choice('a choice twice', 'Monday\n Monday '),
	choice('a long choice', `A\n${'x'.repeat(101)}`),
	approval('approveLabel', '={{ null }}'),
	approval('disapproveLabel', '={{ null }}'),
	approval('approvalType', 'both'),
	approval('approvalType', 'Single'),
	bad([sms, 'responseType', { choices: 'A\nB' }], '={{ "form" }}'),
	...[0, -1, 'soon', '={{ null }}', '={{ Infinity }}'].map((resumeAmount) =>
		limited('resumeAmount', { resumeAmount }),
	),
	limited('resumeAmount', { resumeAmount: 3_651, resumeUnit: 'days' }),
	limited('limitType', { limitType: 'date' }),
	limited('resumeUnit', { resumeUnit: 'years' }),
	limited('resumeUnit', { resumeUnit: 'Days' }),
	...['', '={{ "" }}', '2020-01-01T10:00', '2099-01-01T10:00', 'soon'].map((date) =>
		refuse(sms, `a date of ${date}`, 'maxDateAndTime', limitWaitUntil(date)),
	),
	bad([email, 'options.messageFormat'], 'HTML'),
	bad([sms, 'options.linkStyle'], '={{ "tiny" }}'),
	bad([sms, 'options.pageLanguage'], '={{ "it" }}'),
	bad([sms, 'options.organization'], 'x'.repeat(101)),
	bad([sms, 'options.organization'], 'Flower\nShop'),
	bad([sms, 'options.pageTitle'], 'a\nb'),
];
