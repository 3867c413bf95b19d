import { countryCode, entryText, flag, type Form, id, integer, line, REFUSED, text } from './forms';
import { choiceLines, shortLine } from './waitForms';

const binaryField: Form = {
	...line,
	base: 'data',
	wire: 'data',
	shapes: ['data', 'Data', ' data', 'other'],
};

const recipients = integer(1, 1_000_000);

export const packageForms: Record<string, Form> = {
	Template: { ...id, base: '77', wire: '77' },
	'Input Binary Field': binaryField,
	Attachment: binaryField,
	// As by default: n8n drops the field if the switch that shows it is saved as a word.
	'Valid For (Minutes)': { ...integer(1, 1_440), base: 10, wire: '10' },
	'Code Length': { ...integer(4, 16), base: 6, wire: '6' },
	'Page Title': { ...line, wire: '' },
	'Page Message': { ...text, wire: '' },
	Organization: shortLine,
	Choices: choiceLines,
	Limit: { ...integer(1, Number.MAX_SAFE_INTEGER), base: 50, wire: '50' },
	// No limit that the other values of a run exceed.
	'Max Parts per Message': { ...integer(1, 255), base: 255, wire: '255' },
	'Max Recipients per Run': {
		...recipients,
		base: 1_000_000,
		wire: '1000000',
		// A run may have more than a low one.
		judge: (given) => [...recipients.judge(given), REFUSED],
	},
	'Default Country Code': countryCode,
	'Send Once: Remember (Days)': integer(1, 365),
	'Wait for Final Status (Seconds)': integer(1, 900),
	// Fields with values of their own, which other files here feed.
	Placeholders: entryText,
};

/** Switches and choices that decide something without being sent; all others are refused. */
export const switchLabels = [
	'Message Source',
	'Image Source',
	'Generate Code',
	'Return Code As',
	'Return All',
	'Simplify',
	'One Item per Recipient',
	'Resend If Unknown',
	'Response Type',
	'Message Format',
	'Link Style',
	'Page Language',
];
/** Off, or the documented default, is what a blank one comes to, which does no more than was asked. */
export const harmlessSwitches: Record<string, string> = {
	'Return All': 'fewer records are read',
	Simplify: 'only changes the output',
	'One Item per Recipient': 'only changes the output',
	'Resend If Unknown': 'nothing is sent again',
	'Message Source': 'the text that was entered is sent',
	'Image Source': 'the URL that was entered is sent',
	'Generate Code': 'the code that was entered is sent',
	'Return Code As': 'the output has a token, which shows less',
	'Page Title': 'the page has the title of the message',
	'Page Message': 'the page has the text of the message',
	'Response Type': 'the response is an approval',
	'Message Format': 'the message is text',
	'Link Style': 'the link is signed',
	'Page Language': 'the page is English',
	Organization: 'the page has no line above its title',
	'Approve Label': 'the button has the label of the page language',
	'Decline Label': 'the button has the label of the page language',
};
export const switchForm: Form = { ...flag, wire: '' };
