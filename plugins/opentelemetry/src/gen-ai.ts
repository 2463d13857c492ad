import type { Attributes } from "@opentelemetry/api";
import type { Task } from "@postern/core";

/** The task in which a responder answers a turn. */
const TURN = "agents.turn";

/** The names of the semantic conventions for generative AI, which are in development and change in this file only. */
const NAMES: Readonly<Record<string, string>> = {
  agent: "gen_ai.agent.id",
  chat: "gen_ai.conversation.id",
  model: "gen_ai.request.model",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
};

/** The name of the span of a turn. Undefined for other tasks. */
export const turnName = ({ name, facts }: Task): string | undefined =>
  name === TURN ? `invoke_agent ${facts.agent}` : undefined;

/** The attributes of the span of a turn. A provider is known only for a kind of responders that is named after its API. */
export function turnAttributes({ facts }: Task): Attributes {
  const named = Object.entries(NAMES).flatMap(([fact, name]) =>
    facts[fact] === undefined ? [] : [[name, facts[fact]]],
  );
  return {
    "gen_ai.operation.name": "invoke_agent",
    ...(facts.kind === "openai" && { "gen_ai.provider.name": "openai" }),
    ...Object.fromEntries(named),
    ...(facts.responder !== undefined && { "postern.responder": facts.responder }),
  };
}
