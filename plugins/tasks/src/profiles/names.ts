/** The format of a name, as a pattern and in words. */
export interface Naming {
  readonly pattern: string;
  /** Completes the sentence "must be …". */
  readonly words: string;
}

export const ID: Naming = {
  pattern: "^[a-z0-9][a-z0-9_-]{0,62}$",
  words: "1 to 63 lowercase letters, digits, - or _, starting with a letter or digit",
};
/** Without folders and in lowercase: no path leaves the folder, and no two names collide on case-insensitive disks. */
export const FILE: Naming = {
  pattern: "^[a-z0-9][a-z0-9_-]{0,62}\\.md$",
  words: "the lowercase name of a Markdown file next to the manifest, for example brief.md",
};
export const ROLE: Naming = {
  pattern: "^[a-z][a-z0-9-]{0,31}$",
  words: "1 to 32 lowercase letters, digits or -, starting with a letter, for example brief",
};
export const INPUT: Naming = {
  pattern: "^[a-z][a-zA-Z0-9_]{0,62}$",
  words: "1 to 63 letters, digits or _, starting with a lowercase letter, for example audience",
};
export const CHECK: Naming = {
  pattern: "^[a-z][a-z0-9-]{0,62}$",
  words: "1 to 63 lowercase letters, digits or -, starting with a letter, for example tests-pass",
};

const test = ({ pattern }: Naming) => {
  const expression = new RegExp(pattern);
  return (text: string): boolean => expression.test(text);
};
export const isId = test(ID);
export const isFile = test(FILE);
