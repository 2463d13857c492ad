/**
 * Delivers the outbox of a store until it is empty and prints the number of commits. If a step is given, the process
 * dies at that step: before (odd) or right after (even) one of its commits. Its clock can be ahead, so that it
 * immediately resumes the work of a dead process.
 */
import calendars from "@postern/calendars";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [path, step = "0", ahead = "0"] = process.argv.slice(2);
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
  plugins: [calendars()],
  blobs: "memory",
  storage,
  log,
  now: () => Date.now() + Number(ahead),
});
await gateway.start();
console.log("works");
const waits = async () => {
  const found = await Promise.all(
    ["pending", "leased", "failed"].map((status) => gateway.call("calendars.outbox.list", { status })),
  );
  return found.some(({ total }) => total > 0);
};
while (await waits()) await new Promise((resolve) => setTimeout(resolve, 20));
await gateway.stop();
console.log(steps);
