/**
 * What XML cannot hold, or would change, or what the library for spreadsheets would take out without a word (all that
 * XML discourages, to the last two signs of each plane), and what looks like the way in which that is spelled.
 */
const ODD = /[^\P{Cc}\t\n]|\ufffd|\p{Noncharacter_Code_Point}|\p{Surrogate}|_(?=x[0-9A-Fa-f]{4}_)/gu;

const spelledUnit = (unit: string): string => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/**
 * A text as a cell spells it: `_x000D_` for what XML has no sign for, two of them for a sign beyond U+FFFF. The library
 * looks texts up in a plain object, so a text like `constructor`, which every object has, is spelled as another.
 */
export function spelled(text: string): string {
  if (text in {}) return spelledUnit(text) + text.slice(1);
  return text.replace(ODD, (odd) => odd.split("").map(spelledUnit).join(""));
}

/** The longest text of a cell. */
export const MOST_IN_CELL = 32_767;
