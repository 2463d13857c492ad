import { turnDiscarded } from "@postern/agents";
import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { agents, pendingMessages, pendingTurns } from "../../../plugins/agents/src/collections.ts";
import { openFixture } from "./fixture.ts";

const TEN_MINUTES = 600_000;

describe("the debounce time of an agent with pending messages", () => {
  it("can be turned off, which delivers pending and further messages immediately", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", TEN_MINUTES);
    const chatId = await fixture.chat();
    for (const text of ["1", "2"]) await fixture.say(chatId, text);
    await fixture.waits("main", { messages: 2 });
    await fixture.post("agents.debounce", { id: "main", ms: "0" });
    await fixture.sees(1);
    await fixture.say(chatId, "3");
    await fixture.sees(2);
    expect(fixture.texts()).toEqual([["1", "2"], ["3"]]);
  });

  it("can be changed, and takes effect immediately", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", TEN_MINUTES);
    const chatId = await fixture.chat();
    await fixture.say(chatId, "1");
    await fixture.waits("main", { messages: 1 });
    const [{ firstAt, dueAt }] = (await fixture.post("agents.turns.list", { agent: "main" })).turns;
    expect(dueAt).toBe(firstAt + TEN_MINUTES);
    await fixture.advance(5_000);
    await fixture.post("agents.debounce", { id: "main", ms: "20000" });
    await fixture.waits("main", { messages: 1, dueAt: firstAt + 20_000 });
    await fixture.post("agents.update", { id: "main", debounceMs: "60000" });
    await fixture.waits("main", { messages: 1, dueAt: firstAt + 60_000 });
    await fixture.advance(30_000);
    await fixture.idle();
    expect(fixture.turns).toEqual([]);
    await fixture.post("agents.debounce", { id: "main", ms: "1000" });
    await fixture.sees(1);
    expect(fixture.texts()).toEqual([["1"]]);
  });
});

describe("an archived agent", () => {
  it("has no turns; pending messages are kept and delivered when it is restored", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", 60_000);
    const chatId = await fixture.chat();
    await fixture.say(chatId, "before");
    await fixture.waits("main", { messages: 1 });
    await fixture.post("agents.archive", { id: "main" });
    await fixture.say(chatId, "meanwhile");
    await fixture.advance(TEN_MINUTES);
    await fixture.idle();
    expect(fixture.turns).toEqual([]);
    const { agent } = await fixture.post("agents.show", { id: "main" });
    expect(agent.waiting).toEqual({ messages: 1, chats: 1 });
    const [turn] = (await fixture.post("agents.turns.list", {})).turns;
    expect(turn).toMatchObject({ agentId: "main", chatId, messages: 1 });
    expect(turn).not.toHaveProperty("dueAt");
    expect(await fixture.admin.post("agents.turns.flush", { id: "main" })).toMatchObject({
      status: 409,
      body: { code: "agents.agent_archived", fix: "postern agents unarchive --id main" },
    });
    await fixture.post("agents.unarchive", { id: "main" });
    await fixture.sees(1);
    await fixture.say(chatId, "after");
    await fixture.waits("main", { messages: 1 });
    await fixture.advance(TEN_MINUTES);
    await fixture.sees(2);
    expect(fixture.texts()).toEqual([["before"], ["after"]]);
  });

  it("without debounce time receives only messages sent while it was active", async () => {
    const storage = memory();
    // No gateway is running: the events are stored, but not consumed.
    const desk = await openFixture({ storage, background: false });
    const chatId = await desk.chat();
    await desk.say(chatId, "before it was there");
    await desk.agent("main");
    await desk.say(chatId, "first");
    await desk.post("agents.archive", { id: "main" });
    await desk.say(chatId, "while archived");
    await desk.post("agents.unarchive", { id: "main" });
    await desk.say(chatId, "second");
    expect(desk.turns).toEqual([]);
    await desk.stop();
    const fixture = await openFixture({ storage });
    await fixture.sees(2);
    await fixture.idle();
    expect(fixture.texts()).toEqual([["first"], ["second"]]);
  });
});

