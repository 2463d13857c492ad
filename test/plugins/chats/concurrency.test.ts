import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chats, { messageCreated } from "@postern/chats";
import { type Client, testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

const folders: string[] = [];
const folder = () => {
  folders.push(mkdtempSync(join(tmpdir(), "postern-chats-")));
  return folders.at(-1) as string;
};
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});
const stores = { memory: () => ({}), lmdb: () => ({ storage: lmdb({ path: folder() }) }) };

describe.each(Object.entries(stores))("concurrent callers on %s", (_name, store) => {
  let fixture: Awaited<ReturnType<typeof testGateway>>;
  let admin: Client;
  beforeAll(async () => {
    fixture = await testGateway({ plugins: [chats()], ...store() });
    admin = fixture.admin;
  });
  afterAll(() => fixture.stop());
  const newChat = async () => (await admin.post("chats.create")).body.chat.id as string;
  const send = (chatId: string, clientMessageId: string, actorId = "ann", content = "hello") =>
    admin.post("chats.messages.create", { chatId, actorId, clientMessageId, content });
  const times = <T>(count: number, make: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => make(n)));

  it("create one message and one event from 200 calls with the same id", async () => {
    const chatId = await newChat();
    const received: unknown[] = [];
    const end = fixture.gateway.on(messageCreated, ({ data }) => received.push(data));
    const replies = await times(200, () => send(chatId, "same"));
    end();
    const created = replies.filter(({ body }) => body.disposition === "created");
    expect(created).toHaveLength(1);
    expect(replies.filter(({ body }) => body.disposition === "duplicate")).toHaveLength(199);
    expect(new Set(replies.map(({ body }) => body.messageId)).size).toBe(1);
    expect(received).toEqual([{ message: created[0]?.body.message }]);
    expect((await admin.post("chats.show", { chatId })).body.chat.messageCount).toBe(1);
  });

  it("store one of two contents, and refuse the other with the id", async () => {
    const chatId = await newChat();
    const replies = await times(40, (n) => send(chatId, "race", "ann", n % 2 ? "odd" : "even"));
    const winner = replies.find(({ body }) => body.disposition === "created")?.body.message;
    for (const { status, body } of replies) {
      if (status === 200) expect(body.message).toEqual(winner);
      else expect(body).toMatchObject({ status: 409, code: "chats.message_conflict", messageId: winner.id });
    }
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(20);
  });

  it("write 64 messages at a time into a chat, each counted once and in one order", async () => {
    const chatId = await newChat();
    const list = (await admin.post("chats.lists.create", { name: `hot ${chatId}` })).body.list.id;
    await admin.post("chats.lists.add", { list, chatId });
    const reads: number[] = [];
    await times(64, async (writer) => {
      for (let n = 0; n < 8; n++) {
        expect((await send(chatId, `${writer}.${n}`, writer === 0 ? "r" : "ann")).status).toBe(200);
        if (writer % 16 !== 1) continue;
        const { status } = await admin.post("chats.lists.read", { list, chatId, reader: "agent:r" });
        reads.push(status);
      }
    });
    expect(reads).toEqual(Array(4 * 8).fill(200));
    const page = (await admin.post("chats.messages.list", { chatId, limit: "500", fields: "sortKey" })).body;
    const more = (await admin.post("chats.messages.list", { chatId, limit: "500", offset: "500", fields: "sortKey" }))
      .body;
    const keys = [...page.messages, ...more.messages].map(({ sortKey }: { sortKey: string }) => sortKey);
    expect(new Set(keys).size).toBe(512);
    expect([...keys].sort()).toEqual(keys);
    await admin.post("chats.lists.read", {
      list,
      chatId,
      reader: "agent:r",
      upTo: `msg_${chatId.slice(5)}${keys[99]}`,
      back: true,
    });
    const { members } = (await admin.post("chats.lists.members", { list, reader: "agent:r" })).body;
    const rest = (await admin.post("chats.messages.list", { chatId, after: keys[99], limit: "500" })).body.messages;
    const unread = rest.filter(({ actorId }: { actorId: string }) => actorId !== "r").length;
    expect(members[0]).toMatchObject({ messageCount: 512, unreadCount: unread });
  });

  it("delete and restore a message with correct counts", async () => {
    const chatId = await newChat();
    const { messageId } = (await send(chatId, "one")).body;
    const replies = await times(40, (n) => admin.post(`chats.messages.${n % 2 ? "delete" : "restore"}`, { messageId }));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const { message } = (await admin.post("chats.messages.show", { messageId })).body;
    const { messageCount } = (await admin.post("chats.show", { chatId })).body.chat;
    expect(messageCount).toBe(message.state === "deleted" ? 0 : 1);
    await admin.post("chats.messages.restore", { messageId });
    expect((await admin.post("chats.show", { chatId })).body.chat.messageCount).toBe(1);
  });

  it("update a message only from the expected revision", async () => {
    const chatId = await newChat();
    const { messageId } = (await send(chatId, "one")).body;
    const replies = await times(20, (n) =>
      admin.post("chats.messages.update", { messageId, content: `by ${n}`, expectedRevision: "1" }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.code === "chats.revision_mismatch" && body.current === 2)).toHaveLength(
      19,
    );
  });

  it("create one chat and one list from many calls with the same name", async () => {
    const made = await times(30, () => admin.post("chats.create", { clientChatId: "shared" }));
    expect(new Set(made.map(({ body }) => body.chat.id)).size).toBe(1);
    const lists = await times(30, () => admin.post("chats.lists.create", { name: "shared" }));
    expect(lists.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(lists.filter(({ body }) => body.code === "chats.list_name_taken")).toHaveLength(29);
  });
});

