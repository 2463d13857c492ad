import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";

const path = process.argv[2] ?? "data";
const gateway = createGateway({ plugins: [chats()], storage: lmdb({ path }) });
await gateway.call("chats.create", { title: "Bundled" });
const { total } = await gateway.call("chats.list", {});
console.log(`${total} in ${path}`);
await gateway.stop();
