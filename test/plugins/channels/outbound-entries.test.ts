import type { Flood } from "@postern/channels/services";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway } from "./environment.ts";
import { loopKind } from "./loop/kind.mjs";
import { message, startLoop } from "./loop/server.ts";
import { holdAnswers, openChat } from "./outbound.ts";

const DISABLED = 'Adapter "loop" sends nothing: The adapter is disabled';

describe("a rate limit", () => {
  it.each<[Flood["per"], number]>([
    ["adapter", 12],
    ["place", 4],
  ])("per %s is kept", async (per, waits) => {
    const every = 100;
    const { env, loop } = await openChat({ flood: { burst: 4, every, per } });
    const chats: string[] = [];
    for (const place of ["a", "b"])
      chats.push((await env.post("channels.places.open", { adapter: "loop", place })).place.chatId);
    const began = performance.now();
    for (let n = 0; n < 8; n++) for (const chatId of chats) await env.say(chatId, `${n}`);
    await loop.got(16);
    const spent = performance.now() - began;
    // Four of sixteen fit in the burst, or four in each place.
    expect(spent).toBeGreaterThan(waits * every - every);
    for (const place of ["a", "b"]) {
      const texts = loop.sent.filter((asked) => asked.place === place).map(({ text }) => text);
      expect(texts).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    }
  });

  it("of a slow adapter does not delay others", async () => {
    const slow = loopKind({ id: "slow", flood: { burst: 1, every: 60_000, per: "adapter" } });
    const [env, loop, other] = [await openGateway({ kinds: [loopKind(), slow] }), await startLoop(), await startLoop()];
    await env.adapter(loop.port);
    await env.adapter(other.port, { id: "slow", kind: "slow" });
    for (let n = 0; n < 100; n++) {
      const { place } = await env.post("channels.places.open", { adapter: "slow", place: `p${n}` });
      await env.say(place.chatId, "Later");
    }
    const { place } = await env.post("channels.places.open", { adapter: "loop", place: "bob" });
    await env.say(place.chatId, "Now");
    await loop.got(1);
    expect(other.sent).toHaveLength(1);
  });
});

describe("outgoing entries of an adapter", () => {
  it("become dead with the reason when it is removed", async () => {
    const { env, loop, say } = await openChat();
    await env.post("channels.adapters.disable", { id: "loop" });
    const messageId = await say("Hello?");
    await env.hasEntry(messageId, { status: "waiting", lastError: DISABLED });
    await env.post("channels.adapters.remove", { id: "loop", execute: true });
    await env.advance(60_000);
    await env.hasEntry(messageId, { status: "dead", lastError: 'Adapter "loop" was removed' });
    await say("Nobody carries this");
    // Messages are queued in order.
    const other = await startLoop();
    await env.adapter(other.port, { id: "other" });
    const { place } = await env.post("channels.places.open", { adapter: "other", place: "bob" });
    await env.say(place.chatId, "Bob hears this");
    await other.got(1);
    await env.idle();
    expect(await env.entries({ adapter: "loop" })).toHaveLength(1);
    expect(await env.entries()).toHaveLength(2);
    expect(loop.sent).toEqual([]);
  });

  it("become dead with the reason when their place is closed", async () => {
    const { env, loop, say, chatId } = await openChat();
    await env.post("channels.adapters.disable", { id: "loop" });
    const messageId = await say("Hello?");
    await env.hasEntry(messageId, { status: "waiting", lastError: DISABLED });
    await env.post("channels.places.close", { chatId });
    await env.advance(60_000);
    await env.hasEntry(messageId, {
      status: "dead",
      lastError: "The chat is no longer connected to this conversation",
    });
    expect(loop.sent).toEqual([]);
  });

  it("are sent when it is enabled again", async () => {
    const { env, loop, say } = await openChat();
    await env.post("channels.adapters.disable", { id: "loop" });
    const messageId = await say("Hello?");
    await env.hasEntry(messageId, { status: "waiting", attempts: 0, lastError: DISABLED });
    await env.post("channels.adapters.enable", { id: "loop" });
    await env.hasStatus("loop", { status: "connected" });
    await env.advance(60_000);
    await loop.got(1);
    await env.hasEntry(messageId, { status: "done", attempts: 1 });
  });

  it("are sent immediately when it is enabled again", async () => {
    // The clock does not advance, so that a postponed entry never becomes due by itself.
    const { env, loop, say } = await openChat({}, () => 1_795_000_000_000);
    await env.post("channels.adapters.disable", { id: "loop" });
    const messageId = await say("Hello?");
    await env.hasEntry(messageId, { status: "waiting", attempts: 0, lastError: DISABLED });
    await env.post("channels.adapters.enable", { id: "loop" });
    await loop.got(1);
    await env.hasEntry(messageId, { status: "done", attempts: 1 });
  });

  it("are answered first when the adapter is reconnected while it sends", async () => {
    const { env, loop, say } = await openChat();
    const take = holdAnswers(loop);
    const messageId = await say("Wait for it");
    await env.hasEntry(messageId, { status: "running" });
    await env.post("channels.adapters.enable", { id: "loop" });
    // A link that is being closed accepts nothing: what is sent elsewhere has to wait.
    await until(async () => {
      const { place } = await env.post("channels.places.open", {
        adapter: "loop",
        place: `elsewhere ${Math.random()}`,
      });
      const elsewhere = await env.say(place.chatId, "Elsewhere");
      const entry = await until(async () => {
        const all: { messageId: string; attempts: number; lastError?: string }[] = await env.entries();
        const found = all.find((one) => one.messageId === elsewhere);
        expect(found?.lastError ?? found?.attempts).toBeTruthy();
        return found;
      });
      expect(entry?.lastError).toContain("is not connected");
    });
    take();
    await env.hasEntry(messageId, { status: "done", attempts: 1 });
    await until(() => expect(loop.hellos).toHaveLength(2));
    expect(loop.texts().filter((text) => text === "Wait for it")).toHaveLength(1);
  });

  it("are sent over the next link if a link ends before they are handed over", async () => {
    const { env, loop, say } = await openChat({ flood: { burst: 1, every: 900, per: "adapter" } });
    await say("first");
    await loop.got(1);
    const second = await say("second");
    await env.hasEntry(second, { status: "running" });
    loop.cut();
    await env.hasEntry(second, { status: "done" });
    expect(loop.texts()).toEqual(["first", "second"]);
  });

  it("continue in the same chats when an adapter is created again with its id", async () => {
    const { env, loop, say, chatId } = await openChat();
    const said = message("Known?");
    await loop.deliver(said);
    await env.post("channels.adapters.remove", { id: "loop", execute: true });
    await until(() => expect(loop.sockets.size).toBe(0));
    await env.adapter(loop.port);
    expect(await loop.deliver(said)).toMatchObject({ disposition: "duplicate", chatId });
    await say("Still here");
    await loop.got(1);
    await env.post("channels.adapters.remove", { id: "loop", execute: true });
    const other = { id: "loop", kind: "other", config: { port: loop.port } };
    const reply = await env.admin.post("channels.adapters.create", other);
    expect(reply.status).toBe(400);
  });
});
