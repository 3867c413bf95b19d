import { choice, group, optionalText, requiredText, when, type Field } from '../describe/field';
import { ValidationError, type Parser } from '../values/formats';
import { parseSingleLine } from '../values/singleLine';
import { languageNames } from './page/languages';
import { choiceLines, recipientListParser } from './lists';
import { email, message, docsLink, notice, phone } from '../describe/fields';
import { limitWaitTime } from './limitFields';

/** Max recipients of a message. Each recipient gets a separate link. */
const MAX_RECIPIENTS = 10;
const LIST_HINT = `One recipient, or up to ${MAX_RECIPIENTS} separated by commas. The first response counts.`;

export const phones: Field = {
	...phone,
	hint: `With the country code. ${LIST_HINT}`,
	parse: recipientListParser(phone, MAX_RECIPIENTS),
};

export const emails: Field = {
	...email,
	hint: LIST_HINT,
	description: 'Email address of the recipient, or several addresses',
	parse: recipientListParser(email, MAX_RECIPIENTS),
};

export const question: Field = {
	...message,
	placeholder: 'e.g. May we refund 40 EUR for order 1042?',
};

export const responseType = choice('Response Type', 'responseType', {
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

/**
 * Builds the field for the label of a button. If the field is empty, the page shows a built-in label in its
 * language.
 */
const buttonLabelField = (displayName: string, name: string, details: Partial<Field>) =>
	optionalText(displayName, name, {
		emptyAdvice:
			'Enter a label, or leave the field empty for the default in the page language.',
		...details,
	});

/**
 * The buttons of an approval. Parameter names are those of n8n's own nodes. The default has both buttons,
 * because a reviewer must be able to decline.
 */
export const approvalOptions = group('Approval Options', 'approvalOptions', {
	description: 'Whether the recipient can decline, and the labels of the buttons',
	showWhen: { responseType: ['approval'] },
	values: [
		choice('Type of Approval', 'approvalType', {
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

export const choices = requiredText('Choices', 'choices', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Today\nTomorrow',
	hint: '2 to 10 choices, one per line',
	description: 'Texts to choose from, one per line, or an array from an expression',
	showWhen: { responseType: ['choice'] },
	parse: choiceLines,
});

const responseFieldsWith = (linkNotice: string, ...more: Field[]): Field[] => [
	notice('linkNotice', linkNotice),
	...more,
	responseType,
	approvalOptions,
	choices,
];
const LINK_NOTICE = 'The message has a link to a page where the recipient responds.';
/** Shown in a Human Review, whose node type is that of a tool, because n8n fills Message with several lines. */
const reviewNotice = when(
	{ '@tool': [true] },
	notice(
		'reviewNotice',
		'Only the first line of Message is sent, with the link. The page shows the whole tool call.',
	),
);
export const responseFields: Field[] = responseFieldsWith(LINK_NOTICE);
export const smsResponseFields: Field[] = responseFieldsWith(
	`${LINK_NOTICE} This SMS has at least 2 parts because of its link.`,
	reviewNotice,
);
export const viberResponseFields: Field[] = responseFieldsWith(
	'The link to the response page is in the text, or in a button if Link Style is Short and the link fits.',
	reviewNotice,
);

export const linkStyle = choice('Link Style', 'linkStyle', {
	options: [
		{ name: 'Signed', value: 'signed', description: 'Signed by n8n, about 175 characters' },
		{
			name: 'Short',
			value: 'short',
			description: 'About 37 characters shorter. Needs n8n 2.14 or later.',
		},
	],
	description: `How the link to the page is built. ${docsLink('send-and-wait.md')}`,
});

export const pageTitle = optionalText('Page Title', 'pageTitle', {
	placeholder: 'e.g. Refund for order 1042',
	description: 'Title of the page behind the link',
});

export const pageMessage = optionalText('Page Message', 'pageMessage', {
	typeOptions: { rows: 4 },
	placeholder: 'e.g. Anna asks for a refund of 40 EUR, because the vase arrived broken.',
	description:
		'Text of the page behind the link. If empty, the page shows the message, unless that is HTML.',
});

export const pageLanguage = choice('Page Language', 'pageLanguage', {
	options: Object.entries(languageNames).map(([value, name]) => ({ name, value })),
	description:
		'Language of the built-in texts of the page, and of buttons whose label is empty. Your texts are not translated.',
});

const ORGANIZATION_LIMIT = { unit: 'characters', max: 100 } as const;

const organizationName: Parser = (value, zone) => {
	const name = String(parseSingleLine(value, zone));
	if (name.length <= ORGANIZATION_LIMIT.max) return name;
	const problem = `has ${name.length} characters; the limit is ${ORGANIZATION_LIMIT.max}`;
	throw new ValidationError(problem, 'Enter a shorter name.');
};
organizationName.limits = ORGANIZATION_LIMIT;

export const organization = optionalText('Organization', 'organization', {
	placeholder: 'e.g. Flower Shop',
	description: 'Name of the sender, shown above the title of the page',
	parse: organizationName,
});

export const messageFormat = choice('Message Format', 'messageFormat', {
	options: [
		{ name: 'Text', value: 'text', description: 'Shown as entered, with the button below it' },
		{ name: 'HTML', value: 'html', description: 'Sent as HTML, with the button above it' },
	],
	description: 'Whether the message is text or HTML. In a Human Review it is always text.',
});

export const waitOptions: Field[] = [
	limitWaitTime,
	linkStyle,
	pageTitle,
	pageMessage,
	pageLanguage,
	organization,
];
