import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

const PAGE = 4096;
const COUNT = 1_500;
/** Kinds of pages of LMDB, by their flags. */
const LEAF = 2;
const OVERFLOW = 4;
const KINDS = 7;

/** A data folder with a backup and a chat of many messages, some of them too long for a page of the store. */
async function filled() {
  const user = newUser();
  const served = await user.serve("start");
  const file = join(user.data, "store/data.mdb");
  const headers = { authorization: `Bearer ${served.key}`, "content-type": "application/json" };
  const post = async (url: string, operation: string, input: object) => {
    const response = await fetch(`${url}/api/v1/${operation}`, {
      method: "POST",
      headers,
      body: JSON.stringify(input),
    });
    return (await response.json()) as Record<string, never>;
  };
  const { chat } = (await post(served.url, "chats/create", { title: "Tea" })) as unknown as { chat: { id: string } };
  for (let at = 0; at < COUNT; at += 500) {
    const messages = Array.from({ length: 500 }, (_, n) => {
      const long = n % 100 === 0 ? Array.from({ length: 1_000 }, () => Math.random().toString(36).slice(2, 8)) : [];
      return { actorId: "ann", clientMessageId: `${at + n}`, content: `Message ${at + n} ${long.join(" ")}` };
    });
    const answer = await post(served.url, "chats/messages/create-many", { chatId: chat.id, messages });
    expect(answer.messages).toHaveLength(500);
  }
  const { path } = (await post(served.url, "service/backup", {})) as { path?: string };
  served.child.kill("SIGTERM");
  await served.ended;
  // The second open links the data folder and its store.
  await user.json("chats", "list");
  return { user, file, post, chatId: chat.id, backup: path?.replace("backups/", "") ?? "" };
}

/** Reads all messages, and the whole store, until the gateway has ended or everything was read. */
async function readAll(post: (operation: string, input: object) => Promise<Record<string, never>>, chatId: string) {
  let cursor: string | undefined;
  do {
    const page = await post("chats/messages/list", { chatId, limit: "500", ...(cursor && { cursor }) });
    cursor = page.nextCursor;
  } while (cursor);
  await post("service/backup", {});
}

describe("a gateway with a page that is zeroed while it runs", () => {
  it("is not started again, but says which page it is and which command restores the newest backup", async () => {
    const { user, file, post, chatId, backup } = await filled();
    const whole = readFileSync(file);
    const ends: string[] = [];
    for (const page of placesIn(whole)) {
      writeFileSync(file, whole);
      const served = await user.serve();
      const damaged = openSync(file, "r+");
      writeSync(damaged, Buffer.alloc(PAGE), 0, PAGE, page * PAGE);
      closeSync(damaged);
      const reading = readAll((operation, input) => post(served.url, operation, input), chatId);
      ends.push(
        await reading.then(
          () => "survived",
          () => "ended",
        ),
      );
      served.child.kill("SIGKILL");
      await served.ended;
      const { code, err } = await user.run("serve", "--port", "0");
      expect(code).toBe(6);
      expect(err).toContain(`Page ${page} of ${file} is damaged: it contains only zeros, at byte ${page * PAGE}.`);
      expect(err).toContain(`postern restore --force ${backup}`);
    }
    // LMDB ends the process that reads a page of a tree.
    expect(ends).toContain("ended");
    expect((await user.json("restore", "--force", backup)).records).toBeGreaterThan(COUNT);
    expect((await user.json("chats", "messages", "list", chatId)).messages.length).toBeGreaterThan(0);
  });
});

/** Pages with messages, which nothing changes later: three of the tree, and the first page of a long value. */
function placesIn(whole: Buffer): number[] {
  const pages = Array.from({ length: Math.floor(whole.length / PAGE) }, (_, at) => at).slice(2);
  const bytesOf = (at: number) => whole.subarray(at * PAGE, (at + 1) * PAGE);
  const flagged = (flags: number) =>
    pages.filter((at) => bytesOf(at).readUInt32LE(0) === at && (bytesOf(at).readUInt16LE(18) & KINDS) === flags);
  const leaves = flagged(LEAF).filter((at) => bytesOf(at).includes("chats.2emessage!:"));
  const among = (share: number) => leaves[Math.floor(leaves.length * share)] as number;
  return [among(0.2), among(0.5), among(0.7), flagged(OVERFLOW).at(-1) as number];
}
