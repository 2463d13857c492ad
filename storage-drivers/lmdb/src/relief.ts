/** Commits that may use the disk space that is kept for them, because they free space or lead to commits that do. */
import type { ValueBytes } from "@postern/core/drivers";
import { type Batch, encodeKey } from "@postern/core/storage";
import type { Store } from "./folder.ts";

/** Bytes that a removal may write, and a change may add: the event and the stored response. */
const REMOVAL = 16 * 1024;
const CHANGE = 4 * 1024;
/** The kernel's own records, such as uses of keys, which other commands change too. */
const OWN = encodeKey(["gateway."]);

/** Whether the batch removes records and writes very little. */
export function removes({ writes }: Batch<ValueBytes>): boolean {
  let removed = false;
  let put = 0;
  for (const write of writes) {
    if ("value" in write && write.value === null) removed = true;
    else if ("place" in write && write.place === null) removed = true;
    else if ("value" in write) put += write.value?.bytes.length ?? 0;
  }
  return removed && put <= REMOVAL;
}

/** Whether the batch changes stored records and adds very little: an archive command, or a text that is hidden. */
export function changes(db: Store, { writes }: Batch<ValueBytes>): boolean {
  let changed = false;
  let added = 0;
  for (const write of writes) {
    if (!("value" in write)) continue;
    const key = "place" in write ? write.place : write.key;
    const old = key === null || ("isNew" in write && write.isNew) ? 0 : (db.get(key)?.length ?? 0);
    added += (write.value?.bytes.length ?? 0) - old;
    if (old > 0 && !("place" in write) && !write.key.startsWith(OWN)) changed = true;
  }
  return changed && added <= CHANGE;
}
