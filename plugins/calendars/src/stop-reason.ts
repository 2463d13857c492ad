import { oneOf, type Static } from "@postern/core";

/** Why an account is stopped until somebody fixes the cause. */
export const StopReason = oneOf(
  "unauthorized",
  "connection_missing",
  "connection_disabled",
  "secret_unavailable",
  "misconfigured",
  "creator_ended",
);
export type StopReason = Static<typeof StopReason>;
