/** Serves a store with bells and the bridge, until it is killed or its input ends. */
import { createGateway, defineCommand, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import jetstream from "@postern/jetstream";
import lmdb from "@postern/storage-lmdb";

const [path] = process.argv.slice(2);
const group = defineGroup("bells", { title: "Bells" });
const rung = defineEvent("bells.bell.rung", {
  summary: "A bell was rung",
  data: T.Object({ n: T.Integer(), text: T.Optional(T.String()) }),
  subject: ({ n }) => `bell-${n}`,
});
const ring = defineCommand(group, {
  id: "bells.ring",
  summary: "Ring a bell",
  input: T.Object({ n: T.Integer({ description: "Number" }) }),
  output: T.Object({ n: T.Integer({ description: "Number" }) }),
  examples: [{ title: "Ring", input: { n: 1 } }],
  plan: (_ctx, { n }) => ({ summary: `Ring ${n}` }),
  execute({ emit }, _plan, { n }) {
    emit(rung, { n });
    return { n };
  },
});
const bells = definePlugin(group, { version: "1.0.0", operations: [ring], events: [rung] });
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const gateway = createGateway({ plugins: [bells(), jetstream()], blobs: "memory", storage: lmdb({ path }), log });
await gateway.start();
console.log("serves");
process.stdin.resume();
process.stdin.once("end", async () => {
  await gateway.stop();
  console.log("stopped");
});
