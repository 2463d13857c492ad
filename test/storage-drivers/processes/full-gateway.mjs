/** Fills the disk of a gateway, by its store alone or by other files too, and prints which operations it still accepts. */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import bases from "@postern/bases";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import service from "@postern/service";
import lmdb from "@postern/storage-lmdb";

const [disk, by] = process.argv.slice(2);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const storage = lmdb({ path: join(disk, "store") });
const gateway = createGateway({ plugins: [service(), chats(), bases()], blobs: "memory", storage, log });
const text = (size) => randomBytes(size).toString("base64").slice(0, size);
const create = (id, input) => gateway.call(id, input);

const { chat } = await create("chats.create", { title: "Tea" });
const say = (size) =>
  create("chats.messages.create", {
    ...{ chatId: chat.id, actorId: "a", clientMessageId: randomBytes(8).toString("hex"), content: text(size) },
  });
const messages = [];
for (let n = 0; n < 30; n++) messages.push((await say(6_000)).messageId);
const props = [{ name: "Note", type: "text" }];
await create("bases.create", { name: "Leads", props });
const { row } = await create("bases.rows.create", { base: "leads", values: { note: text(4_000) } });
await create("bases.props.delete", { base: "leads", prop: "note" });

async function fill() {
  for (const size of [6_000, 1_000, 10]) {
    try {
      for (;;) await say(size);
    } catch (error) {
      if (error.code !== "gateway.unavailable") throw error;
    }
  }
}
await fill();
if (by === "files") {
  for (const size of [2 ** 24, 2 ** 20, 2 ** 16, 2 ** 12]) {
    try {
      for (;;) writeFileSync(join(disk, "ballast"), Buffer.alloc(size), { flag: "a" });
    } catch (error) {
      if (error.code !== "ENOSPC") throw error;
    }
  }
}
await fill();

const accepted = {};
const attempt = async (id, input) => {
  accepted[id] = await gateway.call(id, input, { execute: true }).then(
    () => true,
    (error) => error.code,
  );
};
await attempt("chats.messages.delete", { messageId: messages[0] });
await attempt("bases.rows.archive", { row: row.id });
await attempt("bases.props.purge", { base: "leads", prop: "note" });
await attempt("bases.archive", { base: "leads" });
for (const messageId of messages.slice(1)) await attempt("chats.messages.delete", { messageId });
await attempt("chats.messages.create", {
  ...{ chatId: chat.id, actorId: "a", clientMessageId: "last", content: text(10) },
});
await attempt("chats.archive", { chatId: chat.id });
const { findings } = await gateway.call("service.doctor", {});
const found = findings.map(({ id }) => id).filter((id) => id.startsWith("store."));
console.log(JSON.stringify({ accepted, isReported: found.includes("store.full") || found.includes("store.degraded") }));
await gateway.stop();

// The next start knows it before its first commit.
const { disk_free_bytes, disk_kept_bytes } = await lmdb({ path: join(disk, "store") }).figures();
console.log(JSON.stringify(disk_free_bytes < disk_kept_bytes * 1.1));
