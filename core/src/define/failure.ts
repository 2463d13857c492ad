import type { NotUnique, OutcomeUnknown } from "../storage/errors.ts";
import { type GatewayError, isGatewayError } from "./error.ts";
import { Busy, Internal, NotUniqueHere, Unavailable } from "./errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  full: "The disk of the store is full. Nothing was changed; reads continue to work.",
  read_only: "The store is read-only. Nothing was changed.",
  gone: "The files of the store were deleted or replaced. Nothing was changed. Restart the gateway.",
  damaged: "The store is damaged. Nothing was changed. Restore a backup.",
  missing: "No store exists at the configured path, and none was created",
  timeout: "The store does not answer in time. Nothing was changed.",
};
const AWAY = "The store cannot be reached. Nothing was changed.";
/** A commit that may have been written. */
const UNKNOWN =
  "The store failed during the commit, so the change may have been made. Check it before you repeat the call, or repeat it with the same Idempotency-Key.";

/**
 * The declared error for a failure. Unknown failures become `gateway.internal`: the text of an exception is never sent.
 */
export function declaredError(error: unknown): GatewayError {
  if (isGatewayError(error)) return error;
  // Checked by code, because a driver may have its own copy of these classes.
  const { code, reason = "", index = "", outcomeUnknown } = Object(error) as Partial<OutcomeUnknown & NotUnique>;
  switch (code) {
    case "NOT_UNIQUE":
      return NotUniqueHere({ index });
    case "STORE_UNAVAILABLE":
      return outcomeUnknown
        ? Unavailable({ reason: UNKNOWN, outcomeUnknown })
        : Unavailable({ reason: REASONS[reason] ?? AWAY, outcomeUnknown: false });
    case "STORE_BUSY":
      return Busy({});
    default:
      return Internal({});
  }
}
