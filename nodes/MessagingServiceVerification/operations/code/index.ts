import { sendTelegramCode } from './sendTelegram';
import { sendWhatsAppCode } from './sendWhatsApp';

export const codeOperations = [sendTelegramCode, sendWhatsAppCode];
