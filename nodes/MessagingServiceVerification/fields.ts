import { parseCode, findPossibleCodes } from '../shared/values/code';
import {
	buildChoice,
	type Field,
	routeToQuery,
	buildRequiredText,
	apiNameRouting,
	buildToggleOnByDefault,
	buildWholeNumber,
} from '../shared/describe/field';
import { type Parser, parseText, ValidationError } from '../shared/values/formats';
import { LINE_BREAK_PATTERN } from '../shared/values/singleLine';

/**
 * Returns all codes that the person may have meant, separated by spaces. Never throws, because an
 * error would end the workflow that the person is waiting for.
 */
const findAndJoinCodes: Parser = (value) => findPossibleCodes(value).join(' ');
findAndJoinCodes.isSecret = true;

const generateCodeField = buildToggleOnByDefault('Generate Code', 'generateCode', {
	description:
		'Whether to generate a random code. To verify the code that the person enters, use Check with the returned token. To send your own Code, turn off this option.',
});

export const codeField = buildRequiredText('Code', 'code', {
	placeholder: 'e.g. 482915',
	hint: 'Digits only, at most 16',
	description: 'One-time code to send. It has 1 to 16 digits and no other characters.',
	showWhen: { generateCode: [false] },
	parse: parseCode,
});

export const CODE_PLACEHOLDER = '{code}';

/**
 * A digit next to the placeholder is rejected, because the recipient and `hideCode` would take the digit for
 * a part of the code.
 */
const PLACEHOLDER_BESIDE_DIGIT_PATTERN = /(?:\p{Nd}|\{code\})\{code\}|\{code\}\p{Nd}/u;

const parseCodeMessage: Parser = (value, zone) => {
	const entered = String(parseText(value, zone));
	const [doubled] = /\{\{\s*code\s*\}\}/i.exec(entered) ?? [];
	if (doubled) {
		throw new ValidationError(
			`has ${doubled} in double braces`,
			`Write ${CODE_PLACEHOLDER}, with one brace on each side.`,
		);
	}
	if (!entered.includes(CODE_PLACEHOLDER)) {
		throw new ValidationError(
			`does not contain ${CODE_PLACEHOLDER}`,
			`Write ${CODE_PLACEHOLDER} where the code belongs, with one brace on each side.`,
		);
	}
	if (!PLACEHOLDER_BESIDE_DIGIT_PATTERN.test(entered)) return entered;
	throw new ValidationError(
		`has a digit next to ${CODE_PLACEHOLDER}, so nobody could tell which digits are the code`,
		`Write a space before and after ${CODE_PLACEHOLDER}.`,
	);
};

export const codeMessage = buildRequiredText('Message', 'message', {
	typeOptions: { rows: 2 },
	placeholder: 'e.g. Your code is {code}',
	hint: '{code} is replaced by the code',
	description: 'Text of the SMS, with {code} in single braces where the code belongs',
	parse: parseCodeMessage,
});

export const codeLength = buildWholeNumber('Code Length', 'codeLength', [4, 16], {
	required: true,
	default: 6,
	hint: '4 to 16 digits',
	description: 'Number of digits in the code, 4 to 16',
	showWhen: { generateCode: [true] },
});

export const returnCodeAs = buildChoice('Return Code As', 'returnCodeAs', {
	options: [
		{
			name: 'Token',
			value: 'token',
			description:
				'A token for Check. The code is hidden from the execution data and from agents.',
		},
		{
			name: 'Code',
			value: 'code',
			description: 'The code itself. Everyone who can see the execution can read it.',
		},
	],
	description:
		'What the output contains for a generated code. If you choose Code, an agent that uses this step as a tool can read the code, repeat it in a chat, and pass the check although the recipient did not enter the code.',
	// Expressions are off, because otherwise a model could choose Code and get the code itself.
	noDataExpression: true,
});

export const validForMinutes = buildWholeNumber('Valid For (Minutes)', 'validFor', [1, 1_440], {
	required: true,
	default: 10,
	hint: '1 to 1440 minutes',
	description: 'Minutes after which Check no longer accepts the code, 1 to 1440',
	showWhen: { returnCodeAs: ['token'] },
});

const buildCodeFields = (codeSource: Field[]): Field[] => [
	generateCodeField,
	...codeSource,
	codeLength,
	returnCodeAs,
	validForMinutes,
];

export const codeOnlyFields = buildCodeFields(
	routeToQuery({ ...codeField, routing: apiNameRouting('message') }),
);

export const codeInTextFields = buildCodeFields([codeField]);

/** Errors show no part of the token, because anyone who has the token can guess the code. */
const parseCodeToken: Parser = (value, zone) => {
	const entered = String(parseText(value, zone)).trim();
	if (!LINE_BREAK_PATTERN.test(entered)) return entered;
	throw new ValidationError(
		'contains a line break',
		'Enter the complete token that Send returned.',
	);
};
parseCodeToken.isSecret = true;

export const tokenField = buildRequiredText('Token', 'token', {
	placeholder: 'e.g. {{ $json.token }}',
	description: 'Token that Send returned when it sent the code',
	parse: parseCodeToken,
});

export const enteredCodeField = buildRequiredText('Code', 'code', {
	placeholder: 'e.g. 482915',
	description:
		'Code that the person entered. Text around the code is ignored. If the entry does not contain exactly one code, the output has the reason "no code", and the entry does not count as a try.',
	parse: findAndJoinCodes,
	makeValueIfEmpty: () => '',
});

export const fieldsDroppedIfFailed = ['token', 'code', 'tries_left'];
