import { cpSync } from "node:fs";
import approvals from "@postern/approvals";
import channels from "@postern/channels";
import chats from "@postern/chats";
import { defineCollection, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { createClient, testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { kindsPlugin } from "../channels/environment.ts";
import { loopKind } from "../channels/loop/kind.mjs";
import { message, startLoop } from "../channels/loop/server.ts";

const listener = new URL("./processes/listener.mjs", import.meta.url).href;
const HOUR = 60 * 60_000;

const group = defineGroup("works", { title: "Works" });
const done = defineCollection("works.done", { schema: T.Object({ id: T.String() }), key: ({ id }) => [id] });
/** The same command as that of the process. */
const inside = defineCommand(group, {
  id: "works.inside",
  summary: "Work in the store",
  input: T.Object({}),
  output: T.Object({}),
  plan: () => ({ summary: "Work" }),
  async execute(ctx) {
    await ctx.store.put(done, { id: ctx.id("work_") });
    return {};
  },
});
const countDone = defineCommand(group, {
  id: "works.count",
  summary: "Count what was done",
  input: T.Object({}),
  output: T.Object({ count: T.Integer() }),
  plan: () => ({ summary: "Count" }),
  execute: async ({ store }) => ({ count: await store.count(done) }),
});
const works = definePlugin(group, { version: "1.0.0", operations: [inside, countDone], collections: { done } });

/** A gateway with an adapter, on the store of a folder. */
async function openDesk(path: string, background: boolean, ahead = 0) {
  const plugins = [chats(), channels({ role: "runner" }), kindsPlugin([loopKind()]), approvals(), works()];
  const now = () => Date.now() + ahead;
  const test = await testGateway({ plugins, storage: lmdb({ path }), background, now });
  const post = async (id: string, body: object = {}, client = test.admin) => {
    const { status, body: answer } = await client.post(id, body);
    expect([id, status < 300, answer.detail]).toEqual([id, true, undefined]);
    return answer;
  };
  return {
    ...test,
    post,
    connected: () =>
      until(async () =>
        expect((await post("channels.adapters.show", { id: "loop" })).adapter.status).toBe("connected"),
      ),
    texts: async (chatId: string): Promise<string[]> =>
      (await post("chats.messages.list", { chatId, limit: 500 })).messages.map(
        ({ actorId, content }: { actorId: string; content: { text: string } }) => `${actorId}: ${content.text}`,
      ),
  };
}

/** A store with a sender that is bound to an approver, and an agent that may only propose. */
async function boundStore() {
  const path = folder();
  const loop = await startLoop();
  // Nothing is sent to people here: only what is written into the chat counts.
  loop.answer(() => ({}));
  const desk = await openDesk(path, true);
  await desk.post("channels.adapters.create", { id: "loop", kind: "loop", config: { port: loop.port } });
  await desk.connected();
  const { chatId = "" } = await loop.deliver(message("hello"));
  const approver = await desk.client(["approvals:decide"]);
  const { identity, code } = await desk.post("approvals.identities.bind", { chatId }, approver);
  await loop.deliver(message(code));
  await until(async () => {
    const shown = await desk.post("approvals.identities.show", { id: identity.id }, approver);
    expect(shown.identity.status).toBe("answered");
  });
  await desk.post("approvals.identities.confirm", { id: identity.id }, approver);
  const agent = await desk.client(["propose:works.inside"], "writer");
  await desk.stop();
  return { path, loop, chatId, agentKey: agent.key };
}

/** Copies of the store, each for a process that is killed at another step, until one survives. */
async function killedAtEachStep(
  { path, chatId }: { path: string; chatId: string },
  text: string,
  check: (desk: Awaited<ReturnType<typeof openDesk>>, step: number) => Promise<void>,
): Promise<number> {
  let step = 1;
  for (let isOver = false; !isOver; step++) {
    const copy = folder();
    cpSync(path, copy, { recursive: true });
    isOver = (await start(listener, copy, chatId, text, step).ended) === 0;
    // The claims of a killed process have ended after an hour.
    const desk = await openDesk(copy, !isOver, HOUR);
    await until(async () => expect((await desk.texts(chatId)).join("\n")).toContain(text));
    // A second time would follow before the queues are idle.
    for (const queue of ["replies", "notices"])
      await until(async () => {
        const entries = (await desk.post(`approvals.${queue}.list`))[queue] as { status: string }[];
        expect(entries.filter(({ status }) => status !== "done")).toEqual([]);
      });
    await check(desk, step);
    await desk.stop();
  }
  return step;
}

describe("a gateway that is killed at every commit", () => {
  it("decides once and answers once while it processes a reply", async () => {
    const store = await boundStore();
    const announcing = await openDesk(store.path, true);
    const agent = createClient(announcing.gateway.fetch, store.agentKey);
    const { approvalId: id } = await announcing.post("works.inside", {}, agent);
    const code = await until(async () => {
      const [, found] = /approve (\d{6})/.exec((await announcing.texts(store.chatId)).join("\n")) ?? [];
      expect(found).toBeDefined();
      return found as string;
    });
    await announcing.stop();
    const receiving = await openDesk(store.path, false);
    await receiving.connected();
    await store.loop.deliver(message(`approve ${code}`));
    expect((await receiving.post("approvals.show", { id })).approval.status).toBe("pending");
    await receiving.stop();
    const steps = await killedAtEachStep(store, "Executed: Work", async ({ post, texts }, step) => {
      const { approval } = await post("approvals.show", { id });
      const answers = (await texts(store.chatId)).filter((text) => text === "approvals: Executed: Work");
      const { count } = await post("works.count");
      expect([step, approval.status, approval.votes.length, count, answers.length]).toEqual([
        step,
        "executed",
        1,
        1,
        1,
      ]);
    });
    expect(steps).toBeGreaterThan(8);
  });

  it("announces once a proposal made while no gateway ran", async () => {
    const store = await boundStore();
    const idle = await openDesk(store.path, false);
    const agent = createClient(idle.gateway.fetch, store.agentKey);
    const { approvalId: id } = await idle.post("works.inside", {}, agent);
    await idle.stop();
    const steps = await killedAtEachStep(store, "asks for approval", async ({ post, texts }, step) => {
      const said = (await texts(store.chatId)).filter((text) => text.includes("asks for approval of works.inside"));
      const { notices } = await post("approvals.notices.list", { approval: id });
      expect([step, said.length, notices.length]).toEqual([step, 1, 1]);
    });
    expect(steps).toBeGreaterThan(6);
  });
});
