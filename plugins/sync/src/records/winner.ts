import type { Wire } from "@postern/core/sync";

/** A version of a record; without a wire it was removed. */
export interface Version {
  readonly wire: Wire | undefined;
  readonly digest: string | undefined;
}

/**
 * Whether the first of two versions that were made apart stays. Every gateway decides alike, whichever it meets first:
 * it depends on what they say alone. What is there stays before what was removed, then what was changed later.
 */
export function wins(one: Version, other: Version): boolean {
  if (!one.wire || !other.wire) return one.wire !== undefined;
  const [ours, theirs] = [timeOf(one.wire), timeOf(other.wire)];
  if (ours !== undefined && theirs !== undefined && ours !== theirs) return ours > theirs;
  return (one.digest ?? "") > (other.digest ?? "");
}

/** In Unix milliseconds. */
function timeOf({ updatedAt }: Wire): number | undefined {
  const time = typeof updatedAt === "string" ? Date.parse(updatedAt) : updatedAt;
  return typeof time === "number" && !Number.isNaN(time) ? time : undefined;
}
