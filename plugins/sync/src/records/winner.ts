import type { Wire } from "@postern/kit/sync";

/** A version of a record; without `wire` it was removed. */
export interface Version {
  readonly wire: Wire | undefined;
  readonly digest: string | undefined;
}

/**
 * Whether the first of two conflicting versions wins. All gateways decide the same, because only the contents count: a
 * record wins over a removal, then the later change wins, then the greater digest.
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
