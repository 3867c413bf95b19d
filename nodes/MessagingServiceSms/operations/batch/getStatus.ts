import { routeToQuery } from '../../../shared/describe/field';
import { smsBatchStatus } from '../../../shared/api/endpoints';
import {
	createRecipientSplitter,
	oneItemPerRecipientOption,
} from '../../../shared/batch/splitStatus';
import {
	buildOptions,
	batchUuidField,
	waitForFinalStatusField,
} from '../../../shared/describe/fields';
import type { Operation } from '../../../shared/run/operation';

export const getBatchStatus: Operation = {
	...smsBatchStatus,
	name: 'Get Status',
	value: 'getStatus',
	description: 'Get the status of each recipient of a batch',
	fields: [
		...routeToQuery(batchUuidField),
		buildOptions(oneItemPerRecipientOption, waitForFinalStatusField),
	],
	createItemMapper: createRecipientSplitter,
};
