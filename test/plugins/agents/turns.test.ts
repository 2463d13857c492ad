import agents from "@postern/agents";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import { describe, expect, it, onTestFinished } from "vitest";
import { maxDelay } from "../../../plugins/agents/src/turns/due-time.ts";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";

const HOUR = 3_600_000;

describe("messages to an agent without debounce time", () => {
  it("are delivered immediately, one per turn and unchanged", async () => {
    const fixture = await openFixture();
    await fixture.agent("main");
    const chatId = await fixture.chat();
    const ids = [await fixture.say(chatId, "one"), await fixture.say(chatId, "two")];
    await fixture.sees(2);
    const { message } = await fixture.post("chats.messages.show", { messageId: ids[0] });
    expect(fixture.turns[0]).toEqual({ turnId: expect.any(String), agentId: "main", chatId, messages: [message] });
    expect(fixture.turns.map(({ messages }) => messages.map(({ id }) => id))).toEqual([[ids[0]], [ids[1]]]);
    expect(fixture.events[0]).toMatchObject({ type: "agents.turn.ready", subject: "main", source: "/agents" });
    await fixture.waits("main", { messages: 0, chats: 0 });
  });

  it("come from other authors, since the agent was created", async () => {
    const fixture = await openFixture();
    const [early, unknown] = [await fixture.chat("main"), await fixture.chat("nobody")];
    const none = (await fixture.post("chats.create", {})).chat.id;
    await fixture.say(early, "before");
    await fixture.agent("main");
    await fixture.say(early, "by itself", "main");
    await fixture.say(unknown, "to nobody");
    await fixture.say(none, "to no agent");
    await fixture.say(early, "by another", "main2");
    await fixture.sees(1);
    await fixture.agent("nobody");
    await fixture.idle();
    expect(fixture.texts()).toEqual([["by another"]]);
  });
});

