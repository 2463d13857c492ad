import { listen } from "@postern/core/server";
import { signed } from "@postern/kit/outbound";
import { describe, expect, it } from "vitest";
import { openGateway, said, secret } from "./webhook.ts";

describe("an event posted by a program", () => {
  it("arrives over real connections in pieces, and none of 2,000 is lost or repeated", async () => {
    const env = await openGateway({}, { role: "gateway" });
    const server = await listen(env.gateway, { port: 0 });
    try {
      const post = async (number: number) => {
        const body = JSON.stringify(said(`message ${number}`, { place: { id: `room-${number % 10}`, kind: "room" } }));
        const headers = {
          "content-type": "application/json",
          ...signed(`flood_${number}`, Date.now(), body, [secret]),
        };
        const response = await fetch(new URL("/channels/webhooks/webhook", server.url), {
          method: "POST",
          headers,
          body,
        });
        expect(response.status).toBe(200);
      };
      // Each one arrives twice.
      const numbers = Array.from({ length: 4_000 }, (_, at) => at % 2_000);
      const workers = Array.from({ length: 20 }, async () => {
        for (let next = numbers.pop(); next !== undefined; next = numbers.pop()) await post(next);
      });
      await Promise.all(workers);
      let messages = 0;
      for (const chat of await env.chats()) messages += (await env.messages(chat.id)).length;
      expect(messages).toBe(2_000);
    } finally {
      await server.close();
    }
  });
});
