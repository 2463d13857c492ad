import agents from "@postern/agents";
import chats from "@postern/chats";
import context from "@postern/context";
import events from "@postern/events";
import rules from "@postern/rules";
import schedules from "@postern/schedules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { notesPlugin } from "../core/fixtures/notes.ts";
import { has } from "../run/programs.ts";
import { until } from "../run/until.ts";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { openPair, type Side } from "./pair.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const opened = () =>
  openPair(cluster, () => [chats(), context(), events(), agents(), rules(), schedules(), notesPlugin()]);

const notesOf = async ({ post }: Side): Promise<string[]> =>
  (await post("notes.page")).notes.map(({ text }: { text: string }) => text).sort();

describe.skipIf(!has("postgresql"))("work in the background of two gateways", () => {
  it("runs a rule once for each event of either gateway", async () => {
    const [a, b] = await opened();
    const action = { operation: "notes.add", input: { text: "{{event.data.chat.title}}" } };
    await b.post("rules.create", { name: "note", on: { types: ["chats.chat.created"] }, action });
    const titles = Array.from({ length: 20 }, (_, number) => `chat ${number}`);
    await Promise.all(titles.map((title, at) => [a, b][at % 2]?.post("chats.create", { title })));
    await until(async () => expect(await notesOf(a)).toEqual([...titles].sort()));
    const done = async () => (await b.post("rules.runs.list", { status: "done", limit: "1" })).total;
    await until(async () => expect(await done()).toBe(titles.length));
    expect((await b.post("rules.runs.list", { limit: "1" })).total).toBe(titles.length);
  });

  it("runs a schedule once at each due time", async () => {
    const [a, b] = await opened();
    const action = { operation: "chats.create", input: { title: { $: "run.dueTime" } } };
    const { schedule } = await a.post("schedules.create", { name: "tick", when: { every: "1s" }, action });
    const titles = async (): Promise<string[]> =>
      (await b.post("chats.list", { limit: "100" })).chats.map(({ title }: { title: string }) => title);
    await until(async () => expect((await titles()).length).toBeGreaterThanOrEqual(4));
    await b.post("schedules.disable", { id: schedule.id });
    const all = await titles();
    expect(new Set(all).size).toBe(all.length);
  });

  it("hands out a turn once to callers that wait at both, and accepts the answer at either", async () => {
    const [a, b] = await opened();
    await a.post("agents.create", { id: "main", debounceMs: "0" });
    const { chat } = await b.post("chats.create", { agentId: "main" });
    for (let round = 0; round < 3; round++) {
      const wait = { agent: "main", waitMs: "1000" };
      const waiting = [a, b].map(({ post }) => post("agents.turns.claim", wait));
      const message = { chatId: chat.id, actorId: "ann", clientMessageId: `m${round}`, content: "Hello" };
      await [b, a][round % 2]?.post("chats.messages.create", message);
      const claimed = (await Promise.all(waiting)).map(({ turn }) => turn);
      const turns = claimed.filter((turn) => turn !== null);
      expect(turns).toHaveLength(1);
      const other = claimed[0] === null ? a : b;
      const [{ id, claim }] = turns;
      await other.post("agents.turns.answer", { turn: id, claim, content: `Answer ${round}` });
    }
    const { messages } = await a.post("chats.messages.list", { chatId: chat.id, limit: "50" });
    const answers = messages.filter(({ actorId }: { actorId: string }) => actorId === "main");
    expect(answers).toHaveLength(3);
  });
});
