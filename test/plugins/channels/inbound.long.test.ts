import type { Received } from "@postern/channels/services";
import { describe, expect, it } from "vitest";
import { created, openChat } from "./inbound.ts";
import { message } from "./loop/server.ts";

describe("an incoming message", () => {
  it("keeps the order of its place in a flood of ten thousand", async () => {
    const { env, loop } = await openChat();
    const all = Array.from({ length: 10_000 }, (_, at) => loop.deliver(message(`${at}`)));
    const { chatId } = created((await Promise.all(all))[0] as Received);
    const texts: string[] = [];
    for (let offset = 0; offset < 10_000; offset += 500) {
      const { messages } = await env.post("chats.messages.list", { chatId, limit: "500", offset: String(offset) });
      texts.push(...messages.map((shown: { content: { text: string } }) => shown.content.text));
    }
    const reported = all.map((_, at) => `${at}`);
    expect([reported, reported.toReversed()]).toContainEqual(texts);
  });
});
