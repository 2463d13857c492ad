/** How something is named, for machines and in words. */
export interface Naming {
  readonly pattern: string;
  /** Completes "must be". */
  readonly words: string;
}

export const ID: Naming = {
  pattern: "^[a-z0-9][a-z0-9_-]{0,62}$",
  words: "up to 63 lower-case letters, digits, - and _, the first a letter or digit",
};
/** Flat, and in lower case: no path can lead out of the folder, and no two files fall together on any disk. */
export const FILE: Naming = {
  pattern: "^[a-z0-9][a-z0-9_-]{0,62}\\.md$",
  words: "the name of a Markdown file beside the manifest, in lower case, like brief.md",
};
export const ROLE: Naming = {
  pattern: "^[a-z][a-z0-9-]{0,31}$",
  words: "up to 32 lower-case letters, digits and -, the first a letter, like brief",
};
export const INPUT: Naming = {
  pattern: "^[a-z][a-zA-Z0-9_]{0,62}$",
  words: "up to 63 letters, digits and _, the first a lower-case letter, like audience",
};
export const CHECK: Naming = {
  pattern: "^[a-z][a-z0-9-]{0,62}$",
  words: "up to 63 lower-case letters, digits and -, the first a letter, like tests-pass",
};

const test = ({ pattern }: Naming) => {
  const expression = new RegExp(pattern);
  return (text: string): boolean => expression.test(text);
};
export const isId = test(ID);
export const isFile = test(FILE);
