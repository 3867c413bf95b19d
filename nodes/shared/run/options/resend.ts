import { readField } from '../../describe/checkField';
import { asOption } from '../../describe/field';
import type { AnyRun } from '../../describe/operation';
import { resendUnknown } from '../../describe/stepOptions';

/** Whether an item of unknown outcome is sent again. @throws NodeOperationError */
export const isResent = (run: AnyRun, item: number): boolean =>
	readField(asOption(resendUnknown), run.item(item)) === 1;
