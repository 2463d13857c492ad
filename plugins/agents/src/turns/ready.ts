import type { Transacting } from "@postern/core";
import { unansweredTurns } from "../collections.ts";
import { turnReady } from "../events.ts";
import type { Message } from "../schemas.ts";

/** Emits a turn, which is unanswered until the agent writes in the chat. */
export async function emitTurn(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  turn: { readonly agentId: string; readonly chatId: string; readonly messages: Message[] },
): Promise<void> {
  const { agentId, chatId } = turn;
  if (!(await store.get(unansweredTurns, agentId, chatId)))
    await store.put(unansweredTurns, { agentId, chatId, since: now });
  emit(turnReady, turn);
}

/** Records that the agent has written in a chat. */
export async function markAnswered({ store }: Pick<Transacting, "store">, agentId: string, chatId: string) {
  if (await store.get(unansweredTurns, agentId, chatId)) await store.delete(unansweredTurns, agentId, chatId);
}
