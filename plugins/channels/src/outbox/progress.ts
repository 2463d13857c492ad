import { omitUndefined, type PluginContext, type Transacting } from "@postern/core";
import { type QueueEntry, retryIn } from "@postern/core/queue";
import { crossings, drafts, type SendingRecord, sendings } from "../collections.ts";
import { keyOf } from "../names.ts";
import type { OutboxEntry } from "./entry.ts";

type Store = Pick<Transacting, "store">["store"];
type OurHost = Pick<PluginContext, "transact">;

/** Where it still stands as it was when it was looked at: only one worker goes on from there. */
async function assertSame(store: Store, { messageId, parts, begun, ambiguous }: SendingRecord): Promise<void> {
  const now = await store.get(sendings, messageId);
  const isSame =
    (now?.parts.length ?? 0) === parts.length ||
    // A message that is sent anew begins from nothing.
    (now?.isRemoved === true && parts.length === 0);
  const isOpenAlike = now?.begun?.at === begun?.at && now?.ambiguous?.attempt === ambiguous?.attempt;
  if (!isSame || !isOpenAlike) throw retryIn(1_000, "Another process is at work on it");
}

/** Writes down that a part is being sent: without its outcome, that is left open. */
export function begin(
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

/** Writes down that a part is out, before anything else can happen to it. */
export function partSent(
  { transact }: OurHost,
  sending: SendingRecord,
  id: string | undefined,
): Promise<SendingRecord> {
  return transact(async ({ store, now }) => {
    await assertSame(store, sending);
    const { begun: _, ambiguous: __, ...rest } = sending;
    const record: SendingRecord = { ...rest, parts: [...sending.parts, omitUndefined({ id })] };
    await store.put(sendings, record);
    const { adapter, chatId, messageId } = sending;
    // By it an echo of our own is known, and what others do to it.
    if (id !== undefined)
      await store.put(crossings, { adapter, type: "message", name: keyOf(id), way: "out", chatId, messageId, at: now });
    return record;
  });
}

/** A part certainly was not sent: what was begun is as if it had not been. */
export function putBack({ transact }: OurHost, sending: SendingRecord): Promise<void> {
  return transact(async ({ store }) => {
    await assertSame(store, sending);
    const { begun: _, ...rest } = sending;
    await store.put(sendings, rest);
  });
}

/** Nobody can tell whether it was sent: that stands until somebody decides. */
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
