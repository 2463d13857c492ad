/** The key of this tab. `isOwn` says that the console created it, so signing out revokes it. */
export interface Kept {
  readonly key: string;
  readonly isOwn: boolean;
}

/** The reference pages use the same item, so that signing in once is enough. */
const KEY = "postern-key";
const OWN = "postern-key-is-own";

/** Kept until the tab is closed, and nowhere else: not in a cookie, an address or another tab. */
export function readKept(): Kept | undefined {
  const key = sessionStorage.getItem(KEY);
  return key === null ? undefined : { key, isOwn: sessionStorage.getItem(OWN) === "true" };
}

export function keep({ key, isOwn }: Kept): void {
  sessionStorage.setItem(KEY, key);
  sessionStorage.setItem(OWN, String(isOwn));
}

export function forget(): void {
  sessionStorage.removeItem(KEY);
  sessionStorage.removeItem(OWN);
}
