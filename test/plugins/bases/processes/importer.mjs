/**
 * Serves a store until an import has ended, and prints the number of commits. With a step, the process is killed at
 * that step: before (odd) or right after (even) one of its commits. With a clock that is ahead, the leases of an
 * earlier process have expired.
 */
import bases, { importProgressed } from "@postern/bases";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs-lite";

const [path, files, id, step = "0", ahead = "0"] = process.argv.slice(2);
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
const blobs = createStorage({ driver: fs({ base: files }) });
const now = () => Date.now() + Number(ahead);
const gateway = createGateway({ plugins: [bases()], storage, blobs, log, now });
gateway.on(importProgressed, ({ data }) => console.log(data.rows));
await gateway.start();
for (;;) {
  const { import: shown } = await gateway.call("bases.imports.show", { import: id });
  if (shown.state === "done" || shown.state === "undone") break;
  await new Promise((resolve) => setTimeout(resolve, 20));
}
await gateway.stop();
console.log(`steps ${steps}`);
