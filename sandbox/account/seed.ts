import type { Row } from './contacts';

export const FIELDS = ['PHONE', 'EMAIL', 'NAME'];

const row = (...values: string[]): Row => new Map(FIELDS.map((name, i) => [name, values[i]]));

/** Initial data of the account, with the same IDs in every run. */
export const seed = {
	alphanames: [
		[0, 'System name'],
		[1363, 'Shop'],
		[1364, 'Bakery'],
	],
	vibernames: [
		[21, 'Shop'],
		[22, 'Bakery'],
	],
	emailTemplates: [
		[31, 'Newsletter'],
		[32, 'Order confirmation'],
	],
	lists: [
		[
			'Customers',
			[
				row('37120000001', 'anna@shop.example', 'Anna'),
				row('37120000002', 'bruno@shop.example', 'Bruno'),
			],
		],
	],
	templates: [
		['Opening hours', 'We are open from 9 to 18.'],
		['Greeting', 'Hello {name}, your order is ready.'],
	],
} satisfies {
	alphanames: Named[];
	vibernames: Named[];
	emailTemplates: Named[];
	lists: Array<[name: string, rows: Row[]]>;
	templates: Array<[name: string, message: string]>;
};
type Named = [id: number, name: string];
