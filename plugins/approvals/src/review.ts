import type { AgentDirectory } from "@postern/agents/services";
import {
  type Caller,
  gatewayErrors,
  keys,
  type Pending,
  processCaller,
  type Reads,
  type ReviewedCall,
  type Transacting,
  withoutSecrets,
} from "@postern/core";
import { noticeOf, pendingOf, provenanceOf } from "./approval.ts";
import { type ApprovalRecord, approvals } from "./collections.ts";
import { isOutside } from "./deciding/execute.ts";
import { DeniedByPolicy, NeedsApproval, NotProposable, TooManyPending } from "./errors.ts";
import { approvalRequested } from "./events.ts";
import type { PolicyCache } from "./policies/cache.ts";
import type { Policy } from "./policies/schemas.ts";
import { isWayOut } from "./policies/way-out.ts";

/** How many proposals of one principal can be undecided, with all of its keys: more than anybody would decide. */
const MAX_OPEN = 1_000;
/** The longest input that is kept, in characters of JSON. */
const MAX_INPUT = 2 ** 20;
/** How many secrets of an input are named in its refusal. */
const MAX_ISSUES = 20;

interface Setting {
  readonly policies: PolicyCache;
  readonly expiresAfterMs: number;
  readonly agents: AgentDirectory | undefined;
}

/** Decides whether a command is executed, waits for approval or is denied. */
export async function review(
  ctx: Transacting,
  call: ReviewedCall,
  { policies, expiresAfterMs, agents }: Setting,
): Promise<Pending | undefined> {
  const { operation, caller, proposal } = call;
  const isDecision = operation.group.name === "approvals" && !operation.id.startsWith("approvals.policies.");
  if (isDecision && proposal)
    throw NotProposable({ operation: operation.id, reason: "an approval is decided by the approver" });
  // No policy can keep people from deciding, or a requester from waiting.
  if (isDecision) return undefined;
  // No rule is made by an agent alone.
  const isAgentsRule = operation.group.name === "approvals" && (caller.agentId !== undefined || !caller.isAdmin);
  // Work outside the store has been done when it is committed: a policy that has changed by then must not refuse that.
  const store = isOutside(operation) ? ctx.store.unchecked : ctx.store;
  const policy = isAgentsRule ? undefined : await policies.matching({ store, now: ctx.now }, call);
  if (policy && isWayOut(call, policy)) return undefined;
  if (policy?.action === "deny") {
    const { reason } = policy;
    throw DeniedByPolicy({
      ...{ operation: operation.id, ...named(policy, caller) },
      ...(reason !== undefined && { reason }),
    });
  }
  if (call.approved !== undefined && (await covers(ctx.store, call, policy))) return undefined;
  const waits = proposal === "asked" || isAgentsRule || (policy ? policy.action === "propose" : proposal !== undefined);
  if (!waits) return undefined;
  if (!call.canWait) throw NeedsApproval({ operation: operation.id, ...(policy && named(policy, caller)) });
  const { causationId } = call.cause ?? {};
  const turn = causationId === undefined ? undefined : await agents?.turn(causationId);
  return propose(ctx, call, { policy, expiresAfterMs: policy?.expiresAfterMs ?? expiresAfterMs, chatId: turn?.chatId });
}

/** A policy as a refusal names it. Its id is for those who can look it up. */
const named = ({ id, name }: Policy, caller: Caller) => ({
  policy: name,
  ...(caller.allows("approvals:read") && { policyId: id }),
});

/**
 * Whether an approval suffices for a command under a policy. That of a whole command suffices for those within it, unless
 * their own policy asks for more.
 */
async function covers(
  store: Reads,
  { approved, isNested }: ReviewedCall,
  policy: Policy | undefined,
): Promise<boolean> {
  if (!isNested || !policy || ((policy.quorum ?? 1) === 1 && !policy.approvers)) return true;
  const approval = approved === undefined ? undefined : await store.get(approvals, approved);
  return approval?.policy === policy.id;
}

async function propose(
  ctx: Transacting,
  call: ReviewedCall,
  {
    policy,
    expiresAfterMs,
    chatId,
  }: { policy: Policy | undefined; expiresAfterMs: number; chatId: string | undefined },
): Promise<Pending> {
  const { store, now, emit } = ctx;
  const { operation, input, plan, caller, reason, cause } = call;
  assertStorable(call);
  const { contextId, label, agentId, principal } = caller;
  await assertRoom(store, principal);
  const { lineage, isOwn } = await originOf(store, caller, operation.id);
  const record: ApprovalRecord = {
    id: ctx.id("apr_"),
    kind: "command",
    status: "pending",
    operation: operation.id,
    summary: plan.summary,
    effects: [...(plan.effects ?? [])],
    requester: { contextId, principal, label, ...(agentId !== undefined && { agentId }), lineage },
    ...(reason !== undefined && { reason }),
    input: input ?? {},
    plan,
    digest: await call.digest(),
    ...(policy && { policy: policy.id }),
    quorum: policy?.quorum ?? 1,
    ...(policy?.approvers && { approvers: policy.approvers }),
    votes: [],
    createdAt: now,
    number: ctx.number,
    expiresAt: now + expiresAfterMs,
    ...(isOwn && { isOwn }),
    ...(caller.isAdmin && { isAdmins: true }),
    ...provenanceOf(cause, chatId),
  };
  await store.put(approvals, record);
  emit(approvalRequested, { approval: noticeOf(record) });
  return pendingOf(record);
}

/** Near the limit, the count is checked by the commit, so that several at once do not exceed it together. */
async function assertRoom(store: Transacting["store"], principal: string): Promise<void> {
  const open = { by: "byOpenRequester", prefix: [principal], limit: MAX_OPEN } as const;
  if ((await store.unchecked.count(approvals, open)) < MAX_OPEN / 2) return;
  if ((await store.count(approvals, open)) >= MAX_OPEN) throw TooManyPending({ principal, limit: MAX_OPEN });
}

function assertStorable({ operation: { input: schema }, input }: ReviewedCall): void {
  const message = "is a secret, which is not kept in a proposal. Store it first, and propose with a reference to it";
  const issues: gatewayErrors.Issue[] = [];
  withoutSecrets(schema, input, (path) => issues.push({ path, code: "secret", message }));
  if (issues.length > 0) throw gatewayErrors.InvalidInput({ issues: issues.slice(0, MAX_ISSUES) });
  const { length } = JSON.stringify(input ?? {});
  if (length > MAX_INPUT) {
    const message = `has ${length} characters as JSON; a proposal can have at most ${MAX_INPUT}`;
    throw gatewayErrors.InvalidInput({ issues: [{ path: "", code: "length", message }] });
  }
}

/** Where the rights of a requester come from. They are looked up again when the command is executed. */
async function originOf(store: Reads, { contextId, isAdmin, lineage }: Caller, operation: string) {
  if (await store.get(keys.contexts, contextId)) {
    // The process is no context that could see it.
    return { lineage: lineage.slice(1).filter((id) => id !== processCaller.contextId), isOwn: false };
  }
  if (isAdmin && contextId === processCaller.contextId) return { lineage: [], isOwn: true };
  const reason = `the context "${contextId}" is not stored in this gateway, so its rights cannot be checked later`;
  throw NotProposable({ operation, reason });
}
