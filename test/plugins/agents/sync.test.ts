import agents from "@postern/agents";
import chats from "@postern/chats";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { expectNothing, expectSettled, openLinked } from "../linked.ts";

const open = () => openLinked("agents", () => [agents(), chats()]);
const speech = { provider: "voiceprovider", voice: "june", lang: "pt-BR" };

describe("agents on linked gateways", () => {
  it("are equal on both gateways, except for the working folder", async () => {
    const { a, b, settle, expectEqual } = await open();
    const said = {
      name: "Main",
      description: "Answers",
      model: "big-1",
      instructions: "Be brief.",
      defaults: { speech },
    };
    await a.post("agents.create", { id: "main", cwd: "/srv/canary", debounceMs: "1500", ...said });
    await b.post("agents.create", { id: "night" });
    await settle();
    const all = await expectEqual();
    expect(Object.keys(all).sort()).toEqual(["agent main", "agent night"]);
    expect(JSON.stringify(all)).not.toContain("canary");
    const { agent } = await b.post("agents.show", { id: "main" });
    expect(agent).toMatchObject({ ...said, debounceMs: 1500 });
    expect(agent).not.toHaveProperty("cwd");
    await b.post("agents.update", { id: "main", cwd: "/srv/there", name: "Other" });
    await settle();
    expect((await a.post("agents.show", { id: "main" })).agent).toMatchObject({ name: "Other", cwd: "/srv/canary" });
    expect((await b.post("agents.show", { id: "main" })).agent).toMatchObject({ name: "Other", cwd: "/srv/there" });
    await expectSettled(a);
    await expectSettled(b);
  });

  it("are archived and restored on both gateways, with one event each", async () => {
    const { a, b, settle, expectEqual } = await open();
    await a.post("agents.create", { id: "main" });
    await settle();
    await a.post("agents.archive", { id: "main" });
    await settle();
    expect((await b.post("agents.list", { archived: true })).agents).toMatchObject([{ id: "main" }]);
    await b.post("agents.unarchive", { id: "main" });
    await settle();
    await expectEqual();
    expect(b.bySync()).toEqual(["agents.agent.created", "agents.agent.archived"]);
    expect(a.bySync()).toEqual(["agents.agent.unarchived"]);
    const wire = await a.domain.read(a.store, ["agent", "main"]);
    await expectNothing(b, b.domain, ["agent", "main"], wire);
  });

  it("converge after concurrent changes, and after both gateways created the same id", async () => {
    const { a, b, settle, expectEqual, conflicts } = await open();
    await a.post("agents.create", { id: "main", name: "A" });
    await b.post("agents.create", { id: "main", name: "B" });
    await settle();
    expect(await expectEqual()).toMatchObject({ "agent main": { name: "B" } });
    await a.post("agents.update", { id: "main", name: "A2" });
    await b.post("agents.update", { id: "main", model: "m" });
    await settle();
    expect(await expectEqual()).toMatchObject({ "agent main": { name: "B", model: "m" } });
    expect(new Set(conflicts.map(String))).toEqual(new Set(["agent,main"]));
  });

  it("reject invalid records and name the field", async () => {
    const { a } = await open();
    await a.post("agents.create", { id: "main" });
    const wire = await a.domain.read(a.store, ["agent", "main"]);
    const refused = async (name: string[], given: object | undefined) =>
      expect(a.apply(name as never, given as never)).rejects;
    await (await refused(["agent", "../x"], wire)).toThrow(/agent.*\/id/);
    await (await refused(["agent", "main"], { ...wire, cwd: "/srv" })).toThrow(/\/cwd is not a known field/);
    await (await refused(["agent", "main"], { ...wire, debounceMs: -1 })).toThrow(/\/debounceMs/);
    await (await refused(["agent", "main"], undefined)).toThrow(/cannot be deleted/);
    await (await refused(["robot", "main"], wire)).toThrow(/does not have records of the kind "robot"/);
  });

  it("list ten thousand agents in pages", async () => {
    const { a } = await open();
    const at = { createdAt: 1, updatedAt: 1, debounceMs: 0 };
    for (let n = 0; n < 10_000; n += 500)
      await a.transact(async (ctx) => {
        for (let one = n; one < n + 500; one++) await a.domain.apply(ctx, ["agent", `agent-${one}`], at);
      });
    let [count, after]: [number, string | undefined] = [0, undefined];
    do {
      const portion = { limit: 500, ...(after !== undefined && { after }) };
      const { names, next } = await a.domain.list(a.store, "agent", portion);
      expect(names.length).toBeLessThanOrEqual(500);
      count += names.length;
      after = next;
    } while (after !== undefined);
    expect(count).toBe(10_000);
  });

  it("have no turn for a message that was sent to the other gateway", async () => {
    const { a, b, settle } = await open();
    await a.post("agents.create", { id: "main" });
    await settle();
    const chat = (await a.post("chats.create", { agentId: "main" })).chat.id;
    const say = { chatId: chat, actorId: "ann", clientMessageId: "m1", content: "hello" };
    await a.post("chats.messages.create", say);
    const domain = b.domains.get("chats");
    if (!domain) throw new Error("Chats have no domain");
    for (const name of [
      ["chat", chat],
      ["message", chat, "m1"],
    ] as never[]) {
      const wire = await domain.read(a.store, name);
      await b.transact((ctx) => domain.apply(ctx, name, wire));
    }
    const turns = (side: typeof a) => side.received.filter(({ type }) => type === "agents.turn.ready");
    await until(() => expect(turns(a)).toHaveLength(1));
    await b.post("chats.messages.create", { ...say, clientMessageId: "m2" });
    // Messages are consumed in order.
    await until(() => expect(turns(b)).not.toEqual([]));
    expect(turns(b)).toMatchObject([{ data: { messages: [{ clientMessageId: "m2" }] } }]);
  });
});
