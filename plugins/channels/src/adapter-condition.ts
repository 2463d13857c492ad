import type { AdapterState } from "./schemas.ts";

/** The status of an adapter as the end of a sentence, with the reason but without a period. */
export function conditionOf({ status, reason }: Pick<AdapterState, "status" | "reason">): string {
  const condition = status === "failed" ? "failed" : `is ${status}`;
  // The reason of a disabled adapter only repeats its status.
  return reason === undefined || status === "disabled" ? condition : `${condition}: ${reason.replace(/\.$/, "")}`;
}
