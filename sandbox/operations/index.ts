import type { Operation } from './operation';
import { batchOperations } from './batch';
import { contactOperations } from './contacts';
import { emailOperations } from './email';
import { emailBatchOperations } from './emailBatch';
import { nameOperations } from './names';
import { smsMailingOperations } from './smsMailing';
import { smsPreparedOperations } from './smsPrepared';
import { smsSingleOperations } from './smsSingle';
import { templateOperations } from './templates';
import { viberMailingOperations } from './viberMailing';
import { viberSingleOperations } from './viberSingle';

export const operations: Operation[] = [
	...batchOperations,
	...viberSingleOperations,
	...viberMailingOperations,
	...templateOperations,
	...contactOperations,
	...smsSingleOperations,
	...smsPreparedOperations,
	...smsMailingOperations,
	...emailOperations,
	...emailBatchOperations,
	...nameOperations,
];
