import { type GatewayError, isGatewayError } from "./error.ts";
import { Busy, Internal, NotUniqueHere, Unavailable } from "./errors.ts";

const SAID: Readonly<Record<string, string>> = {
  full: "The disk of the store is full; nothing was changed, reads go on",
  read_only: "The store can be read, not written; nothing was changed",
  gone: "The files of the store were deleted or replaced; nothing was changed. Restart the gateway",
  missing: "There is no store at the configured path, and none was made",
  timeout: "The store does not answer in time; whether the change was made is found out before the next one",
};

/** The declared error that a failure stands for. What is unknown becomes `gateway.internal`: an exception's text never leaves. */
export function declaredError(error: unknown): GatewayError {
  if (isGatewayError(error)) return error;
  // By code, as a driver may carry its own copy of these classes.
  const { code, reason = "", index = "" } = (error ?? {}) as { code?: unknown; reason?: string; index?: string };
  switch (code) {
    case "NOT_UNIQUE":
      return NotUniqueHere({ index });
    case "STORE_UNAVAILABLE":
      return Unavailable({ reason: SAID[reason] ?? "The store cannot be reached" });
    case "STORE_BUSY":
      return Busy({});
    default:
      return Internal({});
  }
}
