import type { Reads } from "@postern/core";
import { hasCreatorEnded } from "@postern/kit/access";
import type { AdapterRecord, StateRecord } from "./collections.ts";

/** Why an adapter neither receives nor sends, whatever its platform says. */
export type Block = Pick<StateRecord, "status" | "cause"> & { readonly reason: string };

/** Undefined if the adapter may run: it is enabled, and the key that set it up has not ended. */
export async function blockOf(
  store: Reads,
  record: Pick<AdapterRecord, "isDisabled" | "createdBy">,
  now: number,
): Promise<Block | undefined> {
  if (record.isDisabled) return { status: "disabled", reason: "The adapter is disabled" };
  if (!(await hasCreatorEnded(store, record, now))) return undefined;
  const reason = "The key that set up the adapter was revoked or has expired";
  return { status: "failed", reason, cause: "creator_ended" };
}
