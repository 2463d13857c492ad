import { omitUndefined } from "@postern/core";
import { type AdapterRecord, type ReactionRecord, reactions } from "../collections.ts";
import { reactionAdded, reactionRemoved } from "../events.ts";
import { actorOf, keyOf } from "../names.ts";
import type { PlatformEvent, Reaction } from "../schemas.ts";
import type { Received } from "../services.ts";
import { crossingOf, ignored, type Receiving, recordCrossing } from "./received.ts";

/** A reaction as callers see it. */
export function showReaction({ name: _, saidAt: __, isRemoved: ___, ...reaction }: ReactionRecord): Reaction {
  return reaction;
}

/** Stages a new or removed reaction to a message. */
export async function receiveReaction(ctx: Receiving, adapter: AdapterRecord, event: PlatformEvent): Promise<Received> {
  const { store, now, emit } = ctx;
  const { id, of = "", at, emoji = "", removed = false, sender } = event;
  const known = await crossingOf(ctx, adapter.id, "reaction", id);
  if (known)
    return omitUndefined({ disposition: "duplicate" as const, chatId: known.chatId, messageId: known.messageId });
  const { chatId, messageId } = (await crossingOf(ctx, adapter.id, "message", of)) ?? {};
  if (chatId === undefined || messageId === undefined) return ignored("The message is unknown");
  const actorId = actorOf(adapter.id, sender.id);
  const before = await store.get(reactions, messageId, actorId, keyOf(emoji));
  if (at !== undefined && before?.saidAt !== undefined && at < before.saidAt)
    return ignored("A later change of the reaction was already received");
  const exists = before !== undefined && !before.isRemoved;
  if (exists === !removed) return ignored(removed ? "The reaction does not exist" : "The reaction already exists");
  const record: ReactionRecord = omitUndefined({
    messageId,
    chatId,
    adapter: adapter.id,
    actorId,
    emoji,
    at: now,
    name: keyOf(emoji),
    saidAt: at,
    isRemoved: removed || undefined,
  });
  await store.put(reactions, record);
  await recordCrossing(ctx, event, { chatId, messageId });
  emit(removed ? reactionRemoved : reactionAdded, { reaction: showReaction(record) });
  return { disposition: "changed", chatId, messageId };
}
