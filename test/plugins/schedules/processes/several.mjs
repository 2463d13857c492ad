/** One of several gateways on a store. Prints the due time of each run that it does. */
import { createGateway, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import schedules from "@postern/schedules";
import lmdb from "@postern/storage-lmdb";

const [path, count] = process.argv.slice(2);
const group = defineGroup("probe", { title: "Probe" });
const mark = defineCommand(group, {
  id: "probe.mark",
  summary: "Make a mark",
  input: T.Object({ due: T.String() }),
  output: T.Object({}),
  plan: () => ({ summary: "Mark" }),
  execute(_ctx, _plan, { due }) {
    console.log(due);
    return {};
  },
});
const probe = definePlugin(group, { version: "1.0.0", operations: [mark] });
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const gateway = createGateway({ plugins: [schedules(), probe()], blobs: "memory", storage: lmdb({ path }), log });
await gateway.start();
process.stdin.resume();
for (let n = 0; n < Number(count); n++) {
  const action = { operation: "probe.mark", input: { due: "{{run.dueTime}}" } };
  await gateway.call("schedules.create", { name: `s${n}`, when: { every: "1s" }, action });
}
