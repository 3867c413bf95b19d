import { mayRepeat } from '../../api/endpoint';
import { sendKey } from '../../values/singleLine';
import { defaultCountryCode } from './countryCode';
import { type Field, optionalText, toggle, wholeNumber } from '../../describe/field';
import { type AnyOperation, isLocal } from '../operation';
import { limitOptions } from './sendLimits';

export const resendUnknown = toggle('Resend If Unknown', 'resendUnknown', {
	description:
		'Whether an item whose outcome is unknown may be resent: by Retry On Fail, or by a later execution with its key of Send Once Per Key. The recipient may get the message twice.',
	apiName: false,
});

export const sendOnceKey = optionalText('Send Once Per Key', 'sendOnceKey', {
	placeholder: 'e.g. {{ $json.orderId }}',
	description:
		'What a message is about, e.g. an order number. A message whose key this step has sent before is not sent again, also in later executions. Its output has "is_sent": false. A test execution remembers nothing.',
	emptyAdvice: 'Use a value that every item has, or remove this option.',
	apiName: false,
	parse: sendKey,
});
export const rememberDays = wholeNumber('Send Once: Remember (Days)', 'rememberDays', [1, 365], {
	default: 30,
	description:
		'For how many days a key of Send Once Per Key is remembered at least: 1 to 365. It is forgotten after twice as many at most. If you change the number, the step no longer recognizes earlier keys.',
	needs: sendOnceKey,
	apiName: false,
});

/** The options that an operation has besides those of the API. */
export const stepOptions = (operation: AnyOperation): Field[] => [
	...(isLocal(operation) || mayRepeat(operation) ? [] : [resendUnknown]),
	...(operation.effect === 'send' ? [sendOnceKey, rememberDays] : []),
	...(isLocal(operation) ? [] : limitOptions(operation)),
	...(operation.fields.some(({ name }) => name === 'phone') ? [defaultCountryCode] : []),
];
