import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { openBlobs } from "@postern/core/blobs";
import fs from "unstorage/drivers/fs";

// Any unstorage driver works: the gateway adds commits, ordering and snapshots, for a single process.
const base = process.argv[2] ?? "data";
const blobs = openBlobs({ path: `${base}-blobs` });
const gateway = createGateway({ plugins: [chats()], storage: fs({ base }), blobs });

await gateway.call("chats.create", { title: `Opened at ${new Date().toISOString()}` });
const { chats: all, total } = await gateway.call("chats.list", {});
console.log(`${total} in ${base}`);
for (const { title } of all) console.log(`  ${title}`);
await gateway.stop();
