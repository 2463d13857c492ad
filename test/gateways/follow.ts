import { createClient } from "@postern/client";
import { onTestFinished } from "vitest";

/**
 * The texts of messages as a client of the gateways receives them until the test ends, and why its connection was lost. A
 * gap is recorded like a text.
 */
export function follow(url: string, key: string) {
  const [texts, lost] = [[] as string[], [] as string[]];
  const stop = new AbortController();
  const events = createClient({ url, key }).events({
    types: ["chats.message.created"],
    signal: stop.signal,
    onReconnect: ({ message }) => void lost.push(message),
  });
  const done = (async () => {
    for await (const event of events)
      texts.push(
        "data" in event ? (event.data as { message: { content: { text: string } } }).message.content.text : "gap",
      );
  })();
  onTestFinished(async () => {
    stop.abort();
    await done;
  });
  return { texts, lost };
}
