/**
 * A gateway with credentials that repeats one operation. Given a step, it kills itself at that step: before a change of
 * the vault's files, or before (odd) or right after (even) a commit of the store.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const [work, place, count, step = "0"] = process.argv.slice(2);
let steps = 0;
const dieAt = () => {
  if (++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};
for (const name of ["rename", "link", "rm", "open"]) {
  const done = fs.promises[name];
  fs.promises[name] = async (...args) => {
    if (String(args[0]).includes("vault")) dieAt();
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
const vault = { folder: `${place}/vault`, keys: `${place}/keys` };
const gateway = createGateway({ plugins: [credentials({ vault, backend: "vault" })], storage, log });
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
  if (work === "rotate") await gateway.call("credentials.vault.rotate", {}, { execute: true });
}
await gateway.stop();
console.log(steps);
