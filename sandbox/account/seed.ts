import { importRows } from './contacts';
import type { Service } from '../service/service';

/** What the account holds at the start; the identifiers are the same in every run. */
export function seed(service: Service): void {
	service.alphanames.set(1363, 'Shop').set(1364, 'Bakery');
	service.vibernames.set(21, 'Shop').set(22, 'Bakery');
	service.emailTemplates.set(31, 'Newsletter').set(32, 'Order confirmation');
	const names = ['PHONE', 'EMAIL', 'NAME'];
	const people = [
		['37120000001', 'anna@shop.example', 'Anna'],
		['37120000002', 'bruno@shop.example', 'Bruno'],
	];
	const rows = people.map((person) => new Map(names.map((name, i) => [name, person[i]])));
	importRows(service.addList('Customers'), names, rows);
	service.addTemplate('Opening hours', 'We are open from 9 to 18.');
	service.addTemplate('Greeting', 'Hello {name}, your order is ready.');
}
