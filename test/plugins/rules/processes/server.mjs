/**
 * Serves a store with rules until all of some events were handled, and prints the number of commits. With a step, it kills
 * itself at that step: before (odd) or right after (even) one of its commits. Its clock is ahead, so that it need not wait
 * for the end of leases.
 */
import { setTimeout as pause } from "node:timers/promises";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import rules from "@postern/rules";
import lmdb from "@postern/storage-lmdb";
import tasks from "@postern/tasks";

const [path, events, ahead, step = "0"] = process.argv.slice(2);
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
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const now = () => Date.now() + Number(ahead);
const gateway = createGateway({ plugins: [rules(), chats(), tasks()], blobs: "memory", storage, log, now });
await gateway.start();
console.log("serves");

async function isHandled() {
  const made = (await gateway.call("tasks.list", { limit: 500 })).tasks.map(({ title }) => title);
  const debounced = made.flatMap((title) => (title.startsWith("debounced ") ? [Number(title.slice(10))] : []));
  const sum = debounced.reduce((all, one) => all + one, 0);
  if (made.length - debounced.length < Number(events) || sum < Number(events)) return false;
  const open = await Promise.all(
    ["waiting", "running"].map(async (status) => (await gateway.call("rules.runs.list", { status })).total),
  );
  return open.every((total) => total === 0);
}

while (!(await isHandled())) await pause(20);
await gateway.stop();
console.log(steps);
