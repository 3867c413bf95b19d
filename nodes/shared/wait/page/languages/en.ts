import type { Words } from './words';

/** English */
export const en: Words = {
	question: 'Your response is needed',
	tool: 'Tool:',
	arguments: 'Arguments',
	yourResponse: 'Your response',
	atMost: { one: 'At most # character', other: 'At most # characters' },
	choose: 'Choose one',
	send: 'Send response',
	approve: 'Approve',
	decline: 'Decline',
	respond: 'Respond',
	openLink: 'If the button does not work, open this link:',
	error: 'Error:',
	errors: {
		approval: 'The response was not saved. Select a button.',
		choice: 'The response was not saved. Select one of the choices.',
		freeText: 'The response was not saved. Enter a text.',
		tooLong: 'The response was not saved. It is too long. Shorten it.',
	},
	response: 'Response',
	time: 'Time',
	thanks: [
		'Thank you',
		'Your response was saved. You can close this page; the link is now used up.',
	],
	decided: ['Already decided', 'A response was saved earlier. It cannot be changed.'],
	old: [
		'This link is no longer valid',
		'A newer message has replaced it. Open the link in the newest message.',
	],
	expired: ['The time to respond is over', 'This link no longer takes a response.'],
	notFound: ['Page not found', 'Open the link in the message again, or copy the whole link.'],
};
