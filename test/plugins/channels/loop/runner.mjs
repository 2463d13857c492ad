/**\n * A runner on a store, which runs until it is ended. With a step, it exits before (odd) or right after (even) one of the\n * commits that record the progress of sending.\n */
import channels from "@postern/channels";
import { adapterKinds } from "@postern/channels/services";
import chats from "@postern/chats";
import { createGateway, defineGroup, definePlugin } from "@postern/core";
import { encodeKey } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { loopKind } from "./kind.mjs";

const [path, options, step = "0"] = process.argv.slice(2);
const store = lmdb({ path });
const heads = ["channels.sending", "channels.outbox.entry"].map((name) => encodeKey([name]));
const isProgress = ({ key }) => heads.some((head) => key.startsWith(`${head}!:`));
let steps = 0;
const dieAt = () => {
  if (++steps === Number(step)) process.kill(process.pid, "SIGKILL");
};
const storage = {
  ...store,
  async commit(batches) {
    const counts = batches.some(({ writes }) => writes.some(isProgress));
    if (counts) dieAt();
    const answers = await store.commit(batches);
    if (counts) dieAt();
    return answers;
  },
};
const loops = definePlugin(defineGroup("loops", { title: "Loops", needs: { kinds: adapterKinds } }), {
  version: "1.0.0",
  operations: [],
  setup({ services }) {
    services.kinds.register(loopKind(JSON.parse(options)));
  },
});
const log = { debug() {}, info() {}, warn() {}, error: (fields, message) => console.error(message, fields) };
const plugins = [chats(), channels({ role: "runner" }), loops()];
const gateway = createGateway({ plugins, blobs: "memory", storage, log, background: false });
await gateway.start();
console.log("carries");
setInterval(() => {}, 60_000);
