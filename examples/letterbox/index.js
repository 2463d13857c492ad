import channels from "@postern/channels";
import chats, { messageCreated } from "@postern/chats";
import { createGateway } from "@postern/core";
import { openBlobs } from "@postern/core/blobs";
import lmdb from "@postern/storage-lmdb";
import letterbox from "./letterbox.js";

const folder = process.argv[2] ?? "box";

// One process is both gateway and runner. As separate processes, each could be restarted without the other.
const gateway = createGateway({
  plugins: [chats(), channels({ role: "runner" }), letterbox()],
  storage: lmdb({ path: "data/store" }),
  blobs: openBlobs({ path: "data/blobs" }),
});
await gateway.start();
process.once("SIGTERM", () => gateway.stop().then(() => process.exit(0)));

// Answers every message.
gateway.on(messageCreated, ({ data: { message } }) => {
  if (message.actorId === "echo") return;
  return gateway.call("chats.messages.create", {
    actorId: "echo",
    chatId: message.chatId,
    clientMessageId: `echo.${message.id}`,
    content: `You wrote: ${message.content.text}`,
  });
});

const { adapters } = await gateway.call("channels.adapters.list", {});
if (adapters.length === 0)
  await gateway.call("channels.adapters.create", { id: "box", kind: "letterbox", config: { folder } });

let { adapter } = await gateway.call("channels.adapters.show", { id: "box" });
while (adapter.status !== "connected") {
  await new Promise((resolve) => setTimeout(resolve, 50));
  ({ adapter } = await gateway.call("channels.adapters.show", { id: "box" }));
}
console.log(`Drop letters into ${folder}/in/<your name>/<any>.txt`);
