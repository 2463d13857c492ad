/**
 * One of several gateways on a store. Each line of its input becomes an event. For each event that the consumer of this
 * process has handled, it prints the text after the commit.
 */
import { createInterface } from "node:readline";
import { createGateway, defineCommand, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import { defineConsumer } from "@postern/kit/queue";
import postgres from "@postern/storage-postgres";

const [url] = process.argv.slice(2);
const group = defineGroup("probe", { title: "Probe" });
const input = T.Object({ text: T.String() });
const noted = defineEvent("probe.noted", { summary: "A text was noted", data: input });
const note = defineCommand(group, {
  id: "probe.note",
  summary: "Note a text",
  input,
  output: T.Object({}),
  plan: () => ({ summary: "Note" }),
  execute({ emit }, _plan, { text }) {
    emit(noted, { text });
    return {};
  },
});
const follow = defineConsumer(group, "follow", {
  accept: ({ type }) => type === noted.type,
  handle: ({ afterCommit }, events) =>
    afterCommit(() => {
      for (const { data } of events) console.log(data.text);
    }),
});
const probe = definePlugin(group, { version: "1.0.0", operations: [note], events: [noted], workers: [follow] });
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const gateway = createGateway({ plugins: [probe()], blobs: "memory", storage: postgres({ url }), log });
await gateway.start();
console.log("ready");
for await (const text of createInterface({ input: process.stdin })) await gateway.call("probe.note", { text });
await gateway.stop();
