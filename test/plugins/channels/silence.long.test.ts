import { T } from "@postern/core";
import { describe, expect, it } from "vitest";
import { openGateway } from "./environment.ts";
import { loopKind } from "./loop/kind.mjs";
import { message, startLoop } from "./loop/server.ts";

describe("a silent platform", () => {
  it("stays connected while it answers pings, and is reconnected when it does not", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    const { lastPongAt } = await env.hasStatus("loop", { lastPongAt: expect.any(Number) });
    expect(lastPongAt).toBeGreaterThan(0);
    loop.goSilent();
    const reason = "The platform did not answer a ping within 10 seconds";
    await env.hasStatus("loop", { status: "reconnecting", reason });
    loop.goSilent(false);
    await env.hasStatus("loop", { status: "connected" });
  });

  it("is retried after 30 seconds if opening hangs, without affecting others", async () => {
    const kinds = [
      loopKind(),
      { ...loopKind({ id: "broken" }), config: T.Object({}), open: () => new Promise<never>(() => {}) },
    ];
    const [env, loop] = [await openGateway({ kinds }), await startLoop()];
    await env.post("channels.adapters.create", { id: "broken", kind: "broken" });
    await env.adapter(loop.port);
    await env.hasStatus("broken", { status: "starting", reason: "Connecting" });
    await env.hasStatus("broken", { status: "reconnecting", reason: "The platform did not connect within 30 seconds" });
  });

  it("makes an entry ambiguous if it never answers, without delaying other places", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.adapter(loop.port);
    const { chatId } = await loop.deliver(message("Hello?"));
    loop.answer(({ place }) => (place === "#room" ? undefined : {}));
    const messageId = await env.say(chatId as string, "Hello?");
    const { place } = await env.post("channels.places.open", { adapter: "loop", place: "bob" });
    await env.say(place.chatId, "Hello, Bob");
    await loop.got(1);
    await env.hasEntry(messageId, {
      status: "waiting",
      lastError: "The platform did not accept the message within 30 seconds",
    });
  });
});