describe("pending turns", () => {
  it("are listed by agent and chat, in order of due time", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("slow", TEN_MINUTES);
    await fixture.agent("quick", 60_000);
    const say = (agentId: string, chatId: string) =>
      fixture.tell({ message: { id: `${agentId}${chatId}`, chatId, actorId: "ann", agentId, content: {} } });
    for (const [agent, chat] of [
      ["slow", "a"],
      ["quick", "a"],
      ["slow", "b"],
    ] as const) {
      await say(agent, chat);
      await fixture.advance(10);
    }
    await fixture.waits("slow", { messages: 2, chats: 2 });
    await fixture.waits("quick", { messages: 1 });
    const list = async (body: object) =>
      (await fixture.post("agents.turns.list", body)).turns.map(
        (turn: { agentId: string; chatId: string }) => `${turn.agentId} ${turn.chatId}`,
      );
    expect(await list({})).toEqual(["quick a", "slow a", "slow b"]);
    expect(await list({ agent: "slow" })).toEqual(["slow a", "slow b"]);
    expect((await list({ chat: "a" })).sort()).toEqual(["quick a", "slow a"]);
    expect(await list({ agent: "slow", chat: "b" })).toEqual(["slow b"]);
    expect(await list({ agent: "quick", chat: "b" })).toEqual([]);
    expect(await list({ agent: "nobody" })).toEqual([]);
    const turnId = "turn_0123456789abcdef01234567";
    expect(await fixture.admin.post("agents.turns.show", { turn: turnId })).toMatchObject({
      status: 404,
      body: { code: "agents.turn_not_found", turnId },
    });
  });

  it("can be delivered now, for one chat or all chats, once", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", TEN_MINUTES);
    const chats = [await fixture.chat(), await fixture.chat(), await fixture.chat()];
    for (const chatId of chats) for (const text of ["1", "2"]) await fixture.say(chatId, text);
    await fixture.waits("main", { messages: 6, chats: 3 });
    const dry = await fixture.admin.post("agents.turns.flush", { id: "main" }, { "x-dry-run": "true" });
    expect(dry.body).toMatchObject({ dryRun: true, plan: { messages: 6 } });
    expect(await fixture.post("agents.turns.flush", { id: "main", chatId: chats[1] })).toEqual({
      turns: 1,
      messages: 2,
      following: false,
    });
    expect(fixture.turns).toMatchObject([{ chatId: chats[1] }]);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => fixture.post("agents.turns.flush", { id: "main" })),
    );
    expect(replies.reduce((sum, { turns }) => sum + turns, 0)).toBe(2);
    await fixture.waits("main", { messages: 0, chats: 0 });
    expect(fixture.texts()).toEqual([
      ["1", "2"],
      ["1", "2"],
      ["1", "2"],
    ]);
  });

  it("can be delivered for very many chats", async () => {
    const fixture = await openFixture({ teller: true });
    await fixture.agent("main", TEN_MINUTES);
    const said = (n: number) => ({
      message: { id: `m${n}`, chatId: `c${n}`, actorId: "ann", agentId: "main", content: {} },
    });
    await fixture.tell(...Array.from({ length: 250 }, (_, n) => said(n)));
    await fixture.waits("main", { chats: 250 });
    expect(await fixture.post("agents.turns.flush", { id: "main" })).toEqual({
      turns: 20,
      messages: 20,
      following: true,
    });
    await fixture.sees(250);
    await fixture.idle();
    expect(fixture.turns).toHaveLength(250);
  });

  it("can be discarded, and the messages stay in their chats", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", TEN_MINUTES);
    const [left, right] = [await fixture.chat(), await fixture.chat()];
    for (const chatId of [left, right]) await fixture.say(chatId, "x");
    await fixture.waits("main", { messages: 2 });
    const discarded: unknown[] = [];
    fixture.gateway.on(turnDiscarded, ({ data }) => discarded.push(data));
    expect(await fixture.post("agents.turns.discard", { id: "main", chatId: left, execute: true })).toEqual({
      messages: 1,
      more: false,
    });
    await fixture.waits("main", { messages: 1, chats: 1 });
    expect(await fixture.post("agents.turns.discard", { id: "main", execute: true })).toEqual({
      messages: 1,
      more: false,
    });
    expect(await fixture.post("agents.turns.discard", { id: "main", execute: true })).toEqual({
      messages: 0,
      more: false,
    });
    expect(discarded).toMatchObject([left, right].map((chatId) => ({ agentId: "main", chatId, messages: 1 })));
    await fixture.advance(TEN_MINUTES * 2);
    await fixture.idle();
    expect(fixture.turns).toEqual([]);
    expect((await fixture.post("chats.messages.list", { chatId: left })).total).toBe(1);
  });
});

