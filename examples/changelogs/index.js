import { parseArgs } from "node:util";
import chats from "@postern/chats";
import { createGateway } from "@postern/core";
import { openBlobs } from "@postern/core/blobs";
import { listen } from "@postern/core/server";
import lmdb from "@postern/storage-lmdb";
import { entriesOf, packages, slugOf } from "./changelogs.js";
import { createClient } from "./client.js";

const { values } = parseArgs({
  options: { packages: { type: "string", default: "100000" }, data: { type: "string", default: "changelogs-data" } },
});
const names = packages().slice(0, Number(values.packages));
if (names.length === 0) {
  console.log("This system has no changelogs in /usr/share/doc");
  process.exit(0);
}

// Uses the gateway in POSTERN_URL with the key in POSTERN_TOKEN, or starts one in this process.
const own = process.env.POSTERN_URL ? undefined : await serve(values.data);
const post = createClient(own?.url ?? process.env.POSTERN_URL, own?.key ?? process.env.POSTERN_TOKEN);
let created = 0;
let known = 0;

for (const [at, name] of names.entries()) {
  const { chat } = await post("chats.create", {
    clientChatId: `changelog.${slugOf(name)}`,
    title: name,
    channel: "changelog",
  });
  const entries = entriesOf(name);
  // Eight concurrent calls share one flush to disk. Stopping the program loses no confirmed message.
  for (let from = 0; from < entries.length; from += 8) {
    const answers = await Promise.all(
      entries.slice(from, from + 8).map((entry, n) => post("chats.messages.create", messageOf(chat, entry, from + n))),
    );
    for (const { disposition } of answers) disposition === "created" ? created++ : known++;
  }
  process.stderr.write(`\r${at + 1} of ${names.length} packages, ${created} new entries, ${known} existing`);
}
process.stderr.write("\n");

await readingList({
  name: "changelogs",
  mode: "dynamic",
  selector: { match: "all", where: [{ field: "channel", op: "eq", value: "changelog" }] },
});
await post("chats.lists.recompute", { listId: (await post("chats.lists.show", { list: "changelogs" })).list.id });
await readingList({ name: "favourites", mode: "static" });
const { chats: some } = await post("chats.list", { channel: "changelog", limit: "3", fields: "id" });
for (const { id } of some) await post("chats.lists.add", { list: "favourites", chatId: id });
for (const list of ["changelogs", "favourites"]) {
  const { members, total } = await post("chats.lists.members", { list, limit: "5" });
  console.log(`${list}: ${total} chats`);
  for (const { chat, unreadCount, messageCount } of members)
    console.log(`  ${chat.title}: ${unreadCount} unread of ${messageCount}`);
}
console.log(JSON.stringify({ packages: names.length, created, known }));
await own?.close();

/** An entry as a message. Its id is derived from the entry, so a second run creates no duplicates. */
function messageOf(chat, { version, maintainer, date, text }, at) {
  return {
    chatId: chat.id,
    actorId: slugOf(maintainer),
    clientMessageId: `${at}.${version.replace(/[^A-Za-z0-9._~-]/g, "-")}`.slice(0, 128),
    content: `${version}, ${date}, ${maintainer}\n\n${text}`.slice(0, 1_000_000),
  };
}

async function readingList(list) {
  const { lists } = await post("chats.lists.list", { fields: "name", limit: "500" });
  if (!lists.some(({ name }) => name === list.name)) await post("chats.lists.create", list);
}

async function serve(folder) {
  const blobs = openBlobs({ path: `${folder}/blobs` });
  const gateway = createGateway({ plugins: [chats()], storage: lmdb({ path: `${folder}/store` }), blobs });
  const { url, close } = await listen(gateway, { port: 0 });
  const { key } = await gateway.keys.issue({ label: "changelogs", scopes: ["chats:*"] });
  return { url, key, close: () => close().then(() => gateway.stop()) };
}
