import type { Cause, Transacting } from "@postern/core";
import type { IdentityRecord } from "../collections.ts";
import { identityPaused } from "../events.ts";
import { changeIdentity, showIdentity } from "./identity.ts";
import { replies } from "./replies.ts";

const HOUR = 60 * 60_000;
const MAX_WRONG = 5;

/** Counts a wrong code of a bound sender. The fifth within an hour pauses its replies for an hour. */
export async function countWrong(
  ctx: Transacting,
  identity: IdentityRecord,
  message: string,
  cause: Cause,
): Promise<void> {
  const { now } = ctx;
  const { wrong: before } = identity;
  const wrong = now - before.since < HOUR ? { ...before, count: before.count + 1 } : { count: 1, since: now };
  const isTooMuch = wrong.count >= MAX_WRONG;
  const changes = isTooMuch ? { wrong: { count: 0, since: now }, pausedUntil: now + HOUR } : { wrong };
  const changed = await changeIdentity(ctx, identity, changes);
  if (isTooMuch) ctx.emit(identityPaused, { identity: showIdentity(changed) }, cause);
  const does = isTooMuch ? ("paused" as const) : ("unknown_code" as const);
  await replies.add(ctx, { identity: identity.id, message, does }, { key: message, cause });
}
