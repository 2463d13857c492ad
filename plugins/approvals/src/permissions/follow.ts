import { type Permission, permissionAnswered, permissionClosed, permissionRequested } from "@postern/agentx/services";
import { type Cause, causedBy, type PluginContext, type Transacting } from "@postern/core";
import { defineConsumer } from "@postern/kit/queue";
import { change, isOpenAt, noticeOf, provenanceOf } from "../approval.ts";
import { type ApprovalRecord, approvals } from "../collections.ts";
import { approvalDenied, approvalExecuted, approvalRequested, approvalWithdrawn } from "../events.ts";
import { group } from "../group.ts";
import { isRejecting } from "./option.ts";
import { ANSWER, digestOfRequest, planOfRequest, requesterIn } from "./request.ts";

type Host = PluginContext<typeof group>;

/** Milliseconds until it expires: longer than an agent waits, since it ends with its request. */
const LASTS = 30 * 24 * 60 * 60_000;

const TYPES: readonly string[] = [permissionRequested.type, permissionAnswered.type, permissionClosed.type];

/** Makes each permission request of a coding agent an approval, and closes it when the request is closed elsewhere. */
export const follow = defineConsumer(group, "permissions", {
  // Requests that were made before approvals were enabled may still be open.
  from: "beginning",
  batch: 20,
  accept: ({ type }) => TYPES.includes(type),
  wanted: (_events, { services }) => services.sessions !== undefined,
  async handle(ctx, events, host) {
    for (const event of events) {
      const { permission } = event.data as { permission: Permission };
      const cause = causedBy(event);
      const record = await ctx.store.one(approvals, "byRequest", permission.id);
      if (event.type === permissionRequested.type) {
        if (!record) await open(ctx, host, permission, cause);
      } else if (record && isOpenAt(record, ctx.now)) await close(ctx, record, permission, cause);
    }
  },
});

/** A request that was closed meanwhile is left out; if it is closed after this look, that event follows. */
async function open(ctx: Transacting, { services }: Host, { id: request }: Permission, cause: Cause) {
  const current = await services.sessions?.request(request);
  const session = current && (await services.sessions?.session(current.session));
  if (current?.state !== "open" || !session) return;
  const plan = planOfRequest(current, session.agent);
  const record: ApprovalRecord = {
    id: ctx.id("apr_"),
    kind: "permission",
    status: "pending",
    operation: ANSWER,
    summary: plan.summary,
    effects: [...plan.effects],
    requester: await requesterIn(ctx.store, session),
    input: { session: session.id, request },
    plan,
    digest: digestOfRequest(request, plan),
    quorum: 1,
    votes: [],
    createdAt: ctx.now,
    number: ctx.number,
    expiresAt: ctx.now + LASTS,
    ...provenanceOf(cause),
  };
  await ctx.store.put(approvals, record);
  ctx.emit(approvalRequested, { approval: noticeOf(record) }, cause);
}

/** The approval ends as the request did. */
async function close(ctx: Transacting, record: ApprovalRecord, permission: Permission, cause: Cause): Promise<void> {
  const { state, option, options, answeredBy: by, closedAt = ctx.now } = permission;
  if (state !== "answered" || by === undefined) {
    const withdrawn = await change(ctx, record, { status: "withdrawn", decidedAt: closedAt });
    return ctx.emit(approvalWithdrawn, { approval: noticeOf(withdrawn) }, cause);
  }
  const chosen = options.find((one) => one.option === option);
  const decided = { decidedAt: closedAt, decidedBy: by, outcome: { answer: { option } } };
  const isRejected = chosen !== undefined && isRejecting(chosen);
  const ended = await change(ctx, record, { ...decided, status: isRejected ? "denied" : "executed" });
  if (isRejected) ctx.emit(approvalDenied, { approval: noticeOf(ended), by }, cause);
  else ctx.emit(approvalExecuted, { approval: noticeOf(ended) }, cause);
}
