import agents from "@postern/agents";
import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import events from "@postern/events";
import { describe, expect, it, onTestFinished } from "vitest";
import { maxDelay } from "../../../plugins/agents/src/turns/due-time.ts";
import { until } from "../../run/until.ts";
import { openHouse, pause } from "./house.ts";

const HOUR = 3_600_000;

describe("messages to an agent without debounce time", () => {
  it("are delivered immediately, one per turn and unchanged", async () => {
    const house = await openHouse();
    await house.agent("main");
    const chatId = await house.chat();
    const ids = [await house.say(chatId, "one"), await house.say(chatId, "two")];
    await house.sees(2);
    const { message } = await house.post("chats.messages.show", { messageId: ids[0] });
    expect(house.turns[0]).toEqual({ agentId: "main", chatId, messages: [message] });
    expect(house.turns.map(({ messages }) => messages.map(({ id }) => id))).toEqual([[ids[0]], [ids[1]]]);
    expect(house.events[0]).toMatchObject({ type: "agents.turn.ready", subject: "main", source: "/agents" });
    await house.waits("main", { messages: 0, chats: 0 });
  });

  it("are those of other authors, since the agent was created", async () => {
    const house = await openHouse();
    const [early, unknown] = [await house.chat("main"), await house.chat("nobody")];
    const none = (await house.post("chats.create", {})).chat.id;
    await house.say(early, "before");
    await house.agent("main");
    await house.say(early, "by itself", "main");
    await house.say(unknown, "to nobody");
    await house.say(none, "to no agent");
    await house.say(early, "by another", "main2");
    await house.sees(1);
    await house.agent("nobody");
    await pause();
    expect(house.texts()).toEqual([["by another"]]);
  });
});

