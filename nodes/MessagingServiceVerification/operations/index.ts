import type { Resource } from '../../shared/run/operation';
import { checkSentCode } from './code/check';
import { sendSmsCode } from './code/sendSms';
import { sendTelegramCode } from './code/sendTelegram';
import { sendWhatsAppCode } from './code/sendWhatsApp';

export const resources: Resource[] = [
	{
		name: 'Code',
		value: 'code',
		operations: [sendTelegramCode, sendWhatsAppCode, sendSmsCode, checkSentCode],
	},
];
