import { type Caller, digestOf } from "@postern/core";
import { isoOf } from "../base.ts";
import type { PropertyRecord, RowRecord, SchemaRecord } from "../collections.ts";
import { NotAnApprover } from "../errors.ts";
import { liveOf } from "../schema/find.ts";

/** Stores who decided and when with each new approval. Throws a 403 error if the caller may not decide. */
export function applyDecisions(
  values: RowRecord["values"],
  before: RowRecord["values"],
  schema: SchemaRecord,
  caller: Caller,
  now: number,
): RowRecord["values"] {
  const after = { ...values };
  for (const property of liveOf(schema)) {
    if (property.type !== "approval") continue;
    const value = after[property.id];
    if (value === undefined) {
      // Clearing a decision is a decision too.
      if (isDecision(before[property.id]) && !mayDecide(caller, property))
        throw NotAnApprover({ property: property.key });
      continue;
    }
    if (typeof value !== "string") continue;
    const isAsked = value === "pending" && before[property.id] === undefined;
    if (!isAsked && !mayDecide(caller, property)) throw NotAnApprover({ property: property.key });
    after[property.id] = { status: value, by: caller.principal, at: isoOf(now) };
  }
  return after;
}

const isDecision = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (value as { status?: unknown }).status !== "pending";

/** Throws unless the caller may change the approvers. Otherwise a writer could become an approver. */
export function assertMayChangeApprovers(
  caller: Caller,
  before: PropertyRecord,
  after: Pick<PropertyRecord, "type" | "config">,
): void {
  if (!mayChangeApprovers(caller, before, after)) throw NotAnApprover({ property: before.key });
}

/** Whether a change keeps the type and approvers of a property, or the caller is an approver. */
export function mayChangeApprovers(
  caller: Caller,
  before: PropertyRecord,
  after: Pick<PropertyRecord, "type" | "config">,
): boolean {
  if (before.type !== "approval" || mayDecide(caller, before)) return true;
  return after.type === before.type && digestOf(after.config.approvers) === digestOf(before.config.approvers);
}

/** Without approvers, everyone with write access may decide. */
export function mayDecide(caller: Caller, { config: { approvers = [] } }: PropertyRecord): boolean {
  if (approvers.length === 0 || caller.isAdmin) return true;
  return approvers.some(({ kind, userId, minRole }) => {
    if (kind === "agent") return caller.agentId === userId;
    if (kind === "role") return minRole === "member";
    return caller.principal === `user:${userId}` || caller.principal === userId;
  });
}
