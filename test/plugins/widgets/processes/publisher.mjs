/**
 * Publishes a folder and prints the number of steps. With a step, the process is killed at that step: before (odd) or
 * right after (even) one of its writes of a file or a commit.
 */
import { join } from "node:path";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import widgets from "@postern/widgets";
import { createStorage } from "unstorage";
import fs from "unstorage/drivers/fs-lite";

const [path, workspace, step = "0"] = process.argv.slice(2);
let steps = 0;
let isArmed = false;
const dieAt = () => {
  if (isArmed && ++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};
const around =
  (work) =>
  async (...args) => {
    dieAt();
    const answer = await work(...args);
    dieAt();
    return answer;
  };
const store = lmdb({ path: join(path, "store") });
const files = fs({ base: join(path, "blobs") });
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const gateway = createGateway({
  plugins: [widgets({ workspace })],
  storage: { ...store, commit: around((batches) => store.commit(batches)) },
  blobs: createStorage({ driver: { ...files, setItemRaw: around((...args) => files.setItemRaw(...args)) } }),
  log,
  // Periodic background work would commit too.
  background: false,
});
await gateway.start();
isArmed = true;
const { version } = await gateway.call("widgets.publish", { dir: "w" }, { execute: true });
isArmed = false;
console.log(JSON.stringify({ steps, version }));
await gateway.stop();