describe("after a restart", () => {
  it("a repeated call returns the stored message, with any key", async () => {
    const path = folder();
    const open = () => testGateway({ plugins: [chats()], storage: lmdb({ path }) });
    const before = await open();
    const chatId = (await before.admin.post("chats.create")).body.chat.id;
    const said = { chatId, actorId: "ann", clientMessageId: "kept", content: "hello" };
    const { message } = (await before.admin.post("chats.messages.create", said)).body;
    await before.stop();
    const after = await open();
    const again = (await after.admin.post("chats.messages.create", said)).body;
    expect(again).toMatchObject({ disposition: "duplicate", message });
    expect((await after.admin.post("chats.show", { chatId })).body.chat).toMatchObject({
      messageCount: 1,
      lastMessage: message,
    });
    await after.stop();
  });
});

it("messages that arrive together in one chat share commits without a conflict", async () => {
  const store = lmdb({ path: folder() });
  const commit = store.commit?.bind(store);
  const groups: number[] = [];
  let conflicts = 0;
  const storage: typeof store = {
    ...store,
    async commit(batches) {
      const answers = (await commit?.(batches)) ?? [];
      groups.push(batches.length);
      conflicts += answers.filter((answer) => answer === false).length;
      return answers;
    },
  };
  const { admin, stop } = await testGateway({ plugins: [chats()], storage });
  onTestFinished(stop);
  const chatId = (await admin.post("chats.create")).body.chat.id as string;
  groups.length = 0;
  const send = (n: number) =>
    n % 8
      ? admin.post("chats.messages.create", { chatId, actorId: "ann", clientMessageId: `one-${n}`, content: "hello" })
      : admin.post("chats.messages.create-many", {
          chatId,
          messages: [1, 2, 3].map((at) => ({ actorId: "ann", clientMessageId: `many-${n}.${at}`, content: "hello" })),
        });
  const replies = await Promise.all(Array.from({ length: 256 }, (_, n) => send(n)));
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  expect(conflicts).toBe(0);
  expect(groups.length).toBeLessThan(256 / 4);
});
