import type { Transacting } from "@postern/core";
import { type TurnRecord, turnContents, turns } from "../collections.ts";
import { turnReady } from "../events.ts";
import type { Message } from "../schemas.ts";
import { firstInLane } from "./lane.ts";

/** A turn whose messages are complete. */
interface NewTurn
  extends Pick<TurnRecord, "id" | "agentId" | "chatId" | "firstAt" | "lastAt" | "number" | "place" | "cause"> {
  readonly messages: readonly Message[];
}

/** Makes a turn ready: it can be claimed as soon as no earlier turn of the agent in the chat is open. */
export async function openTurn(ctx: Pick<Transacting, "store" | "now" | "emit">, turn: NewTurn): Promise<void> {
  const { store, now, emit } = ctx;
  const { messages, ...rest } = turn;
  const { id, agentId, chatId } = rest;
  const earlier = await firstInLane(store, agentId, chatId);
  await store.put(turns, {
    ...rest,
    status: "ready",
    messages: messages.length,
    readyAt: now,
    attempts: 0,
    ...(!earlier && { dueAt: now }),
  });
  const messageIds = messages.map((message) => String(message.id));
  await store.put(turnContents, { turnId: id, messageIds, messages: [...messages] });
  emit(turnReady, { turnId: id, agentId, chatId, messages: [...messages] }, turn.cause);
}
