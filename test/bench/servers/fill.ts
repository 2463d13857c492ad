/** Fills a store through the gateway's own operations: CHAT_COUNT chats, MESSAGE_COUNT messages. Tells bytes on disk a message. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { atOnce } from "./at-once.ts";
import { leave } from "./ready.ts";
import { openStorage, storeFolder } from "./storage.ts";

const chatCount = Number(process.env.CHAT_COUNT);
const messageCount = Number(process.env.MESSAGE_COUNT);
/** The first hundredth of the chats gets half of all messages, so that a page of theirs is full; the others share the rest. */
const busy = Math.max(1, Math.floor(chatCount / 100));
const content = "The quick brown fox jumps over. ".repeat(4);

const gateway = createGateway({ plugins: [chats()], blobs: "memory", storage: openStorage(storeFolder) });
const ids: string[] = [];
await atOnce(chatCount, async (n) => {
  const { chat } = await gateway.call("chats.create", { title: `Chat ${n}` });
  ids[n] = chat.id;
});
const before = bytesOnDisk();
await atOnce(messageCount, async (n) => {
  const chatId = ids[n % 2 ? (n >> 1) % busy : busy + ((n >> 1) % (chatCount - busy))] ?? "";
  await gateway.call("chats.messages.create", {
    chatId,
    actorId: `actor-${n % 8}`,
    clientMessageId: `m-${n}`,
    content,
  });
});
await gateway.stop();
leave("busy", ids.slice(0, busy));
process.stdout.write(`${JSON.stringify({ bytesPerMessage: (bytesOnDisk() - before) / messageCount })}\n`);

/** What the store's folder really occupies: a file may have holes. Not known of a server. */
function bytesOnDisk(): number {
  if (process.env.STORE) return 0;
  return readdirSync(storeFolder).reduce((sum, name) => sum + statSync(join(storeFolder, name)).blocks * 512, 0);
}
