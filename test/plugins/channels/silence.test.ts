import { T } from "@postern/core";
import { describe, expect, it } from "vitest";
import { openHouse } from "./house.ts";
import { loopKind } from "./loop/kind.mjs";
import { message, startLoop } from "./loop/server.ts";

describe("a silent platform", () => {
  it("stays connected while it answers pings, and is reconnected when it does not", async () => {
    const [house, loop] = [await openHouse(), await startLoop()];
    await house.adapter(loop.port);
    const { lastPongAt } = await house.stands("loop", { lastPongAt: expect.any(Number) });
    expect(lastPongAt).toBeGreaterThan(0);
    loop.goSilent();
    const reason = "The platform did not answer a ping within 10 seconds";
    await house.stands("loop", { status: "reconnecting", reason });
    loop.goSilent(false);
    await house.stands("loop", { status: "connected" });
  });

  it("is retried after 30 seconds if opening hangs, without affecting others", async () => {
    const kinds = [
      loopKind(),
      { ...loopKind({ id: "broken" }), config: T.Object({}), open: () => new Promise<never>(() => {}) },
    ];
    const [house, loop] = [await openHouse({ kinds }), await startLoop()];
    await house.post("channels.adapters.create", { id: "broken", kind: "broken" });
    await house.adapter(loop.port);
    await house.stands("broken", { status: "starting", reason: "Connecting" });
    await house.stands("broken", { status: "reconnecting", reason: "The platform did not connect within 30 seconds" });
  });

  it("makes an entry ambiguous if it never answers, without delaying other places", async () => {
    const [house, loop] = [await openHouse(), await startLoop()];
    await house.adapter(loop.port);
    const { chatId } = await loop.tell(message("Hello?"));
    loop.answer(({ place }) => (place === "#room" ? undefined : {}));
    const messageId = await house.say(chatId as string, "Hello?");
    const { place } = await house.post("channels.places.open", { adapter: "loop", place: "bob" });
    await house.say(place.chatId, "Hello, Bob");
    await loop.got(1);
    await house.sees(messageId, { status: "waiting", lastError: "The platform did not respond within 30 seconds" });
  });
});
