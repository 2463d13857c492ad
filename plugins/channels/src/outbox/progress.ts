import { omitUndefined, type PluginContext, type Transacting } from "@postern/core";
import { type QueueEntry, retryIn } from "@postern/kit/queue";
import { crossings, drafts, type SendingRecord, sendings } from "../collections.ts";
import { keyOf } from "../names.ts";
import type { OutboxEntry } from "./entry.ts";

type Store = Pick<Transacting, "store">["store"];
type OurHost = Pick<PluginContext, "transact">;

/** Throws if the record was changed since it was read: only one worker may continue. */
async function assertSame(store: Store, { messageId, parts, begun, ambiguous }: SendingRecord): Promise<void> {
  const now = await store.get(sendings, messageId);
  const isSame =
    (now?.parts.length ?? 0) === parts.length ||
    // Sending a restored message starts from nothing.
    (now?.isRemoved === true && parts.length === 0);
  const isOpenAlike = now?.begun?.at === begun?.at && now?.ambiguous?.attempt === ambiguous?.attempt;
  if (!isSame || !isOpenAlike) throw retryIn(1_000, "Another process is sending this message");
}

/** Records that a part is being sent. If the record stays, the outcome is unknown. */
export function markBegun(
  { transact }: OurHost,
  { attempt }: QueueEntry<OutboxEntry>,
  sending: SendingRecord,
  part: number,
  draft: string | undefined,
): Promise<SendingRecord> {
  return transact(async ({ store, now }) => {
    await assertSame(store, sending);
    const { ambiguous: _, ...rest } = sending;
    const record: SendingRecord = { ...rest, begun: { part, attempt, at: now } };
    await store.put(sendings, record);
    if (draft !== undefined && part === 0) await store.put(drafts, { messageId: sending.messageId, text: draft });
    return record;
  });
}

/** Stages that a part was sent: the first commit after the platform accepted it. */
export async function partSent(
  { store, now }: Pick<Transacting, "store" | "now">,
  sending: SendingRecord,
  id: string | undefined,
): Promise<SendingRecord> {
  await assertSame(store, sending);
  const { begun: _, ambiguous: __, ...rest } = sending;
  const record: SendingRecord = { ...rest, parts: [...sending.parts, omitUndefined({ id })] };
  await store.put(sendings, record);
  const { adapter, chatId, messageId } = sending;
  // Identifies echoes of our own message, and changes that others make to it.
  if (id !== undefined)
    await store.put(crossings, { adapter, type: "message", name: keyOf(id), way: "out", chatId, messageId, at: now });
  return record;
}

/** Removes the record of a part that was certainly not sent. */
export function clearBegun({ transact }: OurHost, sending: SendingRecord): Promise<void> {
  return transact(async ({ store }) => {
    await assertSame(store, sending);
    const { begun: _, ...rest } = sending;
    await store.put(sendings, rest);
  });
}

/** Records that the outcome of a part is unknown, until somebody decides what to do. */
export function setAmbiguous(
  { transact }: OurHost,
  sending: SendingRecord,
  attempt: number,
  reason: string,
): Promise<void> {
  return transact(async ({ store }) => {
    await assertSame(store, sending);
    const { begun, ...rest } = sending;
    await store.put(sendings, { ...rest, ambiguous: { part: begun?.part ?? 0, attempt, reason } });
  });
}

/** Stages that the platform shows this revision. */
export async function finished({ store }: Pick<Transacting, "store">, sending: SendingRecord, revision: number) {
  const { target: _, begun: __, ambiguous: ___, ...rest } = sending;
  const now = await store.get(sendings, sending.messageId);
  await store.put(sendings, { ...rest, revision: Math.max(revision, now?.revision ?? 0) });
  await store.delete(drafts, sending.messageId);
}
