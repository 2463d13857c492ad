import { nonRetryable } from "@postern/kit/queue";
import type { ChatCompletionChunk } from "openai/resources/chat/completions";

/** A call of a tool as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON, if the model wrote it correctly. */
  readonly arguments: string;
}

export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
}

/** What a server reports as used, unchecked. */
export interface Report {
  readonly input: unknown;
  readonly output: unknown;
}

/** Limits of one reply: of its text and arguments in characters, and of its calls. */
const MAX_LENGTH = 1_000_000;
const MAX_CALLS = 32;

/** Puts a streamed reply together. Servers differ in what they leave out, and any of them may send anything. */
export function createReplyReader(onText: (text: string) => void) {
  let text = "";
  let size = 0;
  let finish: string | undefined;
  let report: Report | undefined;
  const calls: { id: string; name: string; arguments: string }[] = [];

  function grow(piece: unknown): string {
    const added = typeof piece === "string" ? piece : "";
    size += added.length;
    if (size > MAX_LENGTH) throw nonRetryable(`The reply of the model is longer than ${MAX_LENGTH} characters`);
    return added;
  }

  function takeCall({
    index,
    id,
    function: called,
  }: {
    index?: unknown;
    id?: unknown;
    function?: Partial<Called>;
  }): void {
    const at = typeof index === "number" ? index : calls.length - 1 + Number(typeof id === "string");
    if (!Number.isInteger(at) || at < 0 || at >= MAX_CALLS)
      throw nonRetryable(`The model calls more than ${MAX_CALLS} tools at once`);
    while (calls.length <= at) calls.push({ id: "", name: "", arguments: "" });
    const call = calls[at] as (typeof calls)[number];
    call.id ||= grow(id);
    call.name ||= grow(called?.name);
    call.arguments += grow(called?.arguments);
  }

  return {
    take(chunk: ChatCompletionChunk): void {
      const { choices, usage: used } = (chunk ?? {}) as Partial<ChatCompletionChunk>;
      if (used) report = { input: used.prompt_tokens, output: used.completion_tokens };
      const choice = Array.isArray(choices) ? choices[0] : undefined;
      if (!choice) return;
      finish = choice.finish_reason ?? finish;
      const added = grow(choice.delta?.content);
      text += added;
      if (added !== "") onText(text);
      for (const call of Array.isArray(choice.delta?.tool_calls) ? choice.delta.tool_calls : []) takeCall(call);
    },

    /** The complete reply. Throws if the stream was cut off, or the reply is of no use. */
    end(): Reply & { report?: Report } {
      if (finish === undefined) throw new Error("The reply of the model was cut off");
      const named = calls.filter(({ name }) => name !== "");
      if (text.trim() === "" && named.length === 0) {
        if (finish === "length")
          throw nonRetryable("The model used all its tokens without writing a text: set a larger maxTokens");
        if (finish === "content_filter") throw nonRetryable("The server filtered the reply of the model");
      }
      const numbered = named.map((call, at) => ({ ...call, id: call.id || `call_${at}` }));
      return { text, calls: finish === "length" ? [] : numbered, ...(report && { report }) };
    },
  };
}

interface Called {
  readonly name: unknown;
  readonly arguments: unknown;
}
