import { createList } from './create';
import { getAllLists } from './getAll';

export const listOperations = [createList, getAllLists];
