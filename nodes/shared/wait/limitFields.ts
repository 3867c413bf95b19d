import { choice, toggle, wholeNumber, type Field } from '../describe/field';
import { instant } from '../values/dates';

export const limitWaitTime = toggle('Limit Wait Time', 'limitWaitTime', {
	default: true,
	description: 'Whether the workflow continues without a response after some time',
	apiName: false,
});

const LIMITED = { limitWaitTime: [true] };
const INTERVAL = { ...LIMITED, limitType: ['timeInterval'] };

export const limitType = choice('Limit Type', 'limitType', {
	options: [
		{
			name: 'After Time Interval',
			value: 'timeInterval',
			description: 'Wait for a certain time',
		},
		{ name: 'At Specified Time', value: 'date', description: 'Wait until a date and time' },
	],
	description: 'How the end of the wait is specified',
	showWhen: LIMITED,
	apiName: false,
});

export const waitAmount = wholeNumber('Wait Amount', 'waitAmount', [1, 1_000], {
	default: 24,
	required: true,
	description: 'How long to wait for a response, in the unit below',
	showWhen: INTERVAL,
	apiName: false,
});

export const waitUnit = choice('Wait Unit', 'waitUnit', {
	options: [
		{ name: 'Hours', value: 'hours' },
		{ name: 'Days', value: 'days' },
		{ name: 'Minutes', value: 'minutes' },
	],
	description: 'Unit of the wait amount',
	showWhen: INTERVAL,
	apiName: false,
});

export const waitUntil: Field = {
	displayName: 'Wait Until',
	name: 'waitUntil',
	type: 'dateTime',
	required: true,
	default: '',
	hint: "In the workflow's time zone",
	description: "Date and time, e.g. 2030-12-24T18:30, in the workflow's time zone",
	showWhen: { ...LIMITED, limitType: ['date'] },
	apiName: false,
	parse: instant,
};

/** How long a response is awaited. */
export const limitFields: Field[] = [limitWaitTime, limitType, waitAmount, waitUnit, waitUntil];
