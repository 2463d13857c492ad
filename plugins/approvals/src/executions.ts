import {
  type Caller,
  type GatewayError,
  isGatewayError,
  type PluginContext,
  T,
  type Transacting,
  withoutSecrets,
} from "@postern/core";
import { defineQueue, nonRetryable } from "@postern/kit/queue";
import { causeOf, change, isShown, noticeOf } from "./approval.ts";
import { type ApprovalRecord, approvals } from "./collections.ts";
import { refusalOf } from "./deciding/approver.ts";
import { changesBetween } from "./deciding/changes.ts";
import { requesterOf } from "./deciding/requester.ts";
import { approvalExecuted, approvalFailed, approvalStale } from "./events.ts";
import { group } from "./group.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** The gateway knows the outcome of a call with an idempotency key for a day. After that it must not be repeated. */
const KNOWN = 23 * 60 * MINUTE;

/** After these errors of the gateway nobody knows what work outside the store has done. */
const UNCLEAR = ["gateway.outcome_unclear", "gateway.conflict", "gateway.internal", "gateway.invalid_response"];

type Host = PluginContext<typeof group>;

/** Approved commands that work outside the store, such as publishing. Each is started at most once. */
export const executions = defineQueue(group, "executions", {
  one: "execution",
  entry: T.Object({ approval: T.String({ description: "Id of the approval" }) }),
  columns: { approval: "id" },
  about: { field: "approval", of: ({ approval }) => approval },
  visible: isShown,
  // While the first attempt may still run, the gateway is busy: it is asked again until the outcome is known or unclear.
  backoff: [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE, 5 * MINUTE, 5 * MINUTE],
  timeout: 30 * MINUTE,
  async handle({ payload }, { host, signal }) {
    const record = await begin(host, payload.approval);
    if (!record) return undefined;
    const end = await run(host, record, signal);
    return async (ctx) => {
      const current = await ctx.store.get(approvals, record.id);
      if (current?.status !== "approved") return;
      const ended = await change(ctx, current, { ...end.changes, endedAt: ctx.now });
      end.report(ctx, ended);
    };
  },
});

/** The approval, with the time of its first attempt. Undefined if it is no longer to be executed. */
async function begin(host: Host, id: string): Promise<ApprovalRecord | undefined> {
  return host.transact(async (ctx) => {
    const record = await ctx.store.get(approvals, id);
    if (record?.status !== "approved") return undefined;
    return record.startedAt === undefined ? change(ctx, record, { startedAt: ctx.now }) : record;
  });
}

/** How an execution ended: what changes in the approval, and how it is reported. */
interface End {
  readonly changes: Partial<ApprovalRecord>;
  report(ctx: Pick<Transacting, "emit">, record: ApprovalRecord): void;
}

async function run(host: Host, record: ApprovalRecord, signal: AbortSignal): Promise<End> {
  const { gateway } = host.services;
  const { operation, input, digest, startedAt = 0 } = record;
  if (host.now() - startedAt > KNOWN) return unclear("Its execution was interrupted more than a day ago.");
  let caller: Caller;
  try {
    caller = await requesterOf(host.store, record, host.now());
    const revoked = await revokedApprover(host, record);
    if (revoked !== undefined) return failed({ code: "approvals.not_approver", message: revoked });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return failed(error);
  }
  const call = { caller, approved: record.id, cause: causeOf(record), signal } as const;
  try {
    const once = { execute: true, plan: digest, idempotencyKey: `approval.${record.id}` };
    const answer = await gateway.call(operation, structuredClone(input), { ...call, ...once });
    const { output } = gateway.operation(operation) ?? {};
    return executed(output ? withoutSecrets(output, answer) : answer);
  } catch (error) {
    if (!isGatewayError(error)) throw nonRetryable("The operation failed unexpectedly");
    if (error.code === "gateway.plan_stale") return stale(await planOf(), record, host.now());
    if (error.code === "gateway.busy" || error.code === "gateway.unavailable") throw error;
    return UNCLEAR.includes(error.code) ? unclear(error.message) : failed(error);
  }

  async function planOf(): Promise<{ plan?: unknown; digest?: string; message?: string }> {
    try {
      return (await gateway.call(operation, structuredClone(input), { ...call, execute: false })) as object;
    } catch (error) {
      if (!isGatewayError(error)) throw error;
      return { message: error.message };
    }
  }
}

/** Why an approver no longer counts: its key has ended, or it has lost its rights since it approved. */
async function revokedApprover(host: Host, record: ApprovalRecord): Promise<string | undefined> {
  for (const { contextId, label } of record.votes) {
    // The process itself has no key that could end.
    if (contextId === "ctx_local") continue;
    const approver = await host.callerOf(contextId);
    if (!approver) return `The key "${label}", which approved the command, has ended.`;
    const refusal = await refusalOf(host.store, approver, record);
    if (refusal !== undefined) return `The key "${label}" may no longer approve the command: ${refusal}`;
  }
  return undefined;
}

const executed = (answer: unknown): End => ({
  changes: { status: "executed", outcome: { answer } },
  report: ({ emit }, record) => emit(approvalExecuted, { approval: noticeOf(record) }, causeOf(record)),
});

function failed({ code, message }: Pick<GatewayError, "code" | "message">, isUnclear = false): End {
  const outcome = { code, message, ...(isUnclear && { unclear: true }) };
  return {
    changes: { status: "failed", outcome },
    report: ({ emit }, record) => emit(approvalFailed, { approval: noticeOf(record), ...outcome }, causeOf(record)),
  };
}

const unclear = (message: string): End => failed({ code: "gateway.outcome_unclear", message }, true);

/** The approved plan is not executed. The new one waits for a decision, with all votes. */
function stale(now: { plan?: unknown; digest?: string; message?: string }, record: ApprovalRecord, at: number): End {
  const { plan, digest, message } = now;
  const changes = plan === undefined ? [] : changesBetween(record.plan, plan);
  const found = { at, changes, ...(plan !== undefined && { plan, digest }), ...(message && { reason: message }) };
  return {
    changes: { status: "stale", stale: found, votes: [] },
    report: ({ emit }, record) =>
      emit(
        approvalStale,
        { approval: noticeOf(record), changes, ...(message && { reason: message }) },
        causeOf(record),
      ),
  };
}
