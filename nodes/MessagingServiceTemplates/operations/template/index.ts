import { createTemplate } from './create';
import { deleteTemplate } from './delete';
import { getTemplate } from './get';
import { getAllTemplates } from './getAll';
import { updateTemplate } from './update';

export const templateOperations = [
	createTemplate,
	getTemplate,
	getAllTemplates,
	updateTemplate,
	deleteTemplate,
];
