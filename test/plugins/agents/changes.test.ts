import { turnDiscarded } from "@postern/agents";
import memory from "@postern/storage-memory";
import { describe, expect, it } from "vitest";
import { agents, pendingMessages, pendingTurns } from "../../../plugins/agents/src/collections.ts";
import { openHouse, pause } from "./house.ts";

const TEN_MINUTES = 600_000;

describe("the debounce time of an agent with pending messages", () => {
  it("can be turned off, which delivers pending and further messages immediately", async () => {
    const house = await openHouse();
    await house.agent("main", TEN_MINUTES);
    const chatId = await house.chat();
    for (const text of ["1", "2"]) await house.say(chatId, text);
    await house.waits("main", { messages: 2 });
    await house.post("agents.debounce", { id: "main", ms: "0" });
    await house.sees(1);
    await house.say(chatId, "3");
    await house.sees(2);
    expect(house.texts()).toEqual([["1", "2"], ["3"]]);
  });

  it("can be changed, and takes effect immediately", async () => {
    const house = await openHouse();
    await house.agent("main", TEN_MINUTES);
    const chatId = await house.chat();
    await house.say(chatId, "1");
    await house.waits("main", { messages: 1 });
    const [{ firstAt, dueAt }] = (await house.post("agents.turns.list", { agent: "main" })).turns;
    expect(dueAt).toBe(firstAt + TEN_MINUTES);
    house.pass(5_000);
    await house.post("agents.debounce", { id: "main", ms: "20000" });
    await house.waits("main", { messages: 1, dueAt: firstAt + 20_000 });
    await house.post("agents.update", { id: "main", debounceMs: "60000" });
    await house.waits("main", { messages: 1, dueAt: firstAt + 60_000 });
    house.pass(30_000);
    await pause();
    expect(house.turns).toEqual([]);
    await house.post("agents.debounce", { id: "main", ms: "1000" });
    await house.sees(1);
    expect(house.texts()).toEqual([["1"]]);
  });

  it("can be shortened for a thousand chats", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("main", TEN_MINUTES);
    const said = (n: number) => ({
      message: { id: `m${n}`, chatId: `c${n}`, actorId: "ann", agentId: "main", content: {} },
    });
    await house.tell(...Array.from({ length: 1_000 }, (_, n) => said(n)));
    await house.waits("main", { chats: 1_000 });
    await house.post("agents.debounce", { id: "main", ms: "1" });
    await house.sees(1_000);
    expect(new Set(house.turns.map(({ chatId }) => chatId)).size).toBe(1_000);
  });
});

describe("an archived agent", () => {
  it("has no turns; pending messages are kept and delivered when it is restored", async () => {
    const house = await openHouse();
    await house.agent("main", 60_000);
    const chatId = await house.chat();
    await house.say(chatId, "before");
    await house.waits("main", { messages: 1 });
    await house.post("agents.archive", { id: "main" });
    await house.say(chatId, "meanwhile");
    house.pass(TEN_MINUTES);
    await pause();
    expect(house.turns).toEqual([]);
    const { agent } = await house.post("agents.show", { id: "main" });
    expect(agent.waiting).toEqual({ messages: 1, chats: 1 });
    const [turn] = (await house.post("agents.turns.list", {})).turns;
    expect(turn).toMatchObject({ agentId: "main", chatId, messages: 1 });
    expect(turn).not.toHaveProperty("dueAt");
    expect(await house.admin.post("agents.turns.flush", { id: "main" })).toMatchObject({
      status: 409,
      body: { code: "agents.agent_archived", fix: "postern agents unarchive --id main" },
    });
    await house.post("agents.unarchive", { id: "main" });
    await house.sees(1);
    await house.say(chatId, "after");
    await house.waits("main", { messages: 1 });
    house.pass(TEN_MINUTES);
    await house.sees(2);
    expect(house.texts()).toEqual([["before"], ["after"]]);
  });

  it("without debounce time receives only messages sent while it was active", async () => {
    const storage = memory();
    // No gateway is running: the events are stored, but not consumed.
    const desk = await openHouse({ storage, background: false });
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
    const house = await openHouse({ storage });
    await house.sees(2);
    await pause(300);
    expect(house.texts()).toEqual([["first"], ["second"]]);
  });
});