describe("a clock", () => {
  it("that is set back delays no turn longer than the debounce time", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", 60_000);
    const chatId = await fixture.chat();
    await fixture.say(chatId, "1");
    await fixture.waits("main", { messages: 1 });
    fixture.setBack(30 * 24 * 3_600_000);
    await fixture.idle();
    const [{ dueAt, lastAt }] = (await fixture.post("agents.turns.list", {})).turns;
    expect(lastAt).toBeLessThanOrEqual(fixture.now());
    expect(dueAt - fixture.now()).toBeLessThanOrEqual(60_000);
    await fixture.advance(60_001);
    await fixture.sees(1);
    expect(fixture.texts()).toEqual([["1"]]);
  });

  it("that was set back while no gateway was running delays no turn either", async () => {
    const storage = memory();
    const first = await openFixture({ storage });
    await first.advance(3_600_000);
    await first.agent("main", 60_000);
    await first.say(await first.chat(), "1");
    await first.waits("main", { messages: 1 });
    await first.stop();
    const second = await openFixture({ storage });
    await second.idle();
    await second.advance(60_001);
    await second.sees(1);
  });

  it("that jumps forward delivers turns immediately and once", async () => {
    const fixture = await openFixture();
    await fixture.agent("main", 60_000);
    const chatId = await fixture.chat();
    await fixture.say(chatId, "1");
    await fixture.waits("main", { messages: 1 });
    await fixture.advance(10 * 365 * 24 * 3_600_000);
    await fixture.sees(1);
    await fixture.idle();
    expect(fixture.texts()).toEqual([["1"]]);
  });
});

describe("a damaged record", () => {
  const said = (chatId: string, agentId = "main", text = "x") => ({
    message: { id: `m-${chatId}-${text}`, chatId, actorId: "ann", agentId, content: { text } },
  });

  it("of a pending turn blocks no other turn, and new messages are delivered immediately", async () => {
    const storage = memory();
    const fixture = await openFixture({ storage, teller: true });
    await fixture.agent("main", TEN_MINUTES);
    for (const chatId of ["a", "b", "c"]) await fixture.tell(said(chatId));
    await fixture.waits("main", { messages: 3 });
    for (const start of [`${pendingTurns.head}!:main!:a`, `${pendingMessages.head}!:main!:b`])
      await tear(storage, start);
    await fixture.tell(said("a", "main", "more"));
    await fixture.sees(1);
    await fixture.tell(said("d"));
    await fixture.waits("main", { messages: 4 });
    await fixture.post("agents.debounce", { id: "main", ms: "1" });
    await fixture.sees(3);
    await fixture.idle();
    expect(fixture.turns.map(({ chatId, messages }) => `${chatId} ${messages[0]?.content.text}`).sort()).toEqual([
      "a more",
      "c x",
      "d x",
    ]);
    expect(fixture.logged.some(({ message }) => message.includes("a record of the turn is damaged"))).toBe(true);
  });

  it("of an agent does not stop delivery to other agents", async () => {
    const storage = memory();
    const fixture = await openFixture({ storage, teller: true });
    for (const id of ["main", "other"]) await fixture.agent(id);
    await tear(storage, `${agents.head}!:main`);
    await fixture.tell(said("a"), said("b", "other"));
    await fixture.sees(1);
    expect(fixture.turns).toMatchObject([{ agentId: "other", chatId: "b" }]);
    expect(fixture.logged.some(({ message }) => message.includes("receives no messages"))).toBe(true);
  });

  async function tear(storage: ReturnType<typeof memory>, start: string) {
    const [key] = (await storage.getKeys("", {})).filter((one) => one.startsWith(start));
    expect(key).toBeDefined();
    await storage.setItem?.(key as string, "torn", {});
  }
});
