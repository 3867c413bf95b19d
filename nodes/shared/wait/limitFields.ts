import { buildChoice, buildGroup } from '../describe/field';
import { parseFutureInstant } from '../values/dates';
import { describeValue, toNumberOrNaN, type Parser, ValidationError } from '../values/formats';

const SHOW_IF_INTERVAL = { limitType: ['afterTimeInterval'] };

/**
 * Allows fractions, as n8n's own nodes do. `readWaitEnd` checks the upper limit, which depends on the unit.
 */
const parseWaitAmount: Parser = (value) => {
	const entered = toNumberOrNaN(value);
	if (entered > 0 && Number.isFinite(entered)) return entered;
	const problem = `is ${describeValue(value)}, which is not a number above 0`;
	throw new ValidationError(problem, 'Enter a number above 0, e.g. 45.');
};

/** Parameter names and defaults are those of n8n's own nodes. */
export const limitWaitTime = buildGroup('Limit Wait Time', 'limitWaitTime', {
	default: {
		values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' },
	},
	description:
		'How long to wait for a response. Without this option, the step waits without a limit.',
	values: [
		buildChoice('Limit Type', 'limitType', {
			options: [
				{
					name: 'After Time Interval',
					value: 'afterTimeInterval',
					description: 'Wait for a certain time',
				},
				{
					name: 'At Specified Time',
					value: 'atSpecifiedTime',
					description: 'Wait until a date and time',
				},
			],
			description: 'How the end of the wait is specified',
		}),
		{
			displayName: 'Amount',
			name: 'resumeAmount',
			type: 'number',
			typeOptions: { minValue: 0.01, numberPrecision: 2 },
			required: true,
			default: 1,
			description: 'How long to wait for a response, in the unit below',
			showWhen: SHOW_IF_INTERVAL,
			parse: parseWaitAmount,
		},
		buildChoice('Unit', 'resumeUnit', {
			options: [
				{ name: 'Hours', value: 'hours' },
				{ name: 'Days', value: 'days' },
				{ name: 'Minutes', value: 'minutes' },
			],
			description: 'Unit of the waiting time',
			showWhen: SHOW_IF_INTERVAL,
		}),
		{
			displayName: 'Max Date and Time',
			name: 'maxDateAndTime',
			type: 'dateTime',
			required: true,
			default: '',
			hint: "In the workflow's time zone",
			description: "Date and time, e.g. 2030-12-24T18:30, in the workflow's time zone",
			showWhen: { limitType: ['atSpecifiedTime'] },
			parse: parseFutureInstant,
		},
	],
});
