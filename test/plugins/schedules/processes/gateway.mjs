/**
 * Runs schedules from a given time on, until all of their runs have ended. What works outside the store is written into a
 * diary. With a step, it exits at that step: before (odd) or right after (even) one of its commits, the first, the second
 * and so on; and in the middle of the work outside the store. With "work" as its step, it exits in that work.
 */
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { createGateway, defineCollection, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import schedules from "@postern/schedules";
import lmdb from "@postern/storage-lmdb";

const [path, diary, from, what, expected, step = "0"] = process.argv.slice(2);
const began = Date.now();
const now = () => Date.parse(from) + Date.now() - began;
let steps = 0;
const dieAt = () => {
  if (++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};

const group = defineGroup("probe", { title: "Probe" });
const marks = defineCollection("probe.mark", {
  schema: T.Object({ id: T.String(), text: T.String() }),
  key: ({ id }) => [id],
});
const input = T.Object({ text: T.String() });
const mark = defineCommand(group, {
  id: "probe.mark",
  summary: "Make a mark",
  input,
  output: T.Object({}),
  plan: () => ({ summary: "Mark" }),
  async execute({ store, id }, _plan, { text }) {
    await store.put(marks, { id: id("mark_"), text });
    return {};
  },
});
const post = defineCommand(group, {
  id: "probe.post",
  summary: "Post a text",
  effect: "external",
  input,
  output: T.Object({}),
  plan: () => ({ summary: "Post" }),
  execute(_ctx, _plan, { text }) {
    dieAt();
    appendFileSync(diary, `${text}\n`);
    if (step === "work") process.kill(process.pid, "SIGKILL");
    dieAt();
    return {};
  },
});
let host;
const probe = definePlugin(group, {
  version: "1.0.0",
  operations: [mark, post],
  collections: { marks },
  start(given) {
    host = given;
  },
});

const store = lmdb({ path });
const storage = {
  ...store,
  async commit(batches) {
    dieAt();
    const answers = await store.commit(batches);
    dieAt();
    return answers;
  },
};
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const gateway = createGateway({
  plugins: [schedules(), probe()],
  blobs: "memory",
  storage,
  log,
  now,
  background: what === "run",
});
await gateway.start();
if (what === "prepare") {
  for (const operation of ["probe.mark", "probe.post"]) {
    const action = { operation, input: { text: "{{run.id}} {{run.dueTime}}" } };
    const when = { every: "20m", anchor: "2026-11-23T09:00:00Z" };
    await gateway.call("schedules.create", {
      name: operation,
      when,
      missed: "all",
      overlap: "queue",
      until: "2026-11-23T09:20:00Z",
      action,
    });
  }
} else {
  const isOver = ({ status }) => status === "done" || status === "dead";
  for (;;) {
    const { runs } = await gateway.call("schedules.runs.list", {});
    if (runs.length >= Number(expected) && runs.every(isOver)) {
      for (const { id, name, dueAt, lastAttempt } of runs)
        console.log([name, id, new Date(dueAt).toISOString(), lastAttempt.status].join(" "));
      break;
    }
    await pause(20);
  }
  const { items } = await host.store.find(marks, {});
  for (const { text } of items) console.log(`marked ${text}`);
}
await gateway.stop();
console.log(`steps ${steps}`);
