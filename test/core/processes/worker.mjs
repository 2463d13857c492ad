/**
 * Works on a queue until it is empty, and logs when the work on each entry starts and ends. With a step, it exits at
 * that step: before (odd) or right after (even) one of its commits, the first, the second and so on.
 */
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createGateway, defineCounter, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import { defineConsumer, defineQueue } from "@postern/kit/queue";
import lmdb from "@postern/storage-lmdb";

const [path, diary, entries, lease, step = "0"] = process.argv.slice(2);
const note = (what, id) => appendFileSync(diary, `${what} ${id} ${process.pid} ${Date.now()}\n`);
const store = lmdb({ path });
let steps = 0;
const dieAt = () => {
  if (++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};

const group = defineGroup("toil", { title: "Toil" });
const work = defineQueue(group, "work", {
  one: "job",
  entry: T.Object({ n: T.Integer() }),
  lease: Number(lease),
  concurrency: 2,
  backoff: [1, 1, 1, 1, 1, 1, 1, 1],
  async handle({ payload: { n } }) {
    note("begin", n);
    dieAt();
    await pause(20);
    note("end", n);
    dieAt();
  },
});
const asked = defineEvent("toil.job.asked", { summary: "A job was asked for", data: T.Object({ n: T.Integer() }) });
const made = defineCounter("toil.made");
const followed = defineCounter("toil.followed");
const follower = defineConsumer(group, "count", {
  from: "beginning",
  batch: 1,
  accept: ({ type }) => type === asked.type,
  handle: ({ store }, events) => store.add(followed, events.length),
});
let host;
const plugin = definePlugin(group, {
  version: "1.0.0",
  operations: [],
  events: [asked],
  workers: [work, follower],
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
await host.transact(async (ctx) => {
  if ((await ctx.store.sum(made)) > 0) return;
  for (let n = 0; n < Number(entries); n++) {
    await work.add(ctx, { n }, { key: String(n) });
    ctx.emit(asked, { n });
  }
  ctx.store.add(made, Number(entries));
});
for (;;) {
  const { total } = await gateway.call("toil.work.list", { status: "done" });
  if (total === Number(entries) && (await host.store.sum(followed)) >= Number(entries)) break;
  await pause(20);
}
const seen = await host.store.sum(followed);
await gateway.stop();
console.log(steps, seen);
