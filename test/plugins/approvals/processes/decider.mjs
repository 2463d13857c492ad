/**
 * Approves a proposal, unless it was decided before, and waits for its end. Prints the number of steps. With a step, it
 * kills itself at that step: before (odd) or right after (even) one of its commits, or in the middle of work outside the
 * store. Its clock is ahead by `ahead` milliseconds, so that claims of a killed process have ended.
 */
import { appendFileSync } from "node:fs";
import approvals from "@postern/approvals";
import { createGateway, defineCollection, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [path, id, approver, ahead = "0", step = "0"] = process.argv.slice(2);
const store = lmdb({ path });
let steps = 0;
const dieAt = () => {
  if (++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};
const storage = {
  ...store,
  async commit(batches) {
    dieAt();
    const answers = await store.commit(batches);
    dieAt();
    return answers;
  },
};

const group = defineGroup("works", { title: "Works" });
const done = defineCollection("works.done", { schema: T.Object({ id: T.String() }), key: ({ id }) => [id] });
const common = { input: T.Object({}), output: T.Object({}), plan: () => ({ summary: "Work" }) };
const inside = defineCommand(group, {
  ...common,
  id: "works.inside",
  summary: "Work in the store",
  async execute(ctx) {
    await ctx.store.put(done, { id: ctx.id("work_") });
    return {};
  },
});
const outside = defineCommand(group, {
  ...common,
  id: "works.outside",
  summary: "Work outside the store",
  effect: "external",
  execute() {
    dieAt();
    appendFileSync(`${path}.sent`, "sent\n");
    dieAt();
    return {};
  },
});
const works = definePlugin(group, { version: "1.0.0", operations: [inside, outside], collections: { done } });
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const now = () => Date.now() + Number(ahead);
const gateway = createGateway({ plugins: [approvals(), works()], blobs: "memory", storage, log, now });
await gateway.start();
const show = async () => (await gateway.call("approvals.show", { id })).approval;
const { status, digest } = await show();
if (status === "pending") {
  const caller = await gateway.keys.callerOf(approver);
  await gateway.call("approvals.approve", { id, digest }, { caller });
}
while (!["executed", "failed"].includes((await show()).status)) await new Promise((resolve) => setTimeout(resolve, 10));
await gateway.stop();
console.log(steps);
