import {
	buildChoice,
	buildGroup,
	buildOptionalText,
	buildRequiredText,
	when,
	type Field,
} from '../describe/field';
import { ValidationError, type Parser } from '../values/formats';
import { parseSingleLine } from '../values/singleLine';
import { pageLanguageNames } from './page/languages';
import { parseChoicesAsLines, createRecipientJoiningParser } from './lists';
import {
	recipientEmailField,
	messageField,
	docsLink,
	buildNotice,
	recipientPhoneField,
} from '../describe/fields';
import { limitWaitTime } from './limitFields';

const MAX_RECIPIENTS = 10;
const RECIPIENTS_HINT = `One recipient, or up to ${MAX_RECIPIENTS} separated by commas. The first response counts.`;

export const phones: Field = {
	...recipientPhoneField,
	hint: `With the country code. ${RECIPIENTS_HINT}`,
	parse: createRecipientJoiningParser(recipientPhoneField, MAX_RECIPIENTS),
};

export const emails: Field = {
	...recipientEmailField,
	hint: RECIPIENTS_HINT,
	description: 'Email address of the recipient, or several addresses',
	parse: createRecipientJoiningParser(recipientEmailField, MAX_RECIPIENTS),
};

export const question: Field = {
	...messageField,
	placeholder: 'e.g. May we refund 40 EUR for order 1042?',
};

export const responseType = buildChoice('Response Type', 'responseType', {
	options: [
		{ name: 'Approval', value: 'approval', description: 'The recipient approves or declines' },
		{ name: 'Free Text', value: 'freeText', description: 'The recipient enters text' },
		{
			name: 'Choice',
			value: 'choice',
			description: 'The recipient selects one of your choices',
		},
	],
	description: 'What the page behind the link asks for',
});

const buttonLabelField = (displayName: string, name: string, details: Partial<Field>) =>
	buildOptionalText(displayName, name, {
		emptyAdvice:
			'Enter a label, or leave the field empty for the default label in the page language.',
		...details,
	});

/**
 * Parameter names are those of n8n's own nodes. The default has both buttons, because a reviewer must be able
 * to decline.
 */
export const approvalOptions = buildGroup('Approval Options', 'approvalOptions', {
	description: 'Whether the recipient can decline, and the labels of the buttons',
	showWhen: { responseType: ['approval'] },
	values: [
		buildChoice('Type of Approval', 'approvalType', {
			options: [
				{
					name: 'Approve and Decline',
					value: 'double',
					description: 'The page has both buttons',
				},
				{
					name: 'Approve Only',
					value: 'single',
					description: 'The page only has the button that approves',
				},
			],
			description: 'Which buttons the page has',
		}),
		buttonLabelField('Approve Button Label', 'approveLabel', {
			placeholder: 'e.g. Refund 40 EUR',
			hint: 'Leave empty for "Approve" in the page language',
			description: 'Label of the button that approves',
		}),
		buttonLabelField('Decline Button Label', 'disapproveLabel', {
			placeholder: 'e.g. Keep the order',
			hint: 'Leave empty for "Decline" in the page language',
			description: 'Label of the button that declines',
			showWhen: { approvalType: ['double'] },
		}),
	],
});

export const choices = buildRequiredText('Choices', 'choices', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Today\nTomorrow',
	hint: '2 to 10 choices, one per line',
	description: 'Texts to choose from, one per line, or an array from an expression',
	showWhen: { responseType: ['choice'] },
	parse: parseChoicesAsLines,
});

const buildResponseFields = (linkNotice: string, ...more: Field[]): Field[] => [
	buildNotice('linkNotice', linkNotice),
	...more,
	responseType,
	approvalOptions,
	choices,
];
const LINK_NOTICE_TEXT = 'The message has a link to a page where the recipient responds.';
const reviewNotice = when(
	{ '@tool': [true] },
	buildNotice(
		'reviewNotice',
		'Only the first line of Message is sent, with the link. The page shows the whole tool call.',
	),
);
export const responseFields: Field[] = buildResponseFields(LINK_NOTICE_TEXT);
export const smsResponseFields: Field[] = buildResponseFields(
	`${LINK_NOTICE_TEXT} This SMS has at least 2 parts because of its link.`,
	reviewNotice,
);
export const viberResponseFields: Field[] = buildResponseFields(
	'The link to the response page is in the text, or in a button if Link Style is Short and the link fits.',
	reviewNotice,
);

export const linkStyle = buildChoice('Link Style', 'linkStyle', {
	options: [
		{
			name: 'Signed',
			value: 'signed',
			description: 'A link of about 175 characters that n8n signs',
		},
		{
			name: 'Short',
			value: 'short',
			description: 'About 37 characters shorter than a signed link. Needs n8n 2.14 or later.',
		},
	],
	description: `How the link to the page is built. ${docsLink('send-and-wait.md')}`,
});

export const pageTitle = buildOptionalText('Page Title', 'pageTitle', {
	placeholder: 'e.g. Refund for order 1042',
	description: 'Title of the page behind the link',
});

export const pageMessage = buildOptionalText('Page Message', 'pageMessage', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Anna asks for a refund of 40 EUR, because the vase arrived broken.',
	description:
		'Text of the page behind the link. If this field is empty, the page shows the message, or no text if the message is HTML.',
});

export const pageLanguage = buildChoice('Page Language', 'pageLanguage', {
	options: Object.entries(pageLanguageNames).map(([value, name]) => ({ name, value })),
	description:
		'Language of the built-in texts of the page, and of buttons whose label is empty. Your texts are not translated.',
});

const ORGANIZATION_LENGTH_LIMIT = { unit: 'characters', max: 100 } as const;

const parseOrganization: Parser = (value, zone) => {
	const name = String(parseSingleLine(value, zone));
	if (name.length <= ORGANIZATION_LENGTH_LIMIT.max) return name;
	const problem = `has ${name.length} characters; the limit is ${ORGANIZATION_LENGTH_LIMIT.max}`;
	throw new ValidationError(problem, 'Enter a shorter name.');
};
parseOrganization.lengthLimits = ORGANIZATION_LENGTH_LIMIT;

export const organization = buildOptionalText('Organization', 'organization', {
	placeholder: 'e.g. Flower Shop',
	description: 'Name of the sender, shown above the title of the page',
	parse: parseOrganization,
});

export const messageFormat = buildChoice('Message Format', 'messageFormat', {
	options: [
		{
			name: 'Text',
			value: 'text',
			description: 'The message is shown as entered, with the button below the text',
		},
		{
			name: 'HTML',
			value: 'html',
			description: 'The message is sent as HTML, with the button above the text',
		},
	],
	description:
		'Whether the message is text or HTML. In a Human Review, the message is always text.',
});

export const waitOptions: Field[] = [
	limitWaitTime,
	linkStyle,
	pageTitle,
	pageMessage,
	pageLanguage,
	organization,
];
