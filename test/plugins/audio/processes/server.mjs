/**
 * Serves a store with the audio plugin until no request waits for its sound, and prints the number of commits. With a step,
 * it kills itself at that step: before (odd) or right after (even) one of its commits. Its clock is ahead, so that jobs of
 * killed processes are continued immediately.
 */
import audio from "@postern/audio";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import files from "unstorage/drivers/fs";

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
const log = { debug() {}, info() {}, warn: () => {}, error: (fields, message) => console.error(message, fields) };
const gateway = createGateway({
  plugins: [audio({ engine: "flite" })],
  storage,
  blobs: createStorage({ driver: files({ base: `${path}-blobs` }) }),
  log,
  now: () => Date.now() + Number(ahead),
});
await gateway.start();
console.log("serves");
const waits = async () => {
  const found = await Promise.all(
    ["published", "generating"].map((status) => gateway.call("audio.requests.list", { status })),
  );
  const jobs = await gateway.call("audio.work.list", { status: "running" });
  return found.some(({ total }) => total > 0) || jobs.total > 0;
};
while (await waits()) await new Promise((resolve) => setTimeout(resolve, 20));
await gateway.stop();
console.log(steps);
