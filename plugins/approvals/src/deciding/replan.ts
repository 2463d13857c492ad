import { type Caller, isGatewayError, type Operation, type PlanShape, type QueryContext } from "@postern/core";
import type { ApprovalRecord } from "../collections.ts";
import type { Approval } from "../schemas.ts";
import { changesBetween } from "./changes.ts";

/** The plan of now, compared with the one whose digest was approved. */
export type Replanned =
  | { readonly isSame: true }
  | { readonly isSame: false; readonly stale: NonNullable<Approval["stale"]> };

/** Plans a proposed command again, with the rights of its requester. */
export async function replan(
  { planAs, now }: Pick<QueryContext, "planAs" | "now">,
  record: ApprovalRecord,
  digest: string,
  { caller, operation }: { caller: Caller; operation: Operation },
): Promise<Replanned> {
  try {
    const answer = await planAs({ caller, operation, input: record.input });
    if (answer.done) return stale(now, [], "There is nothing left to do.");
    if (answer.digest === digest) return { isSame: true };
    const plan = answer.plan as PlanShape;
    const changes = changesBetween(record.plan, plan);
    const reason = changes.length > 0 ? undefined : "The plugin, the operation or the requester has changed.";
    const found = stale(now, changes, reason);
    return { ...found, stale: { ...found.stale, plan, digest: answer.digest } };
  } catch (error) {
    if (!isGatewayError(error) || error.status >= 500) throw error;
    return stale(now, [], error.message);
  }
}

const stale = (at: number, changes: ReturnType<typeof changesBetween>, reason: string | undefined) => ({
  isSame: false as const,
  stale: { at, changes, ...(reason !== undefined && { reason }) },
});
