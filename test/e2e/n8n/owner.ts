import type { Owner } from '../../../playground/rest';

export const owner: Owner = {
	email: 'owner@e2e.example',
	firstName: 'Olga',
	lastName: 'Owner',
	password: 'Endtoend1',
};
