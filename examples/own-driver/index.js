import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { journalFile } from "./driver.js";

const path = process.argv[2] ?? "store.jsonl";
const gateway = createGateway({ plugins: [chats()], storage: journalFile(path) });

await gateway.call("chats.create", { title: `Opened at ${new Date().toISOString()}` });
const { total } = await gateway.call("chats.list", {});
console.log(`${total} in ${path}`);
await gateway.stop();
