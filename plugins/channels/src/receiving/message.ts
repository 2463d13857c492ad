import { messagesIngest } from "@postern/chats/services";
import { digestOf, omitUndefined } from "@postern/core";
import type { AdapterRecord } from "../collections.ts";
import { actorOf, keyOf } from "../names.ts";
import type { PlatformEvent } from "../schemas.ts";
import type { Received } from "../services.ts";
import { chatOf } from "./place.ts";
import { crossingOf, ignored, type Receiving, recordCrossing } from "./received.ts";

/** Maximum length of a provider's id in chats. */
const MAX_RAW_LENGTH = 128;

/** Stages a new message. Creates its chat if it does not exist. */
export async function receiveMessage(ctx: Receiving, adapter: AdapterRecord, event: PlatformEvent): Promise<Received> {
  const { id, sender, at, text = "" } = event;
  const known = await crossingOf(ctx, adapter.id, "message", id);
  if (known)
    return omitUndefined({ disposition: "duplicate" as const, chatId: known.chatId, messageId: known.messageId });
  if (text === "") return ignored("The message has no text");
  const { chatId } = (await chatOf(ctx, adapter, placeWithTitle(event))).place;
  const { messageId } = await ctx.call(messagesIngest, {
    chatId,
    actorId: actorOf(adapter.id, sender.id),
    clientMessageId: `in.${digestOf(adapter.id, id)}`,
    content: text,
    messageType: "text",
    ...(at !== undefined && { providerTimestamp: at }),
    ...rawOf(event),
  });
  await recordCrossing(ctx, event, { chatId, messageId });
  return { disposition: "created", chatId, messageId };
}

/** A direct conversation without a title gets the sender's name. */
const placeWithTitle = ({ place, sender }: PlatformEvent): PlatformEvent["place"] =>
  place.kind === "dm" && !place.title && sender.name ? { ...place, title: sender.name } : place;

/** Raw fields, shown only to callers who may read them. Ids that are too long are complete in the provenance. */
function rawOf({ id, place, sender, provenance }: PlatformEvent) {
  const raw = { providerMessageId: id, rawChatId: place.id, rawSenderId: sender.id };
  const long = Object.entries(raw).filter(([, value]) => value.length > MAX_RAW_LENGTH);
  const whole = { ...provenance, ...(sender.name && { senderName: sender.name }), ...Object.fromEntries(long) };
  const fields = Object.entries(raw).map(([name, value]) => [
    name,
    value.length > MAX_RAW_LENGTH ? keyOf(value) : value,
  ]);
  return {
    ...(Object.fromEntries(fields) as typeof raw),
    ...(Object.keys(whole).length > 0 && { rawProvenance: whole }),
  };
}
