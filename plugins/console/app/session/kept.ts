/** The key of this tab. `isOwn` says that the console created it, so signing out revokes it. */
export interface Kept {
  readonly key: string;
  readonly isOwn: boolean;
  /** The name of the person: that of the key from which the console created its own. */
  readonly name?: string;
}

/** The reference pages use the same item, so that signing in once is enough. */
const KEY = "postern-key";
const OWN = "postern-key-is-own";
const NAME = "postern-key-name";

/** Kept until the tab is closed, and nowhere else: not in a cookie, an address or another tab. */
export function readKept(): Kept | undefined {
  const key = sessionStorage.getItem(KEY);
  const name = sessionStorage.getItem(NAME);
  if (key === null) return undefined;
  return { key, isOwn: sessionStorage.getItem(OWN) === "true", ...(name !== null && { name }) };
}

export function keep({ key, isOwn, name }: Kept): void {
  sessionStorage.setItem(KEY, key);
  sessionStorage.setItem(OWN, String(isOwn));
  if (name !== undefined) sessionStorage.setItem(NAME, name);
}

export function forget(): void {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(OWN);
  sessionStorage.removeItem(NAME);
}
