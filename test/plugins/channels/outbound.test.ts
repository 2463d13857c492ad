import type { Flood, Received } from "@postern/channels/services";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openHouse } from "./house.ts";
import { type LoopOptions, loopKind } from "./loop/kind.mjs";
import { message, type Script, startLoop } from "./loop/server.ts";

/** A gateway, a loop server, and a chat that a person on the server has started. */
async function openLine(options: LoopOptions = {}, clock?: () => number) {
  const kinds = [loopKind(options)];
  const [house, loop] = [await openHouse({ kinds, ...(clock && { clock }) }), await startLoop()];
  await house.adapter(loop.port);
  const { chatId } = (await loop.tell(message("Hello?"))) as Received & { chatId: string };
  return { house, loop, chatId, say: (text: string) => house.say(chatId, text) };
}
type Line = Awaited<ReturnType<typeof openLine>>;

const some = () => new Promise((resolve) => setTimeout(resolve, 700));
const [CUT, TAKEN]: [Script, Script] = [() => "cut", () => ({})];

/** Accepts the message and closes the socket before answering. */
const takenAndCut =
  (loop: Line["loop"]): Script =>
  (asked) => {
    if (asked.what === "send") loop.sent.push(asked);
    return "cut";
  };

/** Withholds all answers of the platform until the returned function is called. */
function holdAnswers(loop: Line["loop"]): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  loop.answer(async () => {
    await released;
    return {};
  });
  return release;
}

describe("an outgoing message", () => {
  it("is sent once, in the order of its chat", async () => {
    const { house, loop, chatId } = await openLine();
    const texts = Array.from({ length: 100 }, (_, at) => `${at}`);
    for (const text of texts) await house.say(chatId, text);
    await loop.got(100);
    await some();
    expect(loop.texts()).toEqual(texts);
    expect(new Set(loop.sent.map(({ key }) => key)).size).toBe(100);
  });

  it("reports its progress, and when it is sent", async () => {
    const { house, loop, say } = await openLine();
    const told: unknown[] = [];
    const sent = { type: "channels.message.sent", summary: "", data: {} as never };
    house.gateway.on(sent, ({ data }) => void told.push(data));
    const take = holdAnswers(loop);
    const messageId = await say("Wait for it");
    const entry = await house.sees(messageId, { status: "running" });
    expect(entry).toMatchObject({ adapter: "loop", place: "#room", does: "send", attempts: 1, messageId });
    take();
    await until(() => expect(told).toMatchObject([{ adapter: "loop", messageId, parts: 1 }]));
    await house.sees(messageId, { status: "done", lastAttempt: { outcome: "sent", parts: 1 } });
  });

  it("stays here if its chat is not connected to a platform", async () => {
    const { house, loop } = await openLine();
    const { chat } = await house.post("chats.create", { title: "At home", channel: "loop", instanceId: "loop" });
    await house.say(chat.id, "Nobody hears this");
    await some();
    expect(loop.sent).toEqual([]);
    expect(await house.entries()).toEqual([]);
  });

  it("is sent in several parts if it is too long, and continues after a failure", async () => {
    const { house, loop, say } = await openLine({ text: { most: 20, unit: "characters" } });
    let fails = 1;
    loop.answer(({ what }, count) =>
      what === "send" && count === 3 && fails-- > 0 ? { error: "Not now", word: "not-sent" } : {},
    );
    const messageId = await say("The first line\nthe second one is far too long for a single message");
    await house.sees(messageId, { status: "done", attempts: 2, lastAttempt: { outcome: "sent", parts: 4 } });
    expect(loop.texts().join(" ")).toBe("The first line the second one is far too long for a single message");
    for (const text of loop.texts()) expect(text?.length).toBeLessThanOrEqual(20);
  });

  it("is not sent if it was deleted before", async () => {
    const { house, loop, chatId, say } = await openLine();
    await loop.close();
    await house.stands("loop", { status: "reconnecting" });
    const messageId = await say("Never mind");
    await house.sees(messageId, { status: "waiting" });
    await house.post("chats.messages.delete", { messageId });
    const after = await house.say(chatId, "This instead");
    const again = await startLoop(loop.port);
    await house.sees(after, { status: "done" });
    expect(again.texts()).toEqual(["This instead"]);
  });
});

