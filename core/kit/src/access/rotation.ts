import { type Caller, keys } from "@postern/core";
import type { Reads } from "@postern/core/storage";

/** Something that a key has opened and that stays open, such as a stream. */
export interface Opened {
  readonly caller: Pick<Caller, "contextId" | "isRetiring">;
  /** Unix milliseconds. */
  readonly openedAt: number;
}

/**
 * Whether the key that opened something has ended because it was rotated: what it opened ends with it, also if its context
 * lives on with a new key.
 */
export async function hasRotated(store: Reads, { caller, openedAt }: Opened, now: number): Promise<boolean> {
  const { rotatedAt, graceUntil } = (await store.get(keys.contexts, caller.contextId)) ?? {};
  if (rotatedAt === undefined || graceUntil === undefined) return false;
  return (openedAt < rotatedAt || caller.isRetiring) && now >= graceUntil;
}

/** Whether a ticket of a context was issued before its key was rotated: then somebody else may have it. */
export async function isOutdated(store: Reads, contextId: string, issuedAt: number): Promise<boolean> {
  return issuedAt <= ((await store.get(keys.contexts, contextId))?.rotatedAt ?? Number.NEGATIVE_INFINITY);
}
