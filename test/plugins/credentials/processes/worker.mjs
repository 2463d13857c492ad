/**
 * A gateway with credentials that repeats one operation, such as `create` or, with its vault in the store,
 * `create@store`. Given a step, it kills itself at that step: before a change of the vault's files or keys, or before or
 * right after a commit of the store.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [verb, place, count, step = "0"] = process.argv.slice(2);
const [work, vaultPlace = "folder"] = verb.split("@");
let steps = 0;
const dieAt = () => {
  if (++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};
// A move repeats the file operations of the other works, so that only what others can see of them is a step.
for (const name of work === "move" ? ["rename", "link", "rm"] : ["rename", "link", "rm", "open"]) {
  const done = fs.promises[name];
  fs.promises[name] = async (...args) => {
    const isReading = name === "open" && args[1] === "r";
    if (/vault|keys/.test(String(args[0])) && !isReading) dieAt();
    return done(...args);
  };
}
syncBuiltinESMExports();
const { createGateway } = await import("@postern/core");
const { default: credentials } = await import("@postern/credentials");
const { default: lmdb } = await import("@postern/storage-lmdb");

const store = lmdb({ path: `${place}/store` });
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
const vault = { place: vaultPlace, folder: `${place}/vault`, keys: `${place}/keys` };
const gateway = createGateway({ plugins: [credentials({ vault, backend: "vault" })], blobs: "memory", storage, log });
await gateway.start();
steps = 0;
console.log("begins");
for (let n = 0; n < Number(count); n++) {
  if (work === "create")
    await gateway.call("credentials.connections.create", {
      provider: "github",
      connection: `p${process.pid}-${n}`,
      secret: `secret of p${process.pid}-${n}`,
    });
  if (work === "renew")
    await gateway.call("credentials.connections.rotate", { connection: "main", secret: `secret ${n + 1}` });
  if (work === "move") await gateway.call("credentials.vault.move", { to: vaultPlace }, { execute: true });
  if (work === "rotate") await gateway.call("credentials.vault.rotate", {}, { execute: true });
}
await gateway.stop();
console.log(steps);
