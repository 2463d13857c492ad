import { type Answer, RequestFailed, readBytes } from "@postern/kit/outbound";
import { nonRetryable } from "@postern/kit/queue";
import { createParser } from "eventsource-parser";
import type { Outcome } from "../services.ts";

/**
 * The answer in a response: `{"content": "…"}`, a text, or an event stream of `{"delta": "…"}` that ends with
 * `{"content": "…"}` or `[DONE]`.
 */
export async function readReply(answer: Answer, draft: (text: string) => void): Promise<Outcome> {
  const type = answer.headers["content-type"]?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "text/event-stream") return readStream(answer, draft);
  const text = new TextDecoder().decode(await readBytes(answer.chunks));
  if (type === "text/plain") return outcomeOf(text);
  if (type === "application/json") return outcomeOf(contentOf(text));
  answer.discard();
  throw nonRetryable(
    `The response has the type ${JSON.stringify(type || "none")}: it must be application/json, text/plain or text/event-stream`,
  );
}

const outcomeOf = (text: string | null): Outcome => (text === null || text === "" ? "silent" : { text });

function contentOf(text: string): string | null {
  const { content } = parse(text);
  if (typeof content === "string" || content === null) return content;
  throw nonRetryable(
    'The response has no text "content": it must be {"content": "…"}, or {"content": null} for no message',
  );
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  } catch {
    // Named below.
  }
  throw nonRetryable("The response is not a JSON object");
}

async function readStream({ chunks, discard }: Answer, draft: (text: string) => void): Promise<Outcome> {
  let text = "";
  let outcome: Outcome | undefined;
  const parser = createParser({
    onEvent({ data }) {
      if (outcome) return;
      if (data === "[DONE]") outcome = outcomeOf(text);
      else {
        const event = parse(data);
        if (typeof event.delta === "string") {
          text += event.delta;
          draft(text);
        } else if (typeof event.content === "string" || event.content === null) outcome = outcomeOf(event.content);
      }
    },
  });
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    parser.feed(decoder.decode(chunk, { stream: true }));
    if (outcome) break;
  }
  discard();
  if (outcome) return outcome;
  throw new RequestFailed("cut_off", 'The event stream ended before [DONE] or {"content": "…"}');
}
