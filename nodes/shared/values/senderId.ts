import { id, type Parser } from './formats';

/** The ID of a sender. That of the system name, which each account has, is 0. */
export const senderId: Parser = (value, zone) =>
	/^\s*0+\s*$/.test(String(value)) ? 0 : id(value, zone);