describe("a platform", () => {
  it("that rejects a message makes its entry dead with the reason, and gets the next one", async () => {
    const { house, loop, say } = await openLine();
    loop.answer(({ text }) => (text === "rude" ? { error: "No such words here", word: "refused" } : {}));
    const messageId = await say("rude");
    await house.sees(messageId, { status: "dead", attempts: 1, lastError: "No such words here" });
    await say("kind");
    await loop.got(1);
    expect(loop.texts()).toEqual(["kind"]);
  });

  it("that is busy gets the message again with increasing delays, and later ones wait", async () => {
    const { house, loop, say } = await openLine();
    let fails = 2;
    loop.answer(() => (fails-- > 0 ? { error: "Busy (503)", word: "not-sent" } : {}));
    const first = await say("first");
    await say("second");
    await house.sees(first, { status: "waiting", attempts: 1, lastError: "Busy (503)" });
    await loop.got(2);
    await house.sees(first, { status: "done", attempts: 3 });
    expect(loop.texts()).toEqual(["first", "second"]);
  });

  it("that names a delay is left alone until then, without using up an attempt", async () => {
    const { house, loop, say } = await openLine();
    let isLimited = true;
    loop.answer(() => (isLimited ? { error: "429", word: "not-sent", retryIn: 3_600_000 } : {}));
    const messageId = await say("Hi");
    const entry = await house.sees(messageId, { status: "waiting", attempts: 0, lastError: "429" });
    expect(entry.nextAttemptAt - entry.createdAt).toBeGreaterThan(3_500_000);
    isLimited = false;
    house.pass(3_700_000);
    await house.sees(messageId, { status: "done", attempts: 1 });
  });

  it("that is unavailable makes entries wait without using up attempts", async () => {
    const { house, loop, say, chatId } = await openLine();
    await loop.close();
    await house.stands("loop", { status: "reconnecting" });
    const messageId = await say("Are you back?");
    const reason = expect.stringContaining('Adapter "loop" is not connected: ');
    await house.sees(messageId, { status: "waiting", attempts: 0, lastError: reason });
    await house.say(chatId, "And now?");
    const again = await startLoop(loop.port);
    await again.got(2);
    expect(again.texts()).toEqual(["Are you back?", "And now?"]);
    await house.sees(messageId, { status: "done", attempts: 1 });
  });

  it("that fails while sending gets the message again with the same key if it supports keys", async () => {
    const { house, loop, say } = await openLine({ idempotent: true });
    loop.answer(takenAndCut(loop));
    const messageId = await say("Once?");
    await loop.got(1);
    loop.answer(TAKEN);
    await house.sees(messageId, { status: "done" });
    expect(loop.sent).toHaveLength(2);
    expect(new Set(loop.sent.map(({ key }) => key)).size).toBe(1);
  });

  it.each([
    ["has it", true, 1],
    ["does not have it", false, 2],
  ])("that fails while sending and can confirm that it %s is believed", async (_name, sent, count) => {
    const { house, loop, say } = await openLine({ confirms: true });
    loop.answer(takenAndCut(loop));
    const messageId = await say("Once?");
    await loop.got(1);
    loop.answer(({ what }) => (what === "confirm" ? { sent, ...(sent && { id: "found" }) } : {}));
    await house.sees(messageId, { status: "done" });
    expect(loop.sent).toHaveLength(count);
    if (sent) {
      await house.post("chats.messages.delete", { messageId });
      await until(() => expect(loop.changes).toMatchObject([{ what: "remove", of: "found" }]));
    }
  });

  it("that fails while sending and cannot confirm makes the entry ambiguous until a decision", async () => {
    const { house, loop, say } = await openLine();
    loop.answer(takenAndCut(loop));
    const messageId = await say("Once?");
    await loop.got(1);
    loop.answer(TAKEN);
    const dead = await house.sees(messageId, {
      status: "dead",
      lastAttempt: { outcome: "ambiguous", reason: expect.any(String) },
    });
    expect(dead.lastError).toMatch(/^ambiguous: /);
    await say("Next");
    await loop.got(2);
    await some();
    expect(loop.texts()).toEqual(["Once?", "Next"]);

    await house.post("channels.outbox.retry", { id: dead.id });
    await loop.got(3);
    await house.sees(messageId, { status: "done" });
    expect(loop.texts()).toEqual(["Once?", "Next", "Once?"]);
  });

  it("that cannot confirm gets nothing if the entry is discarded", async () => {
    const { house, loop, say } = await openLine();
    loop.answer(takenAndCut(loop));
    const messageId = await say("Once?");
    const dead = await house.sees(messageId, { status: "dead" });
    loop.answer(TAKEN);
    await house.post("channels.outbox.discard", { id: dead.id });
    await house.sees(messageId, { status: "discarded" });
    await house.post("chats.messages.update", { messageId, content: "Twice?" });
    await house.sees(messageId, { does: "edit", status: "done" });
    expect(loop.changes).toEqual([]);
    expect(loop.texts()).toEqual(["Once?"]);
  });

  it("that fails again and again is retried again and again, each time with a reason", async () => {
    const { house, loop, say } = await openLine({ idempotent: true });
    loop.answer(CUT);
    const messageId = await say("Hello?");
    const entry = await house.sees(messageId, { attempts: 2, status: "waiting" });
    expect(entry.lastError).toMatch(/cut|ended|closed|not connected/);
    loop.answer(TAKEN);
    await house.sees(messageId, { status: "done" });
  });
});

