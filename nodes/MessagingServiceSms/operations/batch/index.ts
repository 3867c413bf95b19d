import { getBatchStatus } from './getStatus';
import { sendBatch } from './send';

export const batchOperations = [sendBatch, getBatchStatus];
