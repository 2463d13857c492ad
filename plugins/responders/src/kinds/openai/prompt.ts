import type { ChatCompletionMessageParam } from "openai/resources/chat/completions";
import type { AnswerContext, PastMessage } from "../../services.ts";
import { textsOf } from "../../work/history.ts";

/** Characters of a token, as budgets estimate it. */
export const CHARACTERS = 4;
/** Tokens of earlier messages by default. */
const HISTORY = 4_000;

/** What the model is told: the agent's instructions, the last messages of the chat and those of the turn. */
export async function promptOf(
  { agent, turn, history }: Pick<AnswerContext, "agent" | "turn" | "history">,
  historyTokens = HISTORY,
): Promise<ChatCompletionMessageParam[]> {
  const said = [...(await history(historyTokens * CHARACTERS)), ...textsOf(turn)];
  const authors = new Set(said.filter(({ isOwn }) => !isOwn).map(({ actorId }) => actorId));
  const instructions = agent.instructions ?? `You are ${agent.name ?? agent.id}. Answer briefly and helpfully.`;
  const people = authors.size > 1 ? "\n\nSeveral people take part. Each of their messages begins with its author." : "";
  return [
    { role: "system", content: `${instructions}${people}` },
    ...said.map((message) => roleOf(message, authors.size > 1)),
  ];
}

const roleOf = ({ isOwn, actorId, text }: PastMessage, isNamed: boolean): ChatCompletionMessageParam =>
  isOwn ? { role: "assistant", content: text } : { role: "user", content: isNamed ? `${actorId}: ${text}` : text };

/** An estimate of the tokens of a value, rather too many than too few. */
export const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 3);
