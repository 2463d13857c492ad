// What a spreadsheet would calculate: also after apostrophes, so that taking one off gives back what was there.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const NEUTRAL = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** A text that no spreadsheet takes for a formula. */
export const neutralised = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that was neutralised. */
export const restored = (text: string): string => (NEUTRAL.test(text) ? text.slice(1) : text);
