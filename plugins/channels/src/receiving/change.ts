import { messagesDelete, messagesUpdate, unarchive } from "@postern/chats/services";
import { type GatewayError, isGatewayError, omitUndefined } from "@postern/core";
import { type AdapterRecord, type CrossingRecord, crossings, sendings } from "../collections.ts";
import type { PlatformEvent } from "../schemas.ts";
import type { Received } from "../services.ts";
import { crossingOf, ignored, type Receiving, recordCrossing } from "./received.ts";

/** Stages an edit or a deletion of a message that was exchanged before, in either direction. */
export async function receiveChange(ctx: Receiving, adapter: AdapterRecord, event: PlatformEvent): Promise<Received> {
  const { type, id, of = "", at, text = "" } = event;
  const known = await crossingOf(ctx, adapter.id, type, id);
  if (known)
    return omitUndefined({ disposition: "duplicate" as const, chatId: known.chatId, messageId: known.messageId });
  const changed = await crossingOf(ctx, adapter.id, "message", of);
  const { chatId, messageId } = changed ?? {};
  if (!changed || chatId === undefined || messageId === undefined) return ignored("The message is unknown");
  if (isOlder(at, changed)) return ignored("A later change of the message was already received");
  if (type === "edit" && text === "") return ignored("The message has no text");
  const sending = await ctx.store.get(sendings, messageId);
  if (sending && sending.parts.length > 1)
    return ignored("The message is one part of a longer message sent by Postern");
  const chat = await ctx.services.chats?.chat(chatId);
  if (chat?.archivedAt !== undefined) await ctx.call(unarchive, { chatId });
  const revision = await applyChange(ctx, messageId, event);
  if (typeof revision === "string") return ignored(revision);
  if (sending) await ctx.store.put(sendings, { ...sending, revision, ...(type === "delete" && { isRemoved: true }) });
  await recordCrossing(ctx, event, { chatId, messageId });
  await ctx.store.put(crossings, { ...changed, ...(at !== undefined && { changedAt: at }) });
  return { disposition: "changed", chatId, messageId };
}

const isOlder = (at: number | undefined, { changedAt }: Pick<CrossingRecord, "changedAt">): boolean =>
  at !== undefined && changedAt !== undefined && at < changedAt;

/** The new revision of the message, or the reason why the change was ignored. */
async function applyChange({ call, services }: Receiving, messageId: string, { type, text = "" }: PlatformEvent) {
  const before = await services.chats?.message(messageId);
  if (!before) return "The message no longer exists";
  if (before.state === "deleted") return "The message is deleted";
  if (type === "edit" && before.content.text === text) return "The message already has this text";
  try {
    const { message } =
      type === "edit"
        ? await call(messagesUpdate, { messageId, content: text })
        : await call(messagesDelete, { messageId });
    return message.revision;
  } catch (error) {
    if (isGatewayError(error) && error.status === 404) return (error as GatewayError).message;
    throw error;
  }
}
