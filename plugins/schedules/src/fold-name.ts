/** Names of one creator are compared without regard to case and width. */
export const foldName = (name: string): string => name.normalize("NFKC").trim().toLowerCase();
