import type { Resource } from '../../shared/run/operation';
import { createTemplate } from './template/create';
import { deleteTemplate } from './template/delete';
import { fillInTemplate } from './template/fillIn';
import { getTemplate } from './template/get';
import { getAllTemplates } from './template/getAll';
import { updateTemplate } from './template/update';

export const resources: Resource[] = [
	{
		name: 'Template',
		value: 'template',
		operations: [
			createTemplate,
			fillInTemplate,
			getTemplate,
			getAllTemplates,
			updateTemplate,
			deleteTemplate,
		],
	},
];
