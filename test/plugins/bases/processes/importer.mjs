/**
 * Serves a store with bases until the import is at its end, and tells how many commits that took. Given a step, it is
 * gone at that step: before (odd) or right after (even) one of the commits that it makes. A clock that is ahead finds
 * that whoever was at work before has not been heard of for long enough.
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
