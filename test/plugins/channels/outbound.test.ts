import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { message, type Script, startLoop } from "./loop/server.ts";
import { holdAnswers, type Line, openChat } from "./outbound.ts";

const [CUT, TAKEN]: [Script, Script] = [() => "cut", () => ({})];

/** Accepts the message and closes the socket before answering. */
const acceptedAndCut =
  (loop: Line["loop"]): Script =>
  (asked) => {
    if (asked.what === "send") loop.sent.push(asked);
    return "cut";
  };

describe("an outgoing message", () => {
  it("is sent once, in the order of its chat", async () => {
    const { env, loop, chatId } = await openChat();
    const texts = Array.from({ length: 100 }, (_, at) => `${at}`);
    for (const text of texts) await env.say(chatId, text);
    await loop.got(100);
    await env.idle();
    expect(loop.texts()).toEqual(texts);
    expect(new Set(loop.sent.map(({ key }) => key)).size).toBe(100);
  });

  it("reports its progress, and when it is sent", async () => {
    const { env, loop, say } = await openChat();
    const reported: unknown[] = [];
    const sent = { type: "channels.message.sent", summary: "", data: {} as never };
    env.gateway.on(sent, ({ data }) => void reported.push(data));
    const take = holdAnswers(loop);
    const messageId = await say("Wait for it");
    const entry = await env.hasEntry(messageId, { status: "running" });
    expect(entry).toMatchObject({ adapter: "loop", place: "#room", does: "send", attempts: 1, messageId });
    take();
    await until(() => expect(reported).toMatchObject([{ adapter: "loop", messageId, parts: 1 }]));
    await env.hasEntry(messageId, { status: "done", lastAttempt: { outcome: "sent", parts: 1 } });
  });

  it("stays here if its chat is not connected to a platform", async () => {
    const { env, loop, say } = await openChat();
    const { chat } = await env.post("chats.create", { title: "At home", channel: "loop", instanceId: "loop" });
    await env.say(chat.id, "Nobody hears this");
    // Messages are queued in order.
    const messageId = await say("Everybody hears this");
    await loop.got(1);
    await env.idle();
    expect(loop.texts()).toEqual(["Everybody hears this"]);
    expect(await env.entries()).toMatchObject([{ messageId }]);
  });

  it("is sent in several parts if it is too long, and continues after a failure", async () => {
    const { env, loop, say } = await openChat({ text: { most: 20, unit: "characters" } });
    let fails = 1;
    loop.answer(({ what }, count) =>
      what === "send" && count === 3 && fails-- > 0 ? { error: "Not now", word: "not-sent" } : {},
    );
    const messageId = await say("The first line\nthe second one is far too long for a single message");
    await env.hasEntry(messageId, { status: "done", attempts: 2, lastAttempt: { outcome: "sent", parts: 4 } });
    expect(loop.texts().join(" ")).toBe("The first line the second one is far too long for a single message");
    for (const text of loop.texts()) expect(text?.length).toBeLessThanOrEqual(20);
  });

  it("is not sent if it was deleted before", async () => {
    const { env, loop, chatId, say } = await openChat();
    await loop.close();
    await env.hasStatus("loop", { status: "reconnecting" });
    const messageId = await say("Never mind");
    await env.hasEntry(messageId, { status: "waiting" });
    await env.post("chats.messages.delete", { messageId });
    const after = await env.say(chatId, "This instead");
    const again = await startLoop(loop.port);
    await env.hasEntry(after, { status: "done" });
    expect(again.texts()).toEqual(["This instead"]);
  });
});

