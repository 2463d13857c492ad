import agents from "@postern/agents";
import chats from "@postern/chats";
import { defineCollection, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import memory from "@postern/storage-memory";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../run/until.ts";
import { openFixture } from "./fixture.ts";

describe("the list of turns", () => {
  it("filters by agent, chat and status, in every combination", async () => {
    const { agent, post, chat, say, sees } = await openFixture();
    await agent("main");
    await agent("night");
    await agent("slow", 600_000);
    const [one, two, three, four] = [await chat("main"), await chat("main"), await chat("night"), await chat("slow")];
    for (const chatId of [one, two, three]) await say(chatId, "Hello");
    await say(four, "Later");
    await sees(3);
    await until(async () => expect((await post("agents.turns.list", {})).total).toBe(4));
    const { turn } = await post("agents.turns.claim", { agent: "main" });
    await post("agents.turns.answer", { turn: turn.id, claim: turn.claim, content: "Hi" });
    const names: Record<string, string> = { [one]: "one", [two]: "two", [three]: "three", [four]: "four" };
    const list = async (filter: object) =>
      (await post("agents.turns.list", filter)).turns.map(({ chatId }: { chatId: string }) => names[chatId]).sort();
    expect(await list({})).toEqual(["four", "one", "three", "two"]);
    expect(await list({ agent: "main" })).toEqual(["one", "two"]);
    expect(await list({ agent: "slow" })).toEqual(["four"]);
    expect(await list({ chat: one })).toEqual(["one"]);
    expect(await list({ chat: one, agent: "night" })).toEqual([]);
    expect(await list({ chat: four, status: "pending" })).toEqual(["four"]);
    expect(await list({ status: "pending" })).toEqual(["four"]);
    expect(await list({ status: "pending", agent: "main" })).toEqual([]);
    expect(await list({ status: "ready" })).toEqual(["three", "two"]);
    expect(await list({ status: "ready", agent: "main" })).toEqual(["two"]);
    expect(await list({ status: "answered" })).toEqual(["one"]);
    expect(await list({ status: "answered", chat: two })).toEqual([]);
    expect(await list({ status: "ready", chat: two, agent: "main" })).toEqual(["two"]);
    expect((await post("agents.turns.list", { limit: "1", offset: "1" })).total).toBe(4);
  });
});

describe("a clock that is set back", () => {
  it("delays no ready turn and ends no claim early", async () => {
    const { agent, post, chat, say, sees, setBack } = await openFixture();
    await agent("main");
    await say(await chat("main"), "Hello");
    await sees(1);
    setBack(10 * 60_000);
    const { turn } = await post("agents.turns.claim", { agent: "main", leaseMs: "60000", waitMs: "5000" });
    expect(turn).toMatchObject({ attempt: 1 });
    setBack(10 * 60_000);
    expect((await post("agents.turns.claim", { agent: "main" })).turn).toBeNull();
    await post("agents.turns.answer", { turn: turn.id, claim: turn.claim, content: "Hi" });
  });
});

describe("turns of an older version", () => {
  it("keep their messages and get an id", async () => {
    const storage = memory();
    const group = defineGroup("agents", { title: "Agents" });
    const any = { schema: T.Record(T.String(), T.Unknown()) };
    const gathering = defineCollection("agents.gathering", {
      ...any,
      key: ({ agentId, chatId }) => [agentId as string, chatId as string],
    });
    const unanswered = defineCollection("agents.unanswered", {
      ...any,
      key: ({ agentId, chatId }) => [agentId as string, chatId as string],
    });
    const seed = defineCommand(group, {
      id: "agents.seed",
      summary: "Store what version 1 stored",
      input: T.Object({}),
      output: T.Object({}),
      plan: () => ({ summary: "Seed" }),
      async execute({ store, now }) {
        const turn = { agentId: "main", chatId: "chat_1", messages: 1, firstAt: now, lastAt: now, dueAt: now + 60_000 };
        await store.put(gathering, turn);
        await store.put(unanswered, { agentId: "main", chatId: "chat_2", since: now });
        return {};
      },
    });
    const old = definePlugin(group, {
      version: "0.9.0",
      data: 1,
      collections: { gathering, unanswered },
      operations: [seed],
    });
    const before = await testGateway({ plugins: [old()], storage, background: false });
    await before.gateway.call("agents.seed", {});
    await before.stop();
    const { admin, stop } = await testGateway({ plugins: [agents(), chats()], storage, background: false });
    onTestFinished(() => stop());
    const { body } = await admin.post("agents.turns.list", {});
    expect(body.turns).toMatchObject([{ id: expect.stringMatching(/^turn_[0-9a-f]{24}$/), status: "pending" }]);
    const shown = await admin.post("agents.turns.show", { turn: body.turns[0].id });
    expect(shown.body.turn).toMatchObject({ agentId: "main", chatId: "chat_1" });
  });
});
