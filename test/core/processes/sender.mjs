/** Starts external work with an idempotency key, says so, and waits until it is killed. */
import { createGateway, defineCommand, defineGroup, definePlugin, T } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [path] = process.argv.slice(2);
const group = defineGroup("posts", { title: "Posts" });
const send = defineCommand(group, {
  id: "posts.send",
  summary: "Send a post",
  effect: "external",
  input: T.Object({}),
  output: T.Object({}),
  plan: () => ({ summary: "Send a post" }),
  async execute() {
    console.log("sends");
    await new Promise((resolve) => setTimeout(resolve, 600_000));
    return {};
  },
});
const log = { debug() {}, info() {}, warn() {}, error() {} };
const plugins = [definePlugin(group, { version: "1.0.0", operations: [send] })()];
const gateway = createGateway({ plugins, blobs: "memory", storage: lmdb({ path }), log });
const code = await gateway.call("posts.send", {}, { execute: true, idempotencyKey: "k" }).catch((error) => error.code);
console.log(code);
await gateway.stop();
