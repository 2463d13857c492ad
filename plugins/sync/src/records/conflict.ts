import { createHash } from "node:crypto";
import { omitUndefined, type Transacting } from "@postern/core";
import type { RecordName } from "@postern/kit/sync";
import { type ConflictRecord, conflicts } from "../collections.ts";
import { conflictFound } from "../events.ts";
import type { Version } from "./winner.ts";

/** Stores the losing version as a conflict, once even if the same versions meet repeatedly. */
export async function keepLoser(
  { store, now, emit }: Transacting,
  found: { domain: string; name: RecordName; site: string; kept: "here" | "there"; loser: Version },
): Promise<void> {
  const { domain, name, site, kept, loser } = found;
  const hash = createHash("sha256").update(JSON.stringify([domain, name, loser.digest ?? ""]));
  const id = `conflict_${hash.digest("hex").slice(0, 24)}`;
  if (await store.get(conflicts, id)) return;
  const conflict: ConflictRecord = omitUndefined({
    id,
    domain,
    name: [...name],
    site,
    kept,
    lost: loser.wire,
    at: now,
  });
  await store.put(conflicts, conflict);
  emit(conflictFound, { conflict: summaryOf(conflict) });
}

/** A conflict without the contents of the record. */
export function summaryOf({ lost, kept: winner, at: foundAt, ...conflict }: ConflictRecord) {
  return { ...conflict, winner, loser: lost ? ("record" as const) : ("removal" as const), foundAt };
}
