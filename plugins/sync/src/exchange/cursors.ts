import { omitUndefined, type Reads, type Transacting } from "@postern/core";
import { cursors } from "../collections.ts";

export interface Way {
  readonly site: string;
  readonly domain: string;
  readonly kind: string;
  readonly direction: "pull" | "push";
}

export async function cursorAt(store: Reads, { site, domain, kind, direction }: Way): Promise<string | undefined> {
  return (await store.get(cursors, site, domain, kind, direction))?.value;
}

/** Stages how far one has come; where somebody else has moved it meanwhile, or taken it away, it stays as it is. */
export async function move(
  { store, now }: Pick<Transacting, "store" | "now">,
  way: Way,
  { before, value, left }: { before: string | undefined; value: string; left?: number | undefined },
): Promise<boolean> {
  if ((await cursorAt(store, way)) !== before) return false;
  await store.put(cursors, omitUndefined({ ...way, value, updatedAt: now, left }));
  return true;
}