describe("a platform", () => {
  it("that rejects a message makes its entry dead with the reason, and gets the next one", async () => {
    const { env, loop, say } = await openChat();
    loop.answer(({ text }) => (text === "rude" ? { error: "No such words here", word: "refused" } : {}));
    const messageId = await say("rude");
    await env.hasEntry(messageId, { status: "dead", attempts: 1, lastError: "No such words here" });
    await say("kind");
    await loop.got(1);
    expect(loop.texts()).toEqual(["kind"]);
  });

  it("that is busy gets the message again with increasing delays, and later ones wait", async () => {
    const { env, loop, say } = await openChat();
    let fails = 2;
    loop.answer(() => (fails-- > 0 ? { error: "Busy (503)", word: "not-sent" } : {}));
    const first = await say("first");
    await say("second");
    await env.hasEntry(first, { status: "waiting", attempts: 1, lastError: "Busy (503)" });
    await loop.got(2);
    await env.hasEntry(first, { status: "done", attempts: 3 });
    expect(loop.texts()).toEqual(["first", "second"]);
  });

  it("that names a delay is left alone until then, without using up an attempt", async () => {
    const { env, loop, say } = await openChat();
    let isLimited = true;
    loop.answer(() => (isLimited ? { error: "429", word: "not-sent", retryIn: 3_600_000 } : {}));
    const messageId = await say("Hi");
    const entry = await env.hasEntry(messageId, { status: "waiting", attempts: 0, lastError: "429" });
    expect(entry.nextAttemptAt - entry.createdAt).toBeGreaterThan(3_500_000);
    isLimited = false;
    await env.advance(3_700_000);
    await env.hasEntry(messageId, { status: "done", attempts: 1 });
  });

  it("that is unavailable makes entries wait without using up attempts", async () => {
    const { env, loop, say, chatId } = await openChat();
    await loop.close();
    await env.hasStatus("loop", { status: "reconnecting" });
    const messageId = await say("Are you back?");
    const reason = expect.stringContaining('Adapter "loop" is not connected: ');
    await env.hasEntry(messageId, { status: "waiting", attempts: 0, lastError: reason });
    await env.say(chatId, "And now?");
    const again = await startLoop(loop.port);
    await again.got(2);
    expect(again.texts()).toEqual(["Are you back?", "And now?"]);
    await env.hasEntry(messageId, { status: "done", attempts: 1 });
  });

  it("that fails while sending gets the message again with the same key if it supports keys", async () => {
    const { env, loop, say } = await openChat({ idempotent: true });
    loop.answer(acceptedAndCut(loop));
    const messageId = await say("Once?");
    await loop.got(1);
    loop.answer(TAKEN);
    await env.hasEntry(messageId, { status: "done" });
    expect(loop.sent).toHaveLength(2);
    expect(new Set(loop.sent.map(({ key }) => key)).size).toBe(1);
  });

  it.each([
    ["has it", true, 1],
    ["does not have it", false, 2],
  ])("that fails while sending and can confirm that it %s is believed", async (_name, sent, count) => {
    const { env, loop, say } = await openChat({ confirms: true });
    loop.answer(acceptedAndCut(loop));
    const messageId = await say("Once?");
    await loop.got(1);
    loop.answer(({ what }) => (what === "confirm" ? { sent, ...(sent && { id: "found" }) } : {}));
    await env.hasEntry(messageId, { status: "done" });
    expect(loop.sent).toHaveLength(count);
    if (sent) {
      await env.post("chats.messages.delete", { messageId });
      await until(() => expect(loop.changes).toMatchObject([{ what: "remove", of: "found" }]));
    }
  });

  it("that fails while sending and cannot confirm makes the entry ambiguous until a decision", async () => {
    const { env, loop, say } = await openChat();
    loop.answer(acceptedAndCut(loop));
    const messageId = await say("Once?");
    await loop.got(1);
    loop.answer(TAKEN);
    const dead = await env.hasEntry(messageId, {
      status: "dead",
      lastAttempt: { outcome: "ambiguous", reason: expect.any(String) },
    });
    expect(dead.lastError).toMatch(/^ambiguous: /);
    await say("Next");
    await loop.got(2);
    await env.idle();
    expect(loop.texts()).toEqual(["Once?", "Next"]);

    await env.post("channels.outbox.retry", { id: dead.id });
    await loop.got(3);
    await env.hasEntry(messageId, { status: "done" });
    expect(loop.texts()).toEqual(["Once?", "Next", "Once?"]);
  });

  it("that cannot confirm gets nothing if the entry is discarded", async () => {
    const { env, loop, say } = await openChat();
    loop.answer(acceptedAndCut(loop));
    const messageId = await say("Once?");
    const dead = await env.hasEntry(messageId, { status: "dead" });
    loop.answer(TAKEN);
    await env.post("channels.outbox.discard", { id: dead.id });
    await env.hasEntry(messageId, { status: "discarded" });
    await env.post("chats.messages.update", { messageId, content: "Twice?" });
    await env.hasEntry(messageId, { does: "edit", status: "done" });
    expect(loop.changes).toEqual([]);
    expect(loop.texts()).toEqual(["Once?"]);
  });

  it("that fails again and again is retried again and again, each time with a reason", async () => {
    const { env, loop, say } = await openChat({ idempotent: true });
    loop.answer(CUT);
    const messageId = await say("Hello?");
    const entry = await env.hasEntry(messageId, { attempts: 2, status: "waiting" });
    expect(entry.lastError).toMatch(/cut|ended|closed|not connected/);
    loop.answer(TAKEN);
    await env.hasEntry(messageId, { status: "done" });
  });
});

