import { getAllTemplates } from './getAll';

export const templateOperations = [getAllTemplates];
