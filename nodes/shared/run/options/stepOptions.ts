import { sendingHours } from '../../values/sendingHours';
import { sendKey } from '../../values/singleLine';
import { moreIn } from '../../describe/fields';
import { defaultCountryCode } from './countryCode';
import {
	asOption,
	type Field,
	optionalText,
	toggle,
	wholeNumber,
	withOptions,
} from '../../describe/field';
import { type AnyOperation, isLocal, namesPhone } from '../operation';
import { limitOptions } from './sendLimits';

export const resendUnknown = toggle('Resend If Unknown', 'resendUnknown', {
	description: `Whether Retry On Fail and later executions repeat a request that may have been executed already. A recipient may get a message twice. ${moreIn('errors.md')}`,
});

export const sendOnceKey = optionalText('Send Once Per Key', 'sendOnceKey', {
	placeholder: 'e.g. {{ $json.orderId }}',
	hint: 'A message with a key that was sent before is not sent again. Two n8n workers in the same moment may both send.',
	description: `What a message is about, e.g. an order number. If this step has sent a message with the same key before, also in an earlier execution, its output has "is_sent": false. A test execution remembers nothing. ${moreIn('once-hours-limits.md')}`,
	emptyAdvice: 'Use a value that every item has, or remove this option.',
	parse: sendKey,
});
export const rememberDays = wholeNumber('Send Once: Remember (Days)', 'rememberDays', [1, 365], {
	default: 30,
	hint: '1 to 365 days. If you change the number, the step forgets all earlier keys.',
	description: `Days for which a key of Send Once Per Key is remembered at least, 1 to 365. ${moreIn('once-hours-limits.md')}`,
	needs: sendOnceKey,
});

/** What has a schedule is moved into the hours. What has none is not sent outside them. */
export const sendBetween = optionalText('Send Between', 'sendBetween', {
	placeholder: 'e.g. Mon-Fri 09:00-18:00, Sat 10:00-14:00',
	hint: "In the workflow's time zone, unless another one is at the end, e.g. Europe/Kyiv",
	description: `Hours in which messages are sent. Outside them, what can be scheduled is scheduled for their next begin. The rest is not sent: its output has "is_sent": false and "send_after". ${moreIn('once-hours-limits.md')}`,
	emptyAdvice: 'Enter hours such as 09:00-18:00, or remove this option.',
	parse: sendingHours,
});

/** The options that an operation has besides those of the API. */
export const stepOptions = (operation: AnyOperation): Field[] => [
	...(operation.effect === 'send' ? [resendUnknown, sendOnceKey, rememberDays] : []),
	...(operation.effect === 'send' && !operation.isUrgent ? [sendBetween] : []),
	...(isLocal(operation) ? [] : limitOptions(operation)),
	...(namesPhone(operation) ? [defaultCountryCode] : []),
];

/** All fields of an operation, with its options. */
export const formFields = (operation: AnyOperation): Field[] => [
	...withOptions(operation.fields),
	...stepOptions(operation).map((option) => asOption(option)),
];
