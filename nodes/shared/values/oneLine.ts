/** A line break begins another line of a log, and an escape sequence moves what a terminal shows. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks that show the text behind them in another order. */
const REORDERS = /\p{Bidi_Control}+/gu;

/** Words of the service in one line, as an error, an error item, a list of the editor and a log show them. */
export const oneLine = (words: string): string => words.replace(REORDERS, '').replace(CONTROL, ' ');
