import { byId, PHONE } from '../contract/row';
import type { InputFile } from './engine/binaryData';
import type { RunSetting } from './engine/runNode';

export const viberWithImage = (files: Record<string, InputFile>): RunSetting => ({
	node: 'messagingServiceViber',
	parameters: {
		...{ resource: 'message', operation: 'send', sender: byId('21'), phone: PHONE },
		...{ contentType: 'image', imageSource: 'binary' },
	},
	items: [{ json: {}, files }],
});

export const emailWithFile = (files: Record<string, InputFile>): RunSetting => ({
	node: 'messagingServiceEmail',
	parameters: {
		...{ resource: 'message', operation: 'send', senderEmail: 'shop@example.com' },
		...{ email: 'ann@example.com', subject: 'News', message: 'Hi' },
		options: { attachment: 'data' },
	},
	items: [{ json: {}, files }],
});