describe("messages to an agent with a debounce time", () => {
  it("are delivered together and in order after the debounce time, per chat", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", 10_000);
    const [left, right] = [await fixture.chat(), await fixture.chat()];
    for (const text of ["1", "2"]) await fixture.say(left, text);
    await fixture.say(right, "a");
    await fixture.waits("main", { messages: 3, chats: 2 });
    await fixture.advance(5_000);
    await fixture.say(left, "3");
    await fixture.waits("main", { messages: 4, chats: 2 });
    await fixture.advance(5_000);
    await fixture.sees(1);
    expect(fixture.turns).toMatchObject([{ agentId: "main", chatId: right, messages: [{ content: { text: "a" } }] }]);
    await fixture.advance(5_000);
    await fixture.sees(2);
    expect(fixture.texts()).toEqual([["a"], ["1", "2", "3"]]);
    await fixture.waits("main", { messages: 0, chats: 0 });
    await fixture.idle();
    expect(fixture.turns).toHaveLength(2);
  });

  it("wait at most ten times the debounce time or a minute", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", 6_000);
    await fixture.agent("slow", 30_000);
    const [quick, slow] = [await fixture.chat("main"), await fixture.chat("slow")];
    for (let n = 0; n < 11; n++) {
      await fixture.say(quick, `q${n}`);
      await fixture.waits("main", { messages: n + 1 });
      await fixture.advance(5_400);
    }
    await fixture.sees(1);
    expect(fixture.texts()[0]).toHaveLength(11);
    for (let n = 0; n < 3; n++) {
      await fixture.say(slow, `s${n}`);
      await fixture.waits("slow", { messages: n + 1 });
      await fixture.advance(20_000);
    }
    await fixture.sees(2);
    expect(fixture.texts()[1]).toEqual(["s0", "s1", "s2"]);
  });

  it.each([
    [1, 10],
    [2_000, 20_000],
    [6_000, 60_000],
    [30_000, 60_000],
    [60_000, 60_000],
    [600_000, 600_000],
  ])("with %i ms wait at most %i ms", (ms, most) => expect(maxDelay(ms)).toBe(most));

  it("are delivered with their newest text, and without deleted ones", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", HOUR / 6);
    const chatId = await fixture.chat();
    const [one, two, three] = [
      await fixture.say(chatId, "one"),
      await fixture.say(chatId, "two"),
      await fixture.say(chatId, "three"),
    ];
    await fixture.waits("main", { messages: 3 });
    await fixture.post("chats.messages.update", { messageId: one, content: "One, rather" });
    await fixture.post("chats.messages.delete", { messageId: two });
    await fixture.post("chats.messages.delete", { messageId: three });
    await fixture.waits("main", { messages: 1, chats: 1 });
    await fixture.post("chats.messages.restore", { messageId: three });
    await fixture.waits("main", { messages: 2 });
    const [{ id: turn }] = (await fixture.post("agents.turns.list", { agent: "main", chat: chatId })).turns;
    expect((await fixture.post("agents.turns.show", { turn })).turn).toMatchObject({
      status: "pending",
      agentId: "main",
      chatId,
      messages: 2,
      messageIds: [one, three],
    });
    await fixture.advance(HOUR);
    await fixture.sees(1);
    expect(fixture.texts()).toEqual([["One, rather", "three"]]);
    expect(fixture.turns[0]?.messages[0]).toMatchObject({ state: "updated", revision: 2 });
    expect((await fixture.post("agents.turns.show", { turn })).turn).toMatchObject({
      status: "ready",
      messages: 2,
      messageIds: [one, three],
    });
  });

  it("cause no turn if all of them were deleted", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", HOUR / 6);
    const chatId = await fixture.chat();
    const messageId = await fixture.say(chatId, "oops");
    await fixture.waits("main", { messages: 1 });
    await fixture.post("chats.messages.delete", { messageId });
    await fixture.waits("main", { messages: 0, chats: 1 });
    await fixture.advance(HOUR);
    await fixture.waits("main", { messages: 0, chats: 0 });
    expect(fixture.turns).toEqual([]);
  });

  it("keep all their fields", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("main", 60_000);
    const said = (id: string, content: object) => ({ id, chatId: "room", actorId: "ann", agentId: "main", content });
    const attachments = [
      { kind: "image", url: "blob:1", width: 3 },
      { kind: "sound", seconds: 1.5, tags: ["x"] },
    ];
    const all = [said("m1", { text: "look", attachments }), said("m2", { reaction: { emoji: "👍", to: ["m1"] } })];
    await fixture.tell(...all.map((message) => ({ message })));
    await fixture.waits("main", { messages: 2 });
    await fixture.advance(HOUR);
    await fixture.sees(1);
    expect(fixture.turns[0]?.messages).toEqual(all);
  });

  it("are limited to 500 or 1 MiB per turn; the rest follows immediately and in order", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("main", 60_000);
    const said = (chatId: string, n: number, text: string) => ({
      message: { id: `${chatId}-${n}`, chatId, actorId: "ann", agentId: "main", content: { text } },
    });
    await fixture.tell(...Array.from({ length: 1_203 }, (_, n) => said("many", n, String(n))));
    await fixture.tell(...[300, 600, 600, 2_000, 1].map((kib, n) => said("big", n, `${n}${"x".repeat(kib * 1024)}`)));
    await fixture.waits("main", { messages: 1_208, chats: 2 });
    await fixture.advance(HOUR);
    await fixture.sees(7);
    const of = (chat: string) => fixture.turns.filter(({ chatId }) => chatId === chat);
    expect(of("many").map(({ messages }) => messages.length)).toEqual([500, 500, 203]);
    const texts = of("many").flatMap(({ messages }) => messages.map(({ content }) => content.text));
    expect(texts).toEqual(Array.from({ length: 1_203 }, (_, n) => String(n)));
    expect(of("big").map(({ messages }) => messages.map(({ content }) => content.text?.[0]))).toEqual([
      ["0", "1"],
      ["2"],
      ["3"],
      ["4"],
    ]);
    await fixture.waits("main", { messages: 0, chats: 0 });
  });

  it("of a thousand chats that are due at the same time cause a thousand turns", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("main", 60_000);
    const message = (n: number, of: number) => ({
      message: { id: `m${n}-${of}`, chatId: `chat-${n}`, actorId: "ann", agentId: "main", content: { text: "x" } },
    });
    for (let n = 0; n < 1_000; n += 100)
      await fixture.tell(...Array.from({ length: 200 }, (_, at) => message(n + (at >> 1), at % 2)));
    await fixture.waits("main", { messages: 2_000, chats: 1_000 });
    expect(await fixture.post("agents.turns.list", { agent: "main", limit: "1" })).toMatchObject({ total: 1_000 });
    await fixture.advance(HOUR);
    await fixture.sees(1_000);
    await fixture.waits("main", { messages: 0, chats: 0 });
    await fixture.idle();
    expect(fixture.turns).toHaveLength(1_000);
    expect(new Set(fixture.turns.map(({ chatId }) => chatId)).size).toBe(1_000);
    expect(fixture.turns.every(({ messages }) => messages.length === 2)).toBe(true);
  });
});

