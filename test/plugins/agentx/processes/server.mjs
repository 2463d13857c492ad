/**
 * Runs coding agents on a store until its standard input ends. With a step, it kills itself at that step: before (odd) or
 * right after (even) one of its commits.
 */
import agentx from "@postern/agentx";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [path, workspace, agent, step = "0"] = process.argv.slice(2);
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
const agents = { demo: { command: process.execPath, args: [agent] } };
const gateway = createGateway({
  plugins: [agentx({ agents, workspace, grace: 2_000 })],
  blobs: "memory",
  storage,
  log,
});
await gateway.start();
console.log(`serves ${process.pid}`);
process.stdin.resume().on("end", async () => {
  await gateway.stop();
  console.log(steps);
  process.exit(0);
});