describe("an outgoing edit or deletion", () => {
  it("is sent after the message itself", async () => {
    const { env, loop, say } = await openChat();
    const messageId = await say("Gren");
    await env.post("chats.messages.update", { messageId, content: "Green" });
    await env.post("chats.messages.update", { messageId, content: "Green!" });
    await env.hasEntry(messageId, { revision: 3, status: "done" });
    const last = [...loop.sent, ...loop.changes].at(-1);
    expect(last?.text).toBe("Green!");
    await env.post("chats.messages.delete", { messageId });
    await env.hasEntry(messageId, { does: "remove", status: "done" });
    expect(loop.changes.at(-1)).toMatchObject({ what: "remove", of: "out-1", place: "#room" });
    await env.post("chats.messages.restore", { messageId });
    await loop.got(2);
    expect(loop.texts().at(-1)).toBe("Green!");
  });

  it("updates all parts of a message, adds missing parts and removes surplus ones", async () => {
    const { env, loop, say } = await openChat({ text: { most: 10, unit: "characters" } });
    const messageId = await say("one two three four");
    await env.hasEntry(messageId, { status: "done" });
    expect(loop.texts()).toEqual(["one two", "three four"]);
    await env.post("chats.messages.update", { messageId, content: "ONE TWO THREE FOUR FIVE SIX" });
    await env.hasEntry(messageId, { does: "edit", status: "done" });
    expect(loop.changes.map(({ what, text }) => [what, text])).toEqual([
      ["edit", "ONE TWO"],
      ["edit", "THREE FOUR"],
    ]);
    expect(loop.texts().at(-1)).toBe("FIVE SIX");
    await env.post("chats.messages.update", { messageId, content: "one" });
    await env.hasEntry(messageId, { revision: 3, status: "done" });
    expect(loop.changes.slice(2).map(({ what, of }) => [what, of])).toEqual([
      ["edit", "out-1"],
      ["remove", "out-2"],
      ["remove", expect.any(String)],
    ]);
  });

  it("stays here with a reason if the platform does not support it", async () => {
    const { env, loop, say } = await openChat({ edits: false });
    const messageId = await say("Gren");
    await loop.got(1);
    await env.post("chats.messages.update", { messageId, content: "Green" });
    const edited = await env.hasEntry(messageId, { does: "edit", status: "done" });
    expect(edited.lastAttempt).toEqual({ outcome: "nothing", reason: "Loop does not support edits" });
    await env.post("chats.messages.delete", { messageId });
    const removed = await env.hasEntry(messageId, { does: "remove", status: "done" });
    expect(removed.lastAttempt).toEqual({ outcome: "nothing", reason: "Loop does not support deletions" });
  });

  it("stays here if the message came from the platform", async () => {
    const { env, loop, say, chatId } = await openChat();
    const { messageId } = await loop.deliver(message("From there"));
    await env.post("chats.messages.update", { messageId, content: "Changed here" });
    await env.post("chats.messages.delete", { messageId });
    await say("Mine");
    await loop.got(1);
    expect(loop.texts()).toEqual(["Mine"]);
    expect(loop.changes).toEqual([]);
    expect(await env.entries({ adapter: "loop" })).toHaveLength(1);
    expect(chatId).toBeDefined();
  });
});
