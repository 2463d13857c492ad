import { T } from "@postern/core";
import { describe, expect, it } from "vitest";
import { openHouse } from "./house.ts";
import { loopKind } from "./loop/kind.mjs";
import { message, startLoop } from "./loop/server.ts";

describe("a platform that says nothing", () => {
  it("on which all is quiet is well, as long as it answers; when it does not, it is opened again", async () => {
    const [house, loop] = [await openHouse(), await startLoop()];
    await house.adapter(loop.port);
    const { lastPongAt } = await house.stands("loop", { lastPongAt: expect.any(Number) });
    expect(lastPongAt).toBeGreaterThan(0);
    loop.goSilent();
    const reason = "It did not answer within 10 s whether it is there";
    await house.stands("loop", { status: "reconnecting", reason });
    loop.goSilent(false);
    await house.stands("loop", { status: "connected" });
  });

  it("hangs at opening is given up after half a minute, and harms no other", async () => {
    const kinds = [
      loopKind(),
      { ...loopKind({ id: "broken" }), config: T.Object({}), open: () => new Promise<never>(() => {}) },
    ];
    const [house, loop] = [await openHouse({ kinds }), await startLoop()];
    await house.post("channels.adapters.create", { id: "broken", kind: "broken" });
    await house.adapter(loop.port);
    await house.stands("broken", { status: "starting", reason: "It connects" });
    await house.stands("broken", { status: "reconnecting", reason: "It did not connect within 30 s" });
  });

  it("never answers leaves it open as well, and does not hold up other places", async () => {
    const [house, loop] = [await openHouse(), await startLoop()];
    await house.adapter(loop.port);
    const { chatId } = await loop.tell(message("Hello?"));
    loop.answer(({ place }) => (place === "#room" ? undefined : {}));
    const messageId = await house.say(chatId as string, "Hello?");
    const { place } = await house.post("channels.places.open", { adapter: "loop", place: "bob" });
    await house.say(place.chatId, "Hello, Bob");
    await loop.got(1);
    await house.sees(messageId, { status: "waiting", lastError: "The platform did not take it within 30 s" });
  });
});
