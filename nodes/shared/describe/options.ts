import { type AnyOperation, isLocal, hasPhoneField, type Operation } from '../run/operation';
import { OPTION_LABELS } from '../values/optionLabels';
import { parseCountryCode } from '../values/phone';
import { validateSendingHours } from '../values/sendingHours';
import { parseSendKey } from '../values/singleLine';
import { type Field, buildOptionalText, buildToggleOnByDefault, buildWholeNumber } from './field';
import { docsLink } from './fields';

export const resendUnknownOption = buildToggleOnByDefault('Resend If Unknown', 'resendUnknown', {
	description: `Whether Retry On Fail and later executions resend a message that may already have been sent. A recipient may then get the message twice. ${docsLink('errors.md')}`,
});

export const sendOnceKeyOption = buildOptionalText(OPTION_LABELS.sendOnceKey, 'sendOnceKey', {
	placeholder: 'e.g. {{ $json.orderId }}',
	hint: 'If an earlier message had this key, nothing is sent. If two n8n workers run the step at the same moment, both may send.',
	description: `Text that identifies the message, e.g. an order number. If this step has already sent a message with the same key, even in an earlier execution, nothing is sent, and the output has "is_sent": false. A test execution ignores stored keys and stores none. ${docsLink('once-hours-limits.md')}`,
	emptyAdvice: 'Use a value that every item has, or remove this option.',
	emptyExpressionAdvice: 'Use a value that every item has, or remove this option.',
	parse: parseSendKey,
});
export const rememberDaysOption = buildWholeNumber(
	'Send Once: Remember (Days)',
	'rememberDays',
	[1, 365],
	{
		default: 30,
		hint: '1 to 365 days. If you change the number, the step forgets all earlier keys.',
		description: `Minimum days to remember a key of Send Once Per Key, 1 to 365. ${docsLink('once-hours-limits.md')}`,
		isReadOnce: true,
		dependsOn: sendOnceKeyOption,
	},
);

export const sendBetweenOption = buildOptionalText(OPTION_LABELS.sendBetween, 'sendBetween', {
	placeholder: 'e.g. Mon-Fri 09:00-18:00, Sat 10:00-14:00',
	hint: "In the workflow's time zone, unless you add another time zone at the end, e.g. Europe/Kyiv",
	description: `Hours in which messages are sent. Outside these hours, messages that can be scheduled are scheduled for the next start of the hours. Messages that cannot be scheduled are not sent: their output has "is_sent": false and "send_after". ${docsLink('once-hours-limits.md')}`,
	emptyAdvice: 'Enter hours such as 09:00-18:00, or remove this option.',
	// Rejects an expression without a result: if days or a time zone were missing, a message might
	// be sent on a Sunday or at night.
	emptyExpressionAdvice:
		"Add a default for items without a value, e.g. {{ $json.timezone || 'Europe/Kyiv' }} or {{ $json.days || 'Mon-Fri' }}.",
	parse: validateSendingHours,
});

export const maxPartsOption = buildWholeNumber('Max Parts per Message', 'maxParts', [1, 255], {
	default: '',
	placeholder: 'e.g. 3',
	hint: '1 to 255 parts. Without this option, the limit is 10. A longer message is not sent.',
	description: `Maximum number of SMS parts of a message. If the credential has a lower limit, that limit applies. ${docsLink('once-hours-limits.md')}`,
});

export const maxRecipientsOption = buildWholeNumber(
	OPTION_LABELS.maxRecipients,
	'maxRecipients',
	[1, 1_000_000],
	{
		default: '',
		placeholder: 'e.g. 1000',
		hint: '1 to 1,000,000. If there are more recipients than the limit, nothing is sent.',
		description: `Maximum number of recipients in all input items together. If there are more recipients, nothing is sent. Each round of a loop counts as a separate run. If the credential has a lower limit, that limit applies. ${docsLink('once-hours-limits.md')}`,
		isReadOnce: true,
	},
);

/**
 * An operation that sends SMS only if Forward to SMS is on has a copy of this option that depends
 * on Forward to SMS.
 */
export const replaceSpecialCharactersOption = buildToggleOnByDefault(
	'Replace Special Characters',
	'replaceSpecialCharacters',
	{
		description:
			'Whether to replace typographic characters, such as curly quotes, dashes and ellipses, with plain characters, and to remove invisible characters. The text is changed only if the result fits GSM-7. An SMS part then has up to 160 characters instead of 70.',
	},
);

const textAndLimitOptions = (operation: Operation): Field[] => [
	...(operation.whenSentAsSms ? [maxPartsOption] : []),
	...(operation.whenSentAsSms === 'always' ? [replaceSpecialCharactersOption] : []),
	...(operation.knowsRecipients || serviceReportsRecipientCount(operation)
		? [maxRecipientsOption]
		: []),
];

/** Reports whether the service says how many recipients a mailing has. */
const serviceReportsRecipientCount = ({
	fetchRecipientCount,
	recipientCountResponseField,
}: Operation): boolean => Boolean(fetchRecipientCount ?? recipientCountResponseField);

export const defaultCountryCodeOption = buildOptionalText(
	'Default Country Code',
	'defaultCountryCode',
	{
		placeholder: 'e.g. 380',
		description: `Country code for mobile numbers that are entered without one, e.g. 380 for 067 123 45 67. Enter + if all phones include their country code. Numbers with + or 00 keep their country code. This code replaces the code in the credential. ${docsLink('phones-and-dates.md')}`,
		emptyAdvice: 'Enter a country code or +, or remove this option.',
		parse: parseCountryCode,
	},
);

export const dryRunOption = buildToggleOnByDefault('Dry Run', 'dryRun', {
	description:
		'Whether to return what would be sent, and to whom, without sending anything. To send, remove this option.',
});

/** Returns the options that this package adds to those of the API. */
export const packageOptions = (operation: AnyOperation): Field[] => [
	...(operation.effect === 'send'
		? [resendUnknownOption, sendOnceKeyOption, rememberDaysOption, dryRunOption]
		: []),
	...(operation.effect === 'send' && !operation.isTimeCritical ? [sendBetweenOption] : []),
	...(isLocal(operation) ? [] : textAndLimitOptions(operation)),
	...(hasPhoneField(operation) ? [defaultCountryCodeOption] : []),
];
