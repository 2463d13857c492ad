import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { openBlobs } from "@postern/core/blobs";
import { journalFile } from "./driver.js";

const path = process.argv[2] ?? "store.jsonl";
const blobs = openBlobs({ path: `${path}-blobs` });
const gateway = createGateway({ plugins: [chats()], storage: journalFile(path), blobs });

await gateway.call("chats.create", { title: `Opened at ${new Date().toISOString()}` });
const { total } = await gateway.call("chats.list", {});
console.log(`${total} in ${path}`);
await gateway.stop();
