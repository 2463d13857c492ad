/**
 * Shows characters that control a terminal in JSON notation (ESC as `\u001b`), so that data never reaches the terminal
 * as a command. Line breaks and tabs are kept.
 */
export const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are replaced
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, escaped);

/**
 * The same for characters that JSON may contain unescaped, so that JSON keeps its meaning. Applied to all output: the
 * colors of the command line itself begin with ESC and pass.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, escaped);

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
