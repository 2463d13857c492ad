import type { ClaimedTurn } from "@postern/agents/services";
import { messagesList } from "@postern/chats/services";
import type { OurHost } from "../host.ts";
import type { PastMessage } from "../services.ts";

/** Messages read at once, and at most in total. */
const PAGE_SIZE = 50;
const MAX_MESSAGES = 500;

/** The author and text of a message of the chats plugin. */
interface ChatMessage {
  readonly id: string;
  readonly actorId: string;
  readonly sortKey?: string;
  readonly content?: { readonly text?: string };
}

/** The texts of a turn, in order. Messages without a text are left out. */
export const textsOf = ({ agentId, messages }: ClaimedTurn): PastMessage[] =>
  messages.flatMap((message) => pastMessage(agentId, message as unknown as ChatMessage));

/** The messages before a turn, oldest first: as many of the newest as fit into `characters`. */
export async function historyOf(host: OurHost, turn: ClaimedTurn, characters: number): Promise<PastMessage[]> {
  const { agentId, chatId, messages } = turn;
  let before = (messages[0] as ChatMessage | undefined)?.sortKey;
  if (before === undefined) return [];
  const found: PastMessage[] = [];
  let left = characters;
  for (let read = 0; read < MAX_MESSAGES; ) {
    const page = await host.call(messagesList, { chatId, before, order: "desc", limit: String(PAGE_SIZE) });
    for (const message of page.messages as ChatMessage[]) {
      for (const past of pastMessage(agentId, message)) {
        left -= past.text.length;
        if (left < 0) return found.reverse();
        found.push(past);
      }
    }
    const last = page.messages.at(-1) as ChatMessage | undefined;
    if (page.nextOffset === undefined || last?.sortKey === undefined) break;
    before = last.sortKey;
    read += page.messages.length;
  }
  return found.reverse();
}

function pastMessage(agentId: string, { actorId, content }: ChatMessage): PastMessage[] {
  const text = content?.text;
  const isOwn = actorId === agentId || actorId === `agent:${agentId}`;
  return text === undefined || text === "" ? [] : [{ actorId, isOwn, text }];
}