describe("an outgoing edit or deletion", () => {
  it("is sent after the message itself", async () => {
    const { house, loop, say } = await openLine();
    const messageId = await say("Gren");
    await house.post("chats.messages.update", { messageId, content: "Green" });
    await house.post("chats.messages.update", { messageId, content: "Green!" });
    await house.sees(messageId, { revision: 3, status: "done" });
    const last = [...loop.sent, ...loop.changes].at(-1);
    expect(last?.text).toBe("Green!");
    await house.post("chats.messages.delete", { messageId });
    await house.sees(messageId, { does: "remove", status: "done" });
    expect(loop.changes.at(-1)).toMatchObject({ what: "remove", of: "out-1", place: "#room" });
    await house.post("chats.messages.restore", { messageId });
    await loop.got(2);
    expect(loop.texts().at(-1)).toBe("Green!");
  });

  it("updates all parts of a message, adds missing parts and removes surplus ones", async () => {
    const { house, loop, say } = await openLine({ text: { most: 10, unit: "characters" } });
    const messageId = await say("one two three four");
    await house.sees(messageId, { status: "done" });
    expect(loop.texts()).toEqual(["one two", "three four"]);
    await house.post("chats.messages.update", { messageId, content: "ONE TWO THREE FOUR FIVE SIX" });
    await house.sees(messageId, { does: "edit", status: "done" });
    expect(loop.changes.map(({ what, text }) => [what, text])).toEqual([
      ["edit", "ONE TWO"],
      ["edit", "THREE FOUR"],
    ]);
    expect(loop.texts().at(-1)).toBe("FIVE SIX");
    await house.post("chats.messages.update", { messageId, content: "one" });
    await house.sees(messageId, { revision: 3, status: "done" });
    expect(loop.changes.slice(2).map(({ what, of }) => [what, of])).toEqual([
      ["edit", "out-1"],
      ["remove", "out-2"],
      ["remove", expect.any(String)],
    ]);
  });

  it("stays here with a reason if the platform does not support it", async () => {
    const { house, loop, say } = await openLine({ edits: false });
    const messageId = await say("Gren");
    await loop.got(1);
    await house.post("chats.messages.update", { messageId, content: "Green" });
    const edited = await house.sees(messageId, { does: "edit", status: "done" });
    expect(edited.lastAttempt).toEqual({ outcome: "nothing", reason: "Loop does not support edits" });
    await house.post("chats.messages.delete", { messageId });
    const removed = await house.sees(messageId, { does: "remove", status: "done" });
    expect(removed.lastAttempt).toEqual({ outcome: "nothing", reason: "Loop does not support deletions" });
  });

  it("stays here if the message came from the platform", async () => {
    const { house, loop, say, chatId } = await openLine();
    const { messageId } = await loop.tell(message("From there"));
    await house.post("chats.messages.update", { messageId, content: "Changed here" });
    await house.post("chats.messages.delete", { messageId });
    await say("Mine");
    await loop.got(1);
    expect(loop.texts()).toEqual(["Mine"]);
    expect(loop.changes).toEqual([]);
    expect(await house.entries({ adapter: "loop" })).toHaveLength(1);
    expect(chatId).toBeDefined();
  });
});

describe("a rate limit", () => {
  it.each<[Flood["per"], number]>([
    ["adapter", 12],
    ["place", 4],
  ])("per %s is kept", async (per, waits) => {
    const every = 100;
    const { house, loop } = await openLine({ flood: { burst: 4, every, per } });
    const chats: string[] = [];
    for (const place of ["a", "b"])
      chats.push((await house.post("channels.places.open", { adapter: "loop", place })).place.chatId);
    const began = performance.now();
    for (let n = 0; n < 8; n++) for (const chatId of chats) await house.say(chatId, `${n}`);
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
    const [house, loop, other] = [await openHouse({ kinds: [loopKind(), slow] }), await startLoop(), await startLoop()];
    await house.adapter(loop.port);
    await house.adapter(other.port, { id: "slow", kind: "slow" });
    for (let n = 0; n < 100; n++) {
      const { place } = await house.post("channels.places.open", { adapter: "slow", place: `p${n}` });
      await house.say(place.chatId, "Later");
    }
    const { place } = await house.post("channels.places.open", { adapter: "loop", place: "bob" });
    await house.say(place.chatId, "Now");
    await loop.got(1);
    expect(other.sent).toHaveLength(1);
  });
});

