/** Maximum length of an expression in characters. */
export const MAX_EXPRESSION = 2_000;
