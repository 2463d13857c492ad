/**
 * A gateway with agents and sync and its own store. `links` links it to an address and exchanges records until both are
 * equal; `serves` only responds until its standard input ends. Given a step, it kills itself at that step: before (odd)
 * or right after (even) one of its commits.
 */
import { join } from "node:path";
import agents from "@postern/agents";
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import credentials from "@postern/credentials";
import lmdb from "@postern/storage-lmdb";
import sync from "@postern/sync";

const [mode, path, at, entries, step = "0"] = process.argv.slice(2);
const store = lmdb({ path: join(path, "store") });
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
const vault = { folder: join(path, "vault"), keys: join(path, "keys") };
const gateway = createGateway({
  plugins: [credentials({ backend: "vault", vault, env: ["OTHER_KEY"] }), sync(), agents()],
  blobs: "memory",
  storage,
  log,
});
const door = mode === "serves" ? await listen(gateway, { port: Number(at) }) : await gateway.start();

await gateway.call("sync.enable", {});
for (let n = 0; n < Number(entries); n++)
  await gateway.call("agents.create", { id: `${mode}-${n}`, name: `Agent ${n}` }).catch(() => {});

if (mode === "serves") {
  const { key } = await gateway.keys.issue({ label: "other", scopes: ["sync:exchange"] });
  console.log(`ready ${key}`);
  process.stdin.resume();
  await new Promise((resolve) => process.stdin.on("end", resolve));
  await door.close({ grace: 500 });
} else {
  const connection = { provider: "postern", connection: "other", secretRef: "env:OTHER_KEY" };
  await gateway.call("credentials.connections.create", connection).catch(() => {});
  if (!(await gateway.call("sync.status", {})).linked)
    await gateway.call("sync.link", { consoleUrl: at, connection: "other" }, { execute: true });
  for (;;) {
    const { outbox } = await gateway.call("sync.status", {});
    const { total } = await gateway.call("agents.list", {});
    if (total === 2 * Number(entries) && outbox.pending === 0) break;
    // A process that follows a killed one does not wait for the lease to expire.
    if (step === "0") await gateway.call("sync.run", {}, { execute: true }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const shown = (await gateway.call("agents.list", { limit: "500" })).agents;
console.log(`agents ${JSON.stringify(shown.toSorted((one, other) => (one.id < other.id ? -1 : 1)))}`);
await gateway.stop();
