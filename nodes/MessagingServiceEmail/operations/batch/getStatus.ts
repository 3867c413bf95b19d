import { routeToBody } from '../../../shared/describe/field';
import { emailBatchStatus } from '../../../shared/api/endpoints';
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
	...emailBatchStatus,
	name: 'Get Status',
	value: 'getStatus',
	description: 'Get the status of each recipient of a batch',
	fields: [
		...routeToBody(batchUuidField),
		buildOptions(oneItemPerRecipientOption, waitForFinalStatusField),
	],
	createItemMapper: createRecipientSplitter,
};