describe("messages to an agent with a debounce time", () => {
  it("are delivered together and in order after the debounce time, per chat", async () => {
    const house = await openHouse();
    await house.agent("main", 10_000);
    const [left, right] = [await house.chat(), await house.chat()];
    for (const text of ["1", "2"]) await house.say(left, text);
    await house.say(right, "a");
    await house.waits("main", { messages: 3, chats: 2 });
    house.pass(5_000);
    await house.say(left, "3");
    await house.waits("main", { messages: 4, chats: 2 });
    house.pass(5_000);
    await house.sees(1);
    expect(house.turns).toMatchObject([{ agentId: "main", chatId: right, messages: [{ content: { text: "a" } }] }]);
    house.pass(5_000);
    await house.sees(2);
    expect(house.texts()).toEqual([["a"], ["1", "2", "3"]]);
    await house.waits("main", { messages: 0, chats: 0 });
    await pause();
    expect(house.turns).toHaveLength(2);
  });

  it("wait at most ten times the debounce time or a minute", async () => {
    const house = await openHouse();
    await house.agent("main", 6_000);
    await house.agent("slow", 30_000);
    const [quick, slow] = [await house.chat("main"), await house.chat("slow")];
    for (let n = 0; n < 11; n++) {
      await house.say(quick, `q${n}`);
      await house.waits("main", { messages: n + 1 });
      house.pass(5_400);
    }
    await house.sees(1);
    expect(house.texts()[0]).toHaveLength(11);
    for (let n = 0; n < 3; n++) {
      await house.say(slow, `s${n}`);
      await house.waits("slow", { messages: n + 1 });
      house.pass(20_000);
    }
    await house.sees(2);
    expect(house.texts()[1]).toEqual(["s0", "s1", "s2"]);
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
    const house = await openHouse();
    await house.agent("main", HOUR / 6);
    const chatId = await house.chat();
    const [one, two, three] = [
      await house.say(chatId, "one"),
      await house.say(chatId, "two"),
      await house.say(chatId, "three"),
    ];
    await house.waits("main", { messages: 3 });
    await house.post("chats.messages.update", { messageId: one, content: "One, rather" });
    await house.post("chats.messages.delete", { messageId: two });
    await house.post("chats.messages.delete", { messageId: three });
    await house.waits("main", { messages: 1, chats: 1 });
    await house.post("chats.messages.restore", { messageId: three });
    await house.waits("main", { messages: 2 });
    expect((await house.post("agents.turns.show", { id: "main", chatId })).turn).toMatchObject({
      agentId: "main",
      chatId,
      messages: 2,
      messageIds: [one, three],
    });
    house.pass(HOUR);
    await house.sees(1);
    expect(house.texts()).toEqual([["One, rather", "three"]]);
    expect(house.turns[0]?.messages[0]).toMatchObject({ state: "updated", revision: 2 });
  });

  it("cause no turn if all of them were deleted", async () => {
    const house = await openHouse();
    await house.agent("main", HOUR / 6);
    const chatId = await house.chat();
    const messageId = await house.say(chatId, "oops");
    await house.waits("main", { messages: 1 });
    await house.post("chats.messages.delete", { messageId });
    await house.waits("main", { messages: 0, chats: 1 });
    house.pass(HOUR);
    await house.waits("main", { messages: 0, chats: 0 });
    expect(house.turns).toEqual([]);
  });

  it("keep all their fields", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("main", 60_000);
    const said = (id: string, content: object) => ({ id, chatId: "room", actorId: "ann", agentId: "main", content });
    const attachments = [
      { kind: "image", url: "blob:1", width: 3 },
      { kind: "sound", seconds: 1.5, tags: ["x"] },
    ];
    const all = [said("m1", { text: "look", attachments }), said("m2", { reaction: { emoji: "👍", to: ["m1"] } })];
    await house.tell(...all.map((message) => ({ message })));
    await house.waits("main", { messages: 2 });
    house.pass(HOUR);
    await house.sees(1);
    expect(house.turns[0]?.messages).toEqual(all);
  });

  it("are limited to 500 or 1 MiB per turn; the rest follows immediately and in order", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("main", 60_000);
    const said = (chatId: string, n: number, text: string) => ({
      message: { id: `${chatId}-${n}`, chatId, actorId: "ann", agentId: "main", content: { text } },
    });
    await house.tell(...Array.from({ length: 1_203 }, (_, n) => said("many", n, String(n))));
    await house.tell(...[300, 600, 600, 2_000, 1].map((kib, n) => said("big", n, `${n}${"x".repeat(kib * 1024)}`)));
    await house.waits("main", { messages: 1_208, chats: 2 });
    house.pass(HOUR);
    await house.sees(7);
    const of = (chat: string) => house.turns.filter(({ chatId }) => chatId === chat);
    expect(of("many").map(({ messages }) => messages.length)).toEqual([500, 500, 203]);
    const texts = of("many").flatMap(({ messages }) => messages.map(({ content }) => content.text));
    expect(texts).toEqual(Array.from({ length: 1_203 }, (_, n) => String(n)));
    expect(of("big").map(({ messages }) => messages.map(({ content }) => content.text?.[0]))).toEqual([
      ["0", "1"],
      ["2"],
      ["3"],
      ["4"],
    ]);
    await house.waits("main", { messages: 0, chats: 0 });
  });

  it("of a thousand chats that are due at the same time cause a thousand turns", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("main", 60_000);
    const message = (n: number, of: number) => ({
      message: { id: `m${n}-${of}`, chatId: `chat-${n}`, actorId: "ann", agentId: "main", content: { text: "x" } },
    });
    for (let n = 0; n < 1_000; n += 100)
      await house.tell(...Array.from({ length: 200 }, (_, at) => message(n + (at >> 1), at % 2)));
    await house.waits("main", { messages: 2_000, chats: 1_000 });
    expect(await house.post("agents.turns.list", { agent: "main", limit: "1" })).toMatchObject({ total: 1_000 });
    house.pass(HOUR);
    await house.sees(1_000);
    await house.waits("main", { messages: 0, chats: 0 });
    await pause();
    expect(house.turns).toHaveLength(1_000);
    expect(new Set(house.turns.map(({ chatId }) => chatId)).size).toBe(1_000);
    expect(house.turns.every(({ messages }) => messages.length === 2)).toBe(true);
  });
});

describe("an invalid chat event", () => {
  it("is logged and skipped, and blocks no other event", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("main");
    const fine = { id: "m1", chatId: "room", actorId: "ann", agentId: "main", content: {} };
    const wrong = [null, "x", 7, [], {}, { message: null }, { message: {} }, { message: { ...fine, chatId: "" } }];
    const worse = [
      { message: { ...fine, id: 7 } },
      { message: { ...fine, agentId: "" } },
      { message: { ...fine, id: "" } },
    ];
    await house.tell(...[...wrong, ...worse].map((data) => ({ data })));
    await house.tell({ past: "deleted", message: { ...fine, id: "unknown" } }, { message: fine });
    await house.sees(1);
    expect(house.turns).toEqual([{ agentId: "main", chatId: "room", messages: [fine] }]);
    expect(house.logged.filter(({ message }) => message.includes("Skipped a chat event"))).toHaveLength(11);
  });

  it("may contain ids that are unusual as store keys", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("main", 60_000);
    const odd = ["../x", "a:b", "CON", "\ud800", "x".repeat(900), "a\0b", "__proto__", "Ünïcödé"];
    await house.tell(
      ...odd.map((id) => ({ message: { id, chatId: id, actorId: "ann", agentId: "main", content: {} } })),
      ...odd.map((agentId) => ({ message: { id: "m", chatId: "c", actorId: "ann", agentId, content: {} } })),
    );
    await house.waits("main", { messages: odd.length, chats: odd.length });
    house.pass(HOUR);
    await house.sees(odd.length);
    expect(new Set(house.turns.map(({ chatId }) => chatId)).size).toBe(odd.length);
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