describe("pending turns", () => {
  it("are listed by agent and chat, in order of due time", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("slow", TEN_MINUTES);
    await house.agent("quick", 60_000);
    const say = (agentId: string, chatId: string) =>
      house.tell({ message: { id: `${agentId}${chatId}`, chatId, actorId: "ann", agentId, content: {} } });
    for (const [agent, chat] of [
      ["slow", "a"],
      ["quick", "a"],
      ["slow", "b"],
    ] as const) {
      await say(agent, chat);
      house.pass(10);
    }
    await house.waits("slow", { messages: 2, chats: 2 });
    await house.waits("quick", { messages: 1 });
    const list = async (body: object) =>
      (await house.post("agents.turns.list", body)).turns.map(
        (turn: { agentId: string; chatId: string }) => `${turn.agentId} ${turn.chatId}`,
      );
    expect(await list({})).toEqual(["quick a", "slow a", "slow b"]);
    expect(await list({ agent: "slow" })).toEqual(["slow a", "slow b"]);
    expect((await list({ chat: "a" })).sort()).toEqual(["quick a", "slow a"]);
    expect(await list({ agent: "slow", chat: "b" })).toEqual(["slow b"]);
    expect(await list({ agent: "quick", chat: "b" })).toEqual([]);
    expect(await list({ agent: "nobody" })).toEqual([]);
    expect(await house.admin.post("agents.turns.show", { id: "quick", chatId: "b" })).toMatchObject({
      status: 404,
      body: { code: "agents.turn_not_found", agentId: "quick", chatId: "b" },
    });
  });

  it("can be delivered now, for one chat or all chats, once", async () => {
    const house = await openHouse();
    await house.agent("main", TEN_MINUTES);
    const chats = [await house.chat(), await house.chat(), await house.chat()];
    for (const chatId of chats) for (const text of ["1", "2"]) await house.say(chatId, text);
    await house.waits("main", { messages: 6, chats: 3 });
    const dry = await house.admin.post("agents.turns.flush", { id: "main" }, { "x-dry-run": "true" });
    expect(dry.body).toMatchObject({ dryRun: true, plan: { messages: 6 } });
    expect(await house.post("agents.turns.flush", { id: "main", chatId: chats[1] })).toEqual({
      turns: 1,
      messages: 2,
      following: false,
    });
    expect(house.turns).toMatchObject([{ chatId: chats[1] }]);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => house.post("agents.turns.flush", { id: "main" })),
    );
    expect(replies.reduce((sum, { turns }) => sum + turns, 0)).toBe(2);
    await house.waits("main", { messages: 0, chats: 0 });
    expect(house.texts()).toEqual([
      ["1", "2"],
      ["1", "2"],
      ["1", "2"],
    ]);
  });

  it("can be delivered for very many chats", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("main", TEN_MINUTES);
    const said = (n: number) => ({
      message: { id: `m${n}`, chatId: `c${n}`, actorId: "ann", agentId: "main", content: {} },
    });
    await house.tell(...Array.from({ length: 250 }, (_, n) => said(n)));
    await house.waits("main", { chats: 250 });
    expect(await house.post("agents.turns.flush", { id: "main" })).toEqual({
      turns: 20,
      messages: 20,
      following: true,
    });
    await house.sees(250);
    await pause(200);
    expect(house.turns).toHaveLength(250);
  });

  it("can be discarded, and the messages stay in their chats", async () => {
    const house = await openHouse();
    await house.agent("main", TEN_MINUTES);
    const [left, right] = [await house.chat(), await house.chat()];
    for (const chatId of [left, right]) await house.say(chatId, "x");
    await house.waits("main", { messages: 2 });
    const told: unknown[] = [];
    house.gateway.on(turnDiscarded, ({ data }) => told.push(data));
    expect(await house.post("agents.turns.discard", { id: "main", chatId: left })).toEqual({
      messages: 1,
      more: false,
    });
    await house.waits("main", { messages: 1, chats: 1 });
    expect(await house.post("agents.turns.discard", { id: "main" })).toEqual({ messages: 1, more: false });
    expect(await house.post("agents.turns.discard", { id: "main" })).toEqual({ messages: 0, more: false });
    expect(told).toEqual([left, right].map((chatId) => ({ agentId: "main", chatId, messages: 1 })));
    house.pass(TEN_MINUTES * 2);
    await pause();
    expect(house.turns).toEqual([]);
    expect((await house.post("chats.messages.list", { chatId: left })).total).toBe(1);
  });

  it("are discarded in batches of a thousand messages", async () => {
    const house = await openHouse({ teller: true });
    await house.agent("main", TEN_MINUTES);
    const said = (n: number) => ({
      message: { id: `m${n}`, chatId: `c${n % 3}`, actorId: "ann", agentId: "main", content: {} },
    });
    await house.tell(...Array.from({ length: 2_500 }, (_, n) => said(n)));
    await house.waits("main", { messages: 2_500 });
    const discard = () => house.post("agents.turns.discard", { id: "main" });
    expect([await discard(), await discard(), await discard()]).toEqual([
      { messages: 1_000, more: true },
      { messages: 1_000, more: true },
      { messages: 500, more: false },
    ]);
    await house.waits("main", { messages: 0, chats: 0 });
  });
});

