import { omitUndefined, type Reads, type Transacting } from "@postern/core";
import { cursors } from "../collections.ts";

export interface CursorKey {
  readonly site: string;
  readonly domain: string;
  readonly kind: string;
  readonly direction: "pull" | "push";
}

export async function cursorAt(
  store: Reads,
  { site, domain, kind, direction }: CursorKey,
): Promise<string | undefined> {
  return (await store.get(cursors, site, domain, kind, direction))?.value;
}

/** Moves a cursor in the caller's transaction. Returns false if it was moved or deleted meanwhile. */
export async function moveCursor(
  { store, now }: Pick<Transacting, "store" | "now">,
  key: CursorKey,
  { before, value, left }: { before: string | undefined; value: string; left?: number | undefined },
): Promise<boolean> {
  if ((await cursorAt(store, key)) !== before) return false;
  await store.put(cursors, omitUndefined({ ...key, value, updatedAt: now, left }));
  return true;
}
