/** Writes messages into one chat until it is killed or has written `count`, and prints each acknowledged one. */
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const [path, chatId, name, count = "1000000"] = process.argv.slice(2);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const gateway = createGateway({ plugins: [chats()], blobs: "memory", storage: lmdb({ path }), log });

async function write(lane) {
  for (let n = 0; n < Number(count); n++) {
    const { messageId } = await gateway.call("chats.messages.create", {
      chatId,
      actorId: name,
      clientMessageId: `${name}-${lane}-${n}`,
      content: `tea ${n}`,
    });
    process.stdout.write(`${messageId} ${Date.now()}\n`);
  }
}
await Promise.all([write("a"), write("b"), write("c")]);
await gateway.stop();
