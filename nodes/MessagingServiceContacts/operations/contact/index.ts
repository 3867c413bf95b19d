import { importContacts } from './import';

export const contactOperations = [importContacts];
