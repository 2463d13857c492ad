import { existsSync, readFileSync } from "node:fs";
import approvals from "@postern/approvals";
import { defineCollection, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import { testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it } from "vitest";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";

const decider = new URL("./processes/decider.mjs", import.meta.url).href;
const HOUR = 60 * 60_000;

const group = defineGroup("works", { title: "Works" });
const done = defineCollection("works.done", { schema: T.Object({ id: T.String() }), key: ({ id }) => [id] });
/** The same commands as those of the process, which executes them. */
const command = (id: "works.inside" | "works.outside", summary: string, effect: "write" | "external") =>
  defineCommand(group, {
    ...{ id, summary, effect, input: T.Object({}), output: T.Object({}) },
    plan: () => ({ summary: "Work" }),
    execute: () => ({}),
  });
const operations = [
  command("works.inside", "Work in the store", "write"),
  command("works.outside", "Work outside the store", "external"),
];
const works = definePlugin(group, { version: "1.0.0", operations, collections: { done } });

/** A store with a proposal, and what has become of it. */
async function openDesk(path: string, operation: string) {
  const desk = await testGateway({ plugins: [approvals(), works()], storage: lmdb({ path }), background: false });
  const agent = await desk.client([`propose:${operation}`], "writer");
  const approver = await desk.client(["approvals:decide"]);
  const { approvalId: id } = (await agent.post(operation)).body;
  const sent = () => (existsSync(`${path}.sent`) ? readFileSync(`${path}.sent`, "utf8").split("\n").length - 1 : 0);
  return {
    stop: desk.stop,
    args: [id, approver.contextId] as const,
    sent,
    end: async () => (await desk.gateway.call("approvals.show", { id })).approval,
  };
}

describe("a gateway that is killed at every step of a decision", () => {
  it("executes a command in the store exactly once", async () => {
    let step = 1;
    for (let isOver = false; !isOver; step++) {
      const path = folder();
      const desk = await openDesk(path, "works.inside");
      isOver = (await start(decider, path, ...desk.args, 0, step).ended) === 0;
      if (!isOver) expect(await start(decider, path, ...desk.args, HOUR).ended, `step ${step}`).toBe(0);
      expect((await desk.end()).status, `step ${step}`).toBe("executed");
      await desk.stop();
      const counted = await countDone(path);
      expect(counted, `step ${step}`).toBe(1);
    }
    expect(step).toBeGreaterThan(3);
  });

  it("starts work outside the store at most once, and says so if its outcome is unclear", async () => {
    let step = 1;
    let unclear = 0;
    for (let isOver = false; !isOver; step++) {
      const path = folder();
      const desk = await openDesk(path, "works.outside");
      isOver = (await start(decider, path, ...desk.args, 0, step).ended) === 0;
      if (!isOver) expect(await start(decider, path, ...desk.args, HOUR).ended, `step ${step}`).toBe(0);
      const { status, outcome } = await desk.end();
      expect(["executed", "failed"], `step ${step}`).toContain(status);
      if (status === "executed") expect(desk.sent(), `step ${step}`).toBe(1);
      else {
        unclear++;
        expect(outcome?.unclear, `step ${step}`).toBe(true);
        expect(desk.sent(), `step ${step}`).toBeLessThanOrEqual(1);
      }
      await desk.stop();
    }
    expect(step).toBeGreaterThan(8);
    expect(unclear).toBeGreaterThan(0);
  });
});

async function countDone(path: string): Promise<number> {
  const count = { of: 0 };
  const counting = definePlugin(group, {
    version: "1.0.0",
    operations,
    collections: { done },
    async start({ store }) {
      count.of = await store.count(done);
      return undefined;
    },
  });
  const { stop } = await testGateway({
    plugins: [approvals(), counting()],
    storage: lmdb({ path }),
    background: false,
  });
  await stop();
  return count.of;
}