describe("outgoing entries of an adapter", () => {
  it("become dead with the reason when it is removed", async () => {
    const { house, loop, say } = await openLine();
    await house.post("channels.adapters.disable", { id: "loop" });
    const messageId = await say("Hello?");
    await house.sees(messageId, { status: "waiting", lastError: 'Adapter "loop" is disabled' });
    await house.post("channels.adapters.remove", { id: "loop" });
    house.pass(60_000);
    await house.sees(messageId, { status: "dead", lastError: 'Adapter "loop" was removed' });
    await say("Nobody carries this");
    await some();
    expect(await house.entries()).toHaveLength(1);
    expect(loop.sent).toEqual([]);
  });

  it("become dead with the reason when their place is closed", async () => {
    const { house, loop, say, chatId } = await openLine();
    await house.post("channels.adapters.disable", { id: "loop" });
    const messageId = await say("Hello?");
    await house.sees(messageId, { status: "waiting", lastError: 'Adapter "loop" is disabled' });
    await house.post("channels.places.close", { chatId });
    house.pass(60_000);
    await house.sees(messageId, { status: "dead", lastError: "The chat is no longer connected to this conversation" });
    expect(loop.sent).toEqual([]);
  });

  it("are sent when it is enabled again", async () => {
    const { house, loop, say } = await openLine();
    await house.post("channels.adapters.disable", { id: "loop" });
    const messageId = await say("Hello?");
    await house.sees(messageId, { status: "waiting", attempts: 0, lastError: 'Adapter "loop" is disabled' });
    await house.post("channels.adapters.enable", { id: "loop" });
    await house.stands("loop", { status: "connected" });
    house.pass(60_000);
    await loop.got(1);
    await house.sees(messageId, { status: "done", attempts: 1 });
  });

  it("are sent immediately when it is enabled again", async () => {
    // The clock stands still, so that a postponed entry never becomes due by itself.
    const { house, loop, say } = await openLine({}, () => 1_795_000_000_000);
    await house.post("channels.adapters.disable", { id: "loop" });
    const messageId = await say("Hello?");
    await house.sees(messageId, { status: "waiting", attempts: 0, lastError: 'Adapter "loop" is disabled' });
    await house.post("channels.adapters.enable", { id: "loop" });
    await loop.got(1);
    await house.sees(messageId, { status: "done", attempts: 1 });
  });

  it("are answered first when the adapter is reconnected while it sends", async () => {
    const { house, loop, say } = await openLine();
    const take = holdAnswers(loop);
    const messageId = await say("Wait for it");
    await house.sees(messageId, { status: "running" });
    await house.post("channels.adapters.enable", { id: "loop" });
    await some();
    take();
    await house.sees(messageId, { status: "done", attempts: 1 });
    await until(() => expect(loop.hellos).toHaveLength(2));
    expect(loop.texts()).toEqual(["Wait for it"]);
  });

  it("are sent over the next link if a link ends before they are handed over", async () => {
    const { house, loop, say } = await openLine({ flood: { burst: 1, every: 900, per: "adapter" } });
    await say("first");
    await loop.got(1);
    const second = await say("second");
    await house.sees(second, { status: "running" });
    loop.cut();
    await house.sees(second, { status: "done" });
    expect(loop.texts()).toEqual(["first", "second"]);
  });

  it("continue in the same chats when an adapter is created again with its id", async () => {
    const { house, loop, say, chatId } = await openLine();
    const said = message("Known?");
    await loop.tell(said);
    await house.post("channels.adapters.remove", { id: "loop" });
    await until(() => expect(loop.sockets.size).toBe(0));
    await house.adapter(loop.port);
    expect(await loop.tell(said)).toMatchObject({ disposition: "duplicate", chatId });
    await say("Still here");
    await loop.got(1);
    await house.post("channels.adapters.remove", { id: "loop" });
    const other = { id: "loop", kind: "other", config: { port: loop.port } };
    const reply = await house.admin.post("channels.adapters.create", other);
    expect(reply.status).toBe(400);
  });
});
