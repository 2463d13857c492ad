/**
 * Does the background work of approvals until the chat has a message with a text. Prints the number of steps. With a
 * step, it kills itself at that step: before (odd) or right after (even) one of its commits.
 */
import approvals from "@postern/approvals";
import chats from "@postern/chats";
import { createGateway, defineCollection, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [path, chatId, text, step = "0"] = process.argv.slice(2);
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
const works = definePlugin(group, { version: "1.0.0", operations: [inside], collections: { done } });
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const gateway = createGateway({ plugins: [chats(), approvals(), works()], blobs: "memory", storage, log });
await gateway.start();
const isSaid = async () =>
  (await gateway.call("chats.messages.list", { chatId, limit: 500 })).messages.some(({ content }) =>
    content.text.includes(text),
  );
while (!(await isSaid())) await new Promise((resolve) => setTimeout(resolve, 10));
// What follows in the same queues and consumers would be the second time.
await new Promise((resolve) => setTimeout(resolve, 100));
await gateway.stop();
console.log(steps);
