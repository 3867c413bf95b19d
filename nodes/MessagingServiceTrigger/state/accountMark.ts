import { type AccountMark, OTHER_ACCOUNT, type State, UNREADABLE } from './state';

/** Whether base URL and token are the same. */
export const isSameAccount = (a: AccountMark, b: AccountMark): boolean =>
	a.urlMark === b.urlMark && a.tokenMark === b.tokenMark;

/**
 * What a state is worth with this credential. With another token or base URL the poll is an activation:
 * what the state does not know is not new. What it knows goes on, because most new tokens are of the
 * same account. Of another base URL it knows nothing. Replies that are still to be marked as read are
 * not, because they may be those of another account.
 */
export function stateFor(mark: AccountMark, stored: State): State {
	if (isSameAccount(mark, stored)) return stored;
	const isDamaged = stored.selectionKey === UNREADABLE;
	const known = mark.urlMark === stored.urlMark ? {} : { mailings: {}, pendingBaseline: [] };
	return {
		...stored,
		...known,
		selectionKey: isDamaged ? UNREADABLE : OTHER_ACCOUNT,
		toMarkAsRead: [],
		toMarkAgain: [],
		resumeAt: undefined,
	};
}
