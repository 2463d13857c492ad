import { type Caller, gatewayErrors } from "@postern/core";
import type { Reader } from "./reader.ts";

/** The part of all streams that one person or agent may have, with however many keys. */
const SHARE = 1 / 2;
/** The part of all streams that only administrators may open, so that others cannot lock them out. */
const RESERVE = 1 / 10;

/** Refuses a stream of a principal that has its share, and all but those of administrators when few are left. */
export function assertShare(open: ReadonlySet<Reader>, { principal, isAdmin }: Caller, most: number): void {
  if (isAdmin) return;
  const own = [...open].filter(({ opener }) => opener.principal === principal).length;
  const share = Math.max(1, Math.floor(most * SHARE));
  if (own >= share)
    throw gatewayErrors.Unavailable({
      reason: `The limit of ${share} open streams of all keys of ${principal} is reached. Close a stream or try again later.`,
    });
  if (open.size >= Math.max(1, most - Math.floor(most * RESERVE)))
    throw gatewayErrors.Unavailable({
      reason: "The remaining streams are reserved for administrators. Close a stream or try again later.",
    });
}
