/** Opens a filled store in a new process and tells how long that took, what it holds in memory, and what a page costs. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { anonymousMiB } from "../harness/memory.ts";
import { spreadOf } from "../harness/spread.ts";
import { folder } from "./ready.ts";
import { openStorage, storeFolder } from "./storage.ts";

const busy = readFileSync(join(folder, "busy.txt"), "utf8").trim().split("\n");
const gateway = createGateway({ plugins: [chats()], blobs: "memory", storage: openStorage(storeFolder) });
await gateway.start();
// Since the process began: loading the code counts as much as opening the store.
const startMs = performance.now();
const startMemory = anonymousMiB();

const pageMs: number[] = [];
for (let n = 0; n < 2000; n++) {
  const begin = performance.now();
  const { messages } = await gateway.call("chats.messages.list", { chatId: busy[n % busy.length] ?? "", limit: "50" });
  pageMs.push(performance.now() - begin);
  if (messages.length !== 50) throw new Error(`A page of ${messages.length} messages instead of 50`);
}
const told = { startMs, startMemory, pageMs: spreadOf(pageMs).median, firstPageMs: pageMs[0], memory: anonymousMiB() };
await gateway.stop();
process.stdout.write(`${JSON.stringify(told)}\n`);