describe("a clock", () => {
  it("that is set back delays no turn longer than the debounce time", async () => {
    const house = await openHouse();
    await house.agent("main", 60_000);
    const chatId = await house.chat();
    await house.say(chatId, "1");
    await house.waits("main", { messages: 1 });
    house.pass(-30 * 24 * 3_600_000);
    await house.waits("main", { messages: 1, dueAt: expect.any(Number) });
    await pause();
    const [{ dueAt, lastAt }] = (await house.post("agents.turns.list", {})).turns;
    expect(lastAt).toBeLessThanOrEqual(house.now());
    expect(dueAt - house.now()).toBeLessThanOrEqual(60_000);
    house.pass(60_001);
    await house.sees(1);
    expect(house.texts()).toEqual([["1"]]);
  });

  it("that was set back while no gateway was running delays no turn either", async () => {
    const storage = memory();
    const first = await openHouse({ storage });
    first.pass(3_600_000);
    await first.agent("main", 60_000);
    await first.say(await first.chat(), "1");
    await first.waits("main", { messages: 1 });
    await first.stop();
    const second = await openHouse({ storage });
    await pause();
    second.pass(60_001);
    await second.sees(1);
  });

  it("that jumps forward delivers turns immediately and once", async () => {
    const house = await openHouse();
    await house.agent("main", 60_000);
    const chatId = await house.chat();
    await house.say(chatId, "1");
    await house.waits("main", { messages: 1 });
    house.pass(10 * 365 * 24 * 3_600_000);
    await house.sees(1);
    await pause(300);
    expect(house.texts()).toEqual([["1"]]);
  });
});

describe("a damaged record", () => {
  const said = (chatId: string, agentId = "main", text = "x") => ({
    message: { id: `m-${chatId}-${text}`, chatId, actorId: "ann", agentId, content: { text } },
  });

  it("of a pending turn blocks no other turn, and new messages are delivered immediately", async () => {
    const storage = memory();
    const house = await openHouse({ storage, teller: true });
    await house.agent("main", TEN_MINUTES);
    for (const chatId of ["a", "b", "c"]) await house.tell(said(chatId));
    await house.waits("main", { messages: 3 });
    for (const start of [`${pendingTurns.head}!:main!:a`, `${pendingMessages.head}!:main!:b`])
      await tear(storage, start);
    await house.tell(said("a", "main", "more"));
    await house.sees(1);
    await house.tell(said("d"));
    await house.waits("main", { messages: 4 });
    await house.post("agents.debounce", { id: "main", ms: "1" });
    await house.sees(3);
    await pause(300);
    expect(house.turns.map(({ chatId, messages }) => `${chatId} ${messages[0]?.content.text}`).sort()).toEqual([
      "a more",
      "c x",
      "d x",
    ]);
    expect(house.logged.some(({ message }) => message.includes("a record of the turn is damaged"))).toBe(true);
  });

  it("of an agent does not stop delivery to other agents", async () => {
    const storage = memory();
    const house = await openHouse({ storage, teller: true });
    for (const id of ["main", "other"]) await house.agent(id);
    await tear(storage, `${agents.head}!:main`);
    await house.tell(said("a"), said("b", "other"));
    await house.sees(1);
    expect(house.turns).toMatchObject([{ agentId: "other", chatId: "b" }]);
    expect(house.logged.some(({ message }) => message.includes("receives no messages"))).toBe(true);
  });

  async function tear(storage: ReturnType<typeof memory>, start: string) {
    const [key] = (await storage.getKeys("", {})).filter((one) => one.startsWith(start));
    expect(key).toBeDefined();
    await storage.setItem?.(key as string, "torn", {});
  }
});
