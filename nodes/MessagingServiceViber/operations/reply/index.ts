import { getAllReplies } from './getAll';
import { markRepliesAsRead } from './markAsRead';

export const replyOperations = [getAllReplies, markRepliesAsRead];
