/** Opens a filled store, puts all its chats on a reading list, and tells what a page of 50 of its members costs. */
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { spreadOf } from "../harness/spread.ts";
import { openStorage, storeFolder } from "./storage.ts";

const gateway = createGateway({ plugins: [chats()], blobs: "memory", storage: openStorage(storeFolder) });
const { lists } = await gateway.call("chats.lists.list", { fields: "name" });
if (lists.length === 0) {
  const where = [{ field: "kind" as const, op: "eq" as const, value: "dm" }];
  const { list } = await gateway.call("chats.lists.create", {
    name: "all",
    mode: "dynamic",
    selector: { match: "all", where },
  });
  await gateway.call("chats.lists.recompute", { listId: list.id });
}

const pageMs: number[] = [];
for (let n = 0; n < 500; n++) {
  const offset = String((n % 2) * 50);
  const begin = performance.now();
  const { members } = await gateway.call("chats.lists.members", { list: "all", limit: "50", offset });
  pageMs.push(performance.now() - begin);
  if (members.length !== 50) throw new Error(`A page of ${members.length} members instead of 50`);
}
await gateway.stop();
process.stdout.write(`${JSON.stringify({ pageMs: spreadOf(pageMs).median })}\n`);
