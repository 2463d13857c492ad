/** Claims that a process is the runner and stops it as a user without permission. Prints the outcome. */
import { hostname } from "node:os";
import channels from "@postern/channels";
import chats from "@postern/chats";
import { createGateway, defineGroup, definePlugin } from "@postern/core";
import { processMark } from "@postern/core/process";
import lmdb from "@postern/storage-lmdb";

const [path, pid] = process.argv.slice(2);
const runner = channels({ grace: 500 });
const claims = runner.collections.find(({ name }) => name === "channels.claim");
let host;
const writer = definePlugin(defineGroup("writer", { title: "Writer" }), {
  version: "1.0.0",
  operations: [],
  start(given) {
    host = given;
  },
});
const plugins = [runner, chats(), writer()];
const gateway = createGateway({ plugins, blobs: "memory", storage: lmdb({ path }), background: false });
await gateway.start();
await host.transact(({ store, now }) =>
  store.put(claims, { ...processMark(Number(pid)), id: "one", host: hostname(), startedAt: now }),
);
// Not earlier: the other user may not be able to read the modules loaded before.
if (process.getuid() === 0) {
  process.setgid(65_534);
  process.setuid(65_534);
}
console.log(JSON.stringify(await gateway.call("channels.stop", {})));
await gateway.stop();