describe("an invalid chat event", () => {
  it("is logged and skipped, and blocks no other event", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("main");
    const fine = { id: "m1", chatId: "room", actorId: "ann", agentId: "main", content: {} };
    const wrong = [null, "x", 7, [], {}, { message: null }, { message: {} }, { message: { ...fine, chatId: "" } }];
    const worse = [
      { message: { ...fine, id: 7 } },
      { message: { ...fine, agentId: "" } },
      { message: { ...fine, id: "" } },
    ];
    await fixture.tell(...[...wrong, ...worse].map((data) => ({ data })));
    await fixture.tell({ past: "deleted", message: { ...fine, id: "unknown" } }, { message: fine });
    await fixture.sees(1);
    expect(fixture.turns).toMatchObject([{ agentId: "main", chatId: "room", messages: [fine] }]);
    expect(fixture.logged.filter(({ message }) => message.includes("Skipped a chat event"))).toHaveLength(11);
  });

  it("may contain ids that are unusual as store keys", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("main", 60_000);
    const odd = ["../x", "a:b", "CON", "\ud800", "x".repeat(900), "a\0b", "__proto__", "Ünïcödé"];
    await fixture.tell(
      ...odd.map((id) => ({ message: { id, chatId: id, actorId: "ann", agentId: "main", content: {} } })),
      ...odd.map((agentId) => ({ message: { id: "m", chatId: "c", actorId: "ann", agentId, content: {} } })),
    );
    await fixture.waits("main", { messages: odd.length, chats: odd.length });
    await fixture.advance(HOUR);
    await fixture.sees(odd.length);
    expect(new Set(fixture.turns.map(({ chatId }) => chatId)).size).toBe(odd.length);
  });
});

describe("access to turns", () => {
  it("requires agents:turns, for all agents or one; agents:read is not enough", async () => {
    const own = await testGateway({ plugins: [agents(), chats(), events()] });
    onTestFinished(() => own.stop());
    for (const id of ["main", "other"]) await own.admin.post("agents.create", { id });
    for (const agentId of ["main", "other"]) {
      const { chat } = (await own.admin.post("chats.create", { agentId })).body;
      const said = { chatId: chat.id, actorId: "ann", clientMessageId: "1", content: "hello" };
      await own.admin.post("chats.messages.create", said);
    }
    const heardBy = async (scopes: string[]) => {
      const client = await own.client(["events:read", ...scopes]);
      const { body } = await client.post("events.list", { type: "agents.turn.*" });
      return body.events.map(({ subject }: { subject: string }) => subject);
    };
    await until(async () => expect(await heardBy(["agents:turns"])).toEqual(["main", "other"]));
    expect(await heardBy(["agents:turns@main"])).toEqual(["main"]);
    expect(await heardBy(["agents:*"])).toEqual(["main", "other"]);
    expect(await heardBy(["agents:write"])).toEqual([]);
  });
});
