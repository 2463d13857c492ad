import type { CommandContext, MutableRecords, Transacting } from "@postern/core";
import { type DraftRecord, drafts } from "./collections.ts";
import { messageDraft } from "./events.ts";
import type { Draft } from "./schemas.ts";

/** The least time between two stored states of a draft, in milliseconds: at most ten a second. */
export const DRAFT_INTERVAL = 100;
/** A draft that was not changed for so long is abandoned, in milliseconds. */
const ABANDONED = 5 * 60_000;

/**
 * Stores the text so far of a message that is being written. The event carries only what was added, so that a long text
 * does not fill the journal.
 */
export async function updateDraft(
  ctx: Pick<CommandContext, "store" | "now" | "id" | "emit">,
  { chatId, actorId, text }: { chatId: string; actorId: string; text: string },
): Promise<Draft> {
  const { store, now, id, emit } = ctx;
  const before = await store.get(drafts, chatId, actorId);
  const record: DraftRecord = { id: before?.id ?? id("draft_"), chatId, actorId, text, updatedAt: now };
  await store.put(drafts, record);
  const kept = before && text.startsWith(before.text) ? before.text.length : 0;
  emit(messageDraft, { draftId: record.id, chatId, actorId, offset: kept, text: text.slice(kept), ended: false });
  return record;
}

/** Whether a draft was changed so recently that the next change must wait. */
export const isTooSoon = (draft: DraftRecord | undefined, now: number): boolean =>
  draft !== undefined && now >= draft.updatedAt && now - draft.updatedAt < DRAFT_INTERVAL;

export const isAbandoned = ({ updatedAt }: DraftRecord, now: number): boolean => now - updatedAt >= ABANDONED;

/** Removes a draft, for example because nothing will be sent. */
export async function removeDraft(
  { store, emit }: Pick<Transacting, "store" | "emit">,
  chatId: string,
  actorId: string,
): Promise<boolean> {
  const draft = await store.get(drafts, chatId, actorId);
  if (!draft) return false;
  await store.delete(drafts, chatId, actorId);
  emit(messageDraft, { draftId: draft.id, chatId, actorId, offset: 0, text: "", ended: true });
  return true;
}

/** The message that was being written is there: its draft ends without an event of its own. */
export async function replaceDraft(store: MutableRecords, chatId: string, actorId: string): Promise<void> {
  if (await store.get(drafts, chatId, actorId)) await store.delete(drafts, chatId, actorId);
}
