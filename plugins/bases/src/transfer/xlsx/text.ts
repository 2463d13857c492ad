/**
 * Characters that XML cannot represent or discourages (including the last two of each plane), which spreadsheet programs
 * may drop, and text that looks like an escape sequence.
 */
const ODD = /[^\P{Cc}\t\n]|\ufffd|\p{Noncharacter_Code_Point}|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;

const escapeUnit = (unit: string): string => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/** Escapes the text of a cell: `_x000D_` for a character that XML cannot represent, two sequences beyond U+FFFF. */
export const escapeCellText = (text: string): string =>
  text.replace(ODD, (odd) => odd.split("").map(escapeUnit).join(""));

/** Maximum number of characters in a cell. */
export const MAX_IN_CELL = 32_767;
