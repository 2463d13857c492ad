/**
 * Serves a store with agents and chats until a number of messages were delivered, and prints the number of commits. With a
 * step, it kills itself at that step: before (odd) or right after (even) one of its commits.
 */
import agents from "@postern/agents";
import chats from "@postern/chats";
import { createGateway, defineGroup, definePlugin } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [path, messages, step = "0"] = process.argv.slice(2);
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
let journal;
const reader = definePlugin(defineGroup("reader", { title: "Reader" }), {
  version: "1.0.0",
  operations: [],
  start(host) {
    journal = host.journal;
  },
});
const log = { debug() {}, info() {}, warn: () => {}, error: (fields, message) => console.error(message, fields) };
const gateway = createGateway({ plugins: [agents(), chats(), reader()], blobs: "memory", storage, log });
await gateway.start();
console.log("serves");
let [after, delivered] = [undefined, 0];
while (delivered < Number(messages)) {
  const passage = await journal.read({ after, accept: ({ type }) => type === "agents.turn.ready" });
  after = passage.cursor;
  for (const { data } of passage.events) delivered += data.messages.length;
  if (!passage.more) await new Promise((resolve) => setTimeout(resolve, 10));
}
await gateway.stop();
console.log(steps);
