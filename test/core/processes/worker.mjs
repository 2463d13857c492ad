/**
 * Works on a queue until it is empty, and writes down when the work of each entry begins and ends. Given a step, it is
 * gone at that step: before (odd) or right after (even) one of the commits that it makes, the first, the second and so on.
 */
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createGateway, defineGroup, definePlugin, T } from "@postern/core";
import { defineQueue } from "@postern/core/queue";
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
let host;
const plugin = definePlugin(group, {
  version: "1.0.0",
  operations: [],
  duties: [work],
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
const gateway = createGateway({ plugins: [plugin()], storage, log });
await gateway.start();
await host.transact(async (ctx) => {
  for (let n = 0; n < Number(entries); n++) await work.add(ctx, { n }, { key: String(n) });
});
for (;;) {
  const { total } = await gateway.call("toil.work.list", { status: "done" });
  if (total === Number(entries)) break;
  await pause(20);
}
await gateway.stop();
console.log(steps);
