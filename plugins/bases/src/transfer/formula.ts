// Text that a spreadsheet evaluates. Escaped text is escaped again, so that unescaping returns the original.
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const ESCAPED = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Escapes text that a spreadsheet would evaluate. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Removes the escape. */
export const unescapeFormula = (text: string): string => (ESCAPED.test(text) ? text.slice(1) : text);
