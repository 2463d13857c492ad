import { messagesCreate } from "@postern/chats/services";
import { type Cause, causedBy, isGatewayError, type PluginContext, T } from "@postern/core";
import { scanRecords } from "@postern/kit/paging";
import { defineConsumer, defineQueue } from "@postern/kit/queue";
import { isOpenAt, isShown, planOf } from "../approval.ts";
import { type ApprovalRecord, approvals, codes, type IdentityRecord, identities } from "../collections.ts";
import { refusalOf } from "../deciding/approver.ts";
import { approvalRequested } from "../events.ts";
import { group } from "../group.ts";
import { issueCode } from "./codes.ts";
import { messageTo } from "./messages.ts";
import { isDirectIn, obstacleIn } from "./reach.ts";
import { announcementOf } from "./texts.ts";

type Host = PluginContext<typeof group>;

/** Announces an approval to every identity that may decide it, each once. */
export const notices = defineQueue(group, "notices", {
  one: "notice",
  entry: T.Object({ approval: T.String({ description: "Id of the approval" }) }),
  columns: { approval: "id" },
  about: { field: "approval", of: ({ approval }) => approval },
  visible: isShown,
  timeout: 10 * 60_000,
  async handle({ payload, cause }, { host, signal }) {
    const record = await host.store.get(approvals, payload.approval);
    if (!record || !isOpenAt(record, host.now())) return;
    let failure: unknown;
    for await (const identity of scanRecords(host.store, identities, { by: "byNotified" })) {
      signal.throwIfAborted();
      // The other approvers do not wait for the one whose chat fails.
      await announce(host, record, identity, cause).catch((error: unknown) => {
        if (!isGatewayError(error) || error.status >= 500) failure = error;
        else host.log.warn({ identity: identity.id, error: error.message }, "An approval could not be announced");
      });
    }
    if (failure) throw failure;
  },
});

/** Adds each new proposal to the queue, also those of times when nothing was running. */
export const requests = defineConsumer(group, "requests", {
  from: "beginning",
  accept: ({ type }) => type === approvalRequested.type,
  wanted: (_events, { services }) => services.chats !== undefined,
  async handle(ctx, events) {
    for (const event of events) {
      const { approval } = event.data as { approval: { id: string } };
      await notices.add(ctx, { approval: approval.id }, { key: approval.id, cause: causedBy(event) });
    }
  },
});

async function announce(host: Host, record: ApprovalRecord, identity: IdentityRecord, cause: Cause | undefined) {
  if (await host.store.get(codes, record.id, identity.id)) return;
  const caller = await host.callerOf(identity.contextId);
  if (!caller || (await refusalOf(host.store, caller, record)) !== undefined) return;
  if ((await obstacleIn(host, record, identity)) !== undefined) return;
  const isDirect = await isDirectIn(host, identity);
  await host.transact(async ({ store, now, call }) => {
    const current = await store.get(approvals, record.id);
    const receiver = await store.get(identities, identity.id);
    const isDue = current && isOpenAt(current, now) && receiver?.status === "bound" && receiver.notify;
    if (!isDue || (await store.get(codes, record.id, identity.id))) return;
    const code = await issueCode(store, current, identity.id, planOf(current).digest);
    const id = `approval.${record.id}.${identity.id}`;
    await call(messagesCreate, messageTo(receiver, id, announcementOf(current, code, isDirect)));
  }, cause);
}
