/** The runner of an embedding program, with a plugin that throws uncaught errors. */
import agents from "@postern/agents";
import channels from "@postern/channels";
import { runChannels } from "@postern/channels/runner";
import chats from "@postern/chats";
import { createGateway, defineGroup, definePlugin } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [data, path] = process.argv.slice(2);
const faulty = definePlugin(defineGroup("faulty", { title: "Faulty" }), {
  version: "1.0.0",
  operations: [],
  start() {
    setInterval(() => {
      throw new Error("nobody catches this");
    }, 2_000);
    setTimeout(() => Promise.reject(new Error("nobody waits for this")), 100);
  },
});
const plugins = [chats(), agents(), faulty(), channels({ role: "runner", data })];
await runChannels(createGateway({ plugins, blobs: "memory", storage: lmdb({ path }), background: false }));
