/** `chats.messages.create` as the gateway has it, on LMDB, or on the PostgreSQL of `STORE`; further processes join the store of the first. */
import batch from "@postern/batch";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import { counting } from "./counting.ts";
import { chatIds } from "./message.ts";
import { first, leave, tellReady } from "./ready.ts";
import { openStorage } from "./storage.ts";

const gateway = createGateway({ plugins: [chats(), batch(), ...counting], blobs: "memory", storage: openStorage() });
const listening = await listen(gateway, { port: 0 });

tellReady({ ...(first ?? (await fill())), port: listening.port }, async () => {
  await listening.close();
  await gateway.stop();
});

/** Makes the key and as many chats as the other servers have. */
async function fill() {
  const { key } = await gateway.keys.issue({ label: "bench", scopes: ["chats:*"] });
  const made = await Promise.all(chatIds.map((_, n) => gateway.call("chats.create", { title: `Chat ${n}` })));
  return {
    token: key,
    chats: leave(
      "chats",
      made.map(({ chat }) => chat.id),
    ),
  };
}
