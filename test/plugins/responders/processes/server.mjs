/**
 * Serves a store with a responder whose model is at a port of this machine until a chat has a number of messages, and
 * prints the number of steps. With a step, it kills itself at that step: before (odd) or right after (even) one of its
 * commits. Its clock is ahead by `ahead` milliseconds, so that claims of a killed process have ended.
 */
import agents from "@postern/agents";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import responders from "@postern/responders";
import lmdb from "@postern/storage-lmdb";

const [path, chatId, count, ahead = "0", step = "0"] = process.argv.slice(2);
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
const gateway = createGateway({
  plugins: [agents(), chats(), responders()],
  blobs: "memory",
  storage,
  log,
  now: () => Date.now() + Number(ahead),
});
await gateway.start();
for (;;) {
  const { messages } = await gateway.call("chats.messages.list", { chatId });
  const { turns } = await gateway.call("agents.turns.list", { status: "answered" });
  if (messages.length >= Number(count) && turns.length > 0) break;
  await new Promise((resolve) => setTimeout(resolve, 10));
}
await gateway.stop();
console.log(steps);
