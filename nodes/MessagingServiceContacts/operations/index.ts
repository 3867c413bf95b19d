import type { Resource } from '../../shared/run/operation';
import { importContacts } from './contact/import';
import { createList } from './list/create';
import { getAllLists } from './list/getAll';
import { normalizePhone } from './phone/normalize';

export const resources: Resource[] = [
	{
		name: 'List',
		value: 'list',
		description: 'The contact lists of your account',
		operations: [createList, getAllLists],
	},
	{
		name: 'Contact',
		value: 'contact',
		description: 'The contacts of a list',
		operations: [importContacts],
	},
	{
		name: 'Phone',
		value: 'phone',
		description: 'Phone numbers in your data',
		operations: [normalizePhone],
	},
];
