import { parseEmail, extractDisplayName } from '../shared/values/email';
import {
	describeValue,
	parseIdsAsText,
	type Parser,
	UnmaskedValueError,
	ValidationError,
} from '../shared/values/formats';
import { parseSingleLine } from '../shared/values/singleLine';
import {
	withOptionPath,
	type Field,
	buildOptionalText,
	buildRequiredText,
	apiNameRouting,
	buildToggleOnByDefault,
} from '../shared/describe/field';
import type { Operation } from '../shared/run/operation';

/** Errors show the address in full, because users must see their own address to correct it. */
const parseSenderAddress: Parser = (value, zone) => {
	try {
		return parseEmail(value, zone);
	} catch (error) {
		throw toUnmaskedError(error as ValidationError);
	}
};
const toUnmaskedError = ({ problem, advice }: ValidationError) =>
	new UnmaskedValueError(problem, advice);
parseSenderAddress.lengthLimits = parseEmail.lengthLimits;

export const senderEmail = buildRequiredText('Sender Email', 'senderEmail', {
	placeholder: 'e.g. news@example.com',
	hint: 'An address that your account may send from',
	description:
		'Email address to send from, e.g. news@example.com or Flower Shop &lt;news@example.com&gt;. The name before the address is used if Sender Name is empty.',
	parse: parseSenderAddress,
});

export const senderName = buildOptionalText('Sender Name', 'senderName', {
	placeholder: 'e.g. Flower Shop',
	description: 'Name that the recipient sees as the sender',
	fallbackField: { fieldName: 'senderEmail', parse: extractDisplayName },
});

export const subject = buildRequiredText('Subject', 'subject', {
	placeholder: 'e.g. Your order is ready',
	description: 'Subject of the email',
});

export const emailBody = buildRequiredText('Message', 'message', {
	typeOptions: { rows: 6 },
	placeholder: 'e.g. <p>Hello Anna, your order is ready.</p>',
	hint: 'Plain text or HTML',
	description: 'Body of the email, as plain text or HTML',
});

/**
 * Parses the name of the binary field. Rejects several names, and a file returned by an expression.
 */
const parseAttachmentFieldName: Parser = (value, zone) => {
	const several = Array.isArray(value) ? value.length > 1 : /[,;\n]/.test(String(value));
	if (several) {
		const problem = `is ${describeValue(value)}, but an email can have only one file`;
		throw new ValidationError(problem, 'Enter the name of one field, e.g. data.');
	}
	if (typeof value !== 'object') return parseSingleLine(value, zone);
	throw new ValidationError(
		'is a file, not the name of a field',
		'Enter the name of the field, e.g. data.',
	);
};

export const attachment = buildOptionalText('Attachment', 'attachment', {
	default: 'data',
	placeholder: 'e.g. data',
	hint: 'Name of the input binary field that contains the file',
	description: 'File to attach to the email',
	emptyAdvice: 'Enter the name of a binary field, or remove this option to attach no file.',
	parse: parseAttachmentFieldName,
});

export const attachmentFileSetting: Operation['fileUpload'] = {
	apiName: 'attachment',
	field: withOptionPath(attachment),
};

export const trackOpens = buildToggleOnByDefault('Track Opens', 'trackOpens', {
	routing: apiNameRouting('track_open'),
	description: 'Whether to track when the email is opened. By default, the service tracks opens.',
});

export const trackClicks = buildToggleOnByDefault('Track Clicks', 'trackClicks', {
	routing: apiNameRouting('track_click'),
	description: 'Whether to track clicks on links. By default, the service tracks clicks.',
});

export const listIds: Field = {
	displayName: 'Contact List IDs',
	name: 'listIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'loadContactLists' },
	default: [],
	description:
		'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
	hint: 'To select all lists, remove this option',
	emptyAdvice: 'Select one or more lists. To select all lists, remove this option.',
	parse: parseIdsAsText,
};

export const unsubscribeReason = buildOptionalText('Reason', 'reason', {
	typeOptions: { rows: 2 },
	placeholder: 'e.g. Asked by phone',
	description: 'Comment stored with the address',
});
