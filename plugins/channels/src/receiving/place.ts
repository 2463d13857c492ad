import { create, unarchive } from "@postern/chats/services";
import { digestOf, isGatewayError, omitUndefined, type Transacting, type TypesOf } from "@postern/core";
import { type AdapterRecord, type PlaceRecord, places } from "../collections.ts";
import { placeOpened } from "../events.ts";
import { keyOf } from "../names.ts";
import type { Place, PlatformEvent } from "../schemas.ts";
import type { Receiving } from "./received.ts";

/** A place as callers see it. */
export function showPlace({ name: _, channel: __, generation: ___, ...place }: PlaceRecord): Place {
  return place;
}

/** The chat of a conversation. Creates it if it does not exist, and restores it if it is archived. */
export async function chatOf(
  ctx: Receiving,
  adapter: AdapterRecord,
  target: PlatformEvent["place"],
): Promise<{ place: PlaceRecord & { chatId: string }; isNew: boolean }> {
  const { store, services, call } = ctx;
  const before = await store.get(places, adapter.id, keyOf(target.id));
  if (before?.chatId !== undefined) {
    const chat = await services.chats?.chat(before.chatId);
    if (chat?.archivedAt !== undefined) await call(unarchive, { chatId: chat.id });
    if (chat) return { place: { ...before, chatId: chat.id }, isNew: false };
  }
  return { place: await openPlace(ctx, adapter, target, before), isNew: true };
}

async function openPlace(
  ctx: Receiving,
  adapter: AdapterRecord,
  { id, kind, title }: PlatformEvent["place"],
  before: PlaceRecord | undefined,
): Promise<PlaceRecord & { chatId: string }> {
  const { now } = ctx;
  const generation = (before?.generation ?? 0) + 1;
  const known = { adapter: adapter.id, channel: adapter.kind, place: id, name: keyOf(id) };
  const clientChatId = `place.${digestOf(known.adapter, known.channel, id, generation)}`;
  const chatId = await createChat(ctx, {
    ...(title && { title }),
    kind,
    channel: adapter.kind,
    instanceId: adapter.id,
    ...(adapter.agent !== undefined && { agentId: adapter.agent }),
    clientChatId,
  });
  const place = omitUndefined({ ...known, kind, title: title || undefined, chatId, generation, openedAt: now });
  await putOpened(ctx, place);
  return place;
}

/** If a chat of this place already exists, for example in an imported store, it is reused. */
async function createChat({ call }: Receiving, input: TypesOf<typeof create>["in"]): Promise<string> {
  try {
    return (await call(create, input)).chat.id;
  } catch (error) {
    if (isGatewayError(error) && error.code === "chats.chat_conflict") return (error.data as { chatId: string }).chatId;
    throw error;
  }
}

async function putOpened({ store, emit }: Pick<Transacting, "store" | "emit">, place: PlaceRecord): Promise<void> {
  await store.put(places, place);
  emit(placeOpened, { place: showPlace(place) });
}
