import { type Caller, type Cause, causedBy, type Pending, type Reads, type Transacting } from "@postern/core";
import { type ApprovalRecord, approvals } from "./collections.ts";
import { ApprovalDecided, ApprovalExpired, ApprovalNotFound } from "./errors.ts";
import { noteOn } from "./policies/way-out.ts";
import type { Approval, Status } from "./schemas.ts";
import { isOfRequester, maySee } from "./visibility.ts";

/** The approval. Throws 404, also if the caller may not see it. */
export async function findApproval(store: Reads, caller: Caller, id: string): Promise<ApprovalRecord> {
  const record = await store.get(approvals, id);
  if (!record || !maySee(caller, record)) throw ApprovalNotFound({ id });
  return record;
}

/** An approval that can still be decided. */
export async function findOpen(store: Reads, caller: Caller, id: string, now: number): Promise<ApprovalRecord> {
  const record = await findApproval(store, caller, id);
  const status = statusAt(record, now);
  if (status === "expired") throw ApprovalExpired({ id, expiredAt: new Date(record.expiresAt).toISOString() });
  if (status !== "pending" && status !== "stale") throw ApprovalDecided({ id, approvalStatus: status });
  return record;
}

/** The status of now: an approval expires at its time, even if nobody has noted it yet. */
export const statusAt = ({ status, expiresAt }: Pick<Approval, "status" | "expiresAt">, now: number): Status =>
  (status === "pending" || status === "stale") && expiresAt <= now ? "expired" : status;

/** Whether it still waits for a decision. */
export const isOpenAt = (record: Pick<Approval, "status" | "expiresAt">, now: number): boolean =>
  ["pending", "stale"].includes(statusAt(record, now));

/** The plan that can be approved, and its digest: the one of the proposal, or the newer one of a stale approval. */
export const planOf = ({ plan, digest, stale }: ApprovalRecord): { plan: unknown; digest: string } =>
  stale?.digest === undefined ? { plan, digest } : { plan: stale.plan, digest: stale.digest };

/** Whether entries of a queue about an approval are shown to a caller. Only admins may change them. */
export async function isShown(
  { caller, store }: { readonly caller: Caller; readonly store: Reads },
  { approval }: { readonly approval: string },
  right: "read" | "write",
): Promise<boolean> {
  const record = await store.get(approvals, approval);
  return record !== undefined && (right === "read" ? maySee(caller, record) : caller.isAdmin);
}

/** An approval as a caller sees it. The answer of a command is for its requester, that of an approver for all. */
export function showApproval(record: ApprovalRecord, caller: Caller, now: number): Approval {
  const { isOwn: _, isAdmins: __, number: ___, traceparent: ____, outcome, ...approval } = record;
  const seesAnswer = record.kind === "permission" || caller.isAdmin || isOfRequester(caller, record);
  const { answer, ...rest } = outcome ?? {};
  return {
    kind: "command",
    ...approval,
    status: statusAt(record, now),
    ...(outcome && { outcome: seesAnswer && answer !== undefined ? { ...rest, answer } : rest }),
  };
}

/** What the requester is answered while its command waits. */
export function pendingOf(record: ApprovalRecord): Pending {
  const { id: approvalId, expiresAt, plan, digest } = record;
  const note = noteOn(record);
  return { approvalId, expiresAt, plan, digest, ...(note !== undefined && { note }) };
}

/** What events report of an approval. */
export function noticeOf(record: ApprovalRecord) {
  const { id, status, operation, summary, effects, requester, reason, digest, expiresAt, quorum } = record;
  const { kind = "command" } = record;
  const head = { id, kind, status, operation, summary, effects, requester, digest, expiresAt, quorum };
  return { ...head, ...(reason !== undefined && { reason }) };
}

/** Stores a changed approval and returns it. */
export async function change(
  { store }: Pick<Transacting, "store">,
  before: ApprovalRecord,
  changes: Partial<ApprovalRecord>,
): Promise<ApprovalRecord> {
  const record = { ...before, ...changes };
  await store.put(approvals, record);
  return record;
}

/** What the execution of an approved command follows from: the event of its proposal, in the chain of that. */
export function causeOf({ number, cause, traceparent }: ApprovalRecord): Cause {
  return causedBy({ id: `${number}.1`, ...cause, ...(traceparent !== undefined && { traceparent }) });
}

/** What a proposal follows from, as its record keeps it. The chat is that of the turn that caused it. */
export function provenanceOf(cause: Cause | undefined, chatId?: string): Pick<ApprovalRecord, "cause" | "traceparent"> {
  const { correlationId, causationId, depth = 0, traceparent } = cause ?? {};
  const isKnown = correlationId !== undefined && causationId !== undefined;
  return {
    ...(isKnown && { cause: { correlationId, causationId, depth, ...(chatId !== undefined && { chatId }) } }),
    ...(traceparent !== undefined && { traceparent }),
  };
}
