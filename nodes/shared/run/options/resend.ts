import { type ItemReader, readField } from '../../describe/checkField';
import { asOption } from '../../describe/field';
import { resendUnknown } from '../../describe/stepOptions';

/** Whether an item of unknown outcome is sent again. @throws NodeOperationError */
export const isResent = (item: ItemReader): boolean =>
	readField(asOption(resendUnknown), item) === 1;
