import { sessionsMessages } from "@postern/agentx/services";
import type { OurSetup } from "../../host.ts";
import type { SentPrompt } from "./memory.ts";

/** Messages read at once. */
const PAGE_SIZE = 500;

/** Reads what the agent has written so far in answer to a prompt, without its thoughts and tool calls. */
export function createReplyReader(host: OurSetup, { session, prompt }: SentPrompt): () => Promise<string> {
  /** The number before the first message of the prompt: earlier ones are read only once. */
  let start = 0;
  let hasStarted = false;
  return async () => {
    const texts: string[] = [];
    for (let after = start; ; ) {
      const page = { session, after: String(after), limit: String(PAGE_SIZE) };
      const { messages } = await host.call(sessionsMessages, page);
      for (const { turn, kind, text, number = after } of messages) {
        if (turn === prompt) hasStarted = true;
        if (turn === prompt && kind === "agent" && text) texts.push(text);
        if (!hasStarted) start = number;
        after = number;
      }
      if (messages.length < PAGE_SIZE) return texts.join("\n\n").trim();
    }
  };
}
