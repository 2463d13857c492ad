/** What XML cannot hold, or would change, and what looks like the way in which that is spelled. */
const ODD = /[^\P{Cc}\t\n]|[\ufffe\uffff]|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;

/** A text as a cell spells it: `_x000D_` for what XML has no sign for. */
export const spelled = (text: string): string =>
  text.replace(ODD, (odd) => `_x${odd.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);

/** The longest text of a cell. */
export const MOST_IN_CELL = 32_767;
