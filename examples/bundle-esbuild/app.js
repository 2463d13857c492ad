import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { openBlobs } from "@postern/core/blobs";
import lmdb from "@postern/storage-lmdb";

const path = process.argv[2] ?? "data";
const gateway = createGateway({
  plugins: [chats()],
  storage: lmdb({ path }),
  blobs: openBlobs({ path: `${path}-blobs` }),
});
await gateway.call("chats.create", { title: "Bundled" });
const { total } = await gateway.call("chats.list", {});
console.log(`${total} in ${path}`);
await gateway.stop();
