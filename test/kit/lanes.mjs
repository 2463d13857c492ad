/**
 * Works on two lanes until both are empty, and logs when the work on each entry starts. With a step, it exits at that
 * step: before (odd) or right after (even) one of its commits.
 */
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createGateway, defineCounter, defineGroup, definePlugin, T } from "@postern/core";
import { defineQueue } from "@postern/kit/queue";
import lmdb from "@postern/storage-lmdb";

const [path, diary, entries, lease, step = "0"] = process.argv.slice(2);
const store = lmdb({ path });
let steps = 0;
const dieAt = () => {
  if (++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};

const group = defineGroup("toil", { title: "Toil" });
const work = defineQueue(group, "work", {
  one: "job",
  entry: T.Object({ lane: T.String(), n: T.Integer() }),
  lane: ({ lane }) => lane,
  lease: Number(lease),
  backoff: [1, 1, 1, 1, 1, 1, 1, 1],
  async handle({ payload: { lane, n } }) {
    appendFileSync(diary, `begin ${lane} ${n}\n`);
    await pause(5);
  },
});
const made = defineCounter("toil.made");
let host;
const plugin = definePlugin(group, {
  version: "1.0.0",
  operations: [],
  workers: [work],
  start(given) {
    host = given;
  },
});
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const storage = {
  ...store,
  async commit(batches) {
    dieAt();
    const answers = await store.commit(batches);
    dieAt();
    return answers;
  },
};
const gateway = createGateway({ plugins: [plugin()], blobs: "memory", storage, log });
await gateway.start();
const total = 2 * Number(entries);
await host.transact(async (ctx) => {
  if ((await ctx.store.sum(made)) > 0) return;
  for (let n = 0; n < Number(entries); n++)
    for (const lane of ["left", "right"]) await work.add(ctx, { lane, n }, { key: `${lane} ${n}` });
  ctx.store.add(made, total);
});
while ((await gateway.call("toil.work.list", { status: "done" })).total < total) await pause(20);
await gateway.stop();
