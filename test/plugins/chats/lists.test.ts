import chats from "@postern/chats";
import { type Client, testGateway } from "@postern/core/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { titled } from "../../run/titled.ts";

let fixture: Awaited<ReturnType<typeof start>>;
const start = () => testGateway({ plugins: [chats()] });
beforeAll(async () => {
  fixture = await start();
});
afterAll(() => fixture.stop());

let made = 0;
let list: string;
const post = (id: string, body?: unknown) => fixture.admin.post(id, body);
const newChat = async (body: object = {}) => (await post("chats.create", body)).body.chat.id as string;
const newList = async (body: object = {}) => {
  const { body: answer } = await post("chats.lists.create", { name: `list ${++made}`, ...body });
  return answer.list.id as string;
};
const send = async (chatId: string, actorId = "ann", text = "hello") =>
  (await post("chats.messages.create", { chatId, actorId, clientMessageId: `m${++made}`, content: text })).body
    .messageId as string;
const add = (chatId: string, more: object = {}) => post("chats.lists.add", { list, chatId, ...more });
const members = async (more: object = {}) => (await post("chats.lists.members", { list, ...more })).body;
const order = async () => (await members()).members.map(({ chatId }: { chatId: string }) => chatId);
beforeEach(async () => {
  list = await newList();
});

describe("a reading list", () => {
  it("is created for the caller, private and static by default", async () => {
    const agent = await fixture.client(["chats:write"], "main");
    const { body } = await agent.post("chats.lists.create", { name: "mine" });
    const { id, createdAt, ...rest } = body.list;
    expect(id).toMatch(/^list_[0-9a-f]{24}$/);
    expect(rest).toEqual({
      name: "mine",
      mode: "static",
      ownerType: "agent",
      ownerId: "main",
      visibility: "private",
      updatedAt: createdAt,
    });
  });

  it("has a unique name per owner", async () => {
    const first = (await post("chats.lists.create", { name: "double" })).body.list.id;
    expect((await post("chats.lists.create", { name: "double" })).body).toMatchObject({
      status: 409,
      code: "chats.list_name_taken",
      listId: first,
    });
    expect((await post("chats.lists.update", { list, name: "double" })).body.code).toBe("chats.list_name_taken");
    expect((await post("chats.lists.create", { name: "double", owner: "agent:b" })).status).toBe(200);
  });

  it("is found by id before name; an ambiguous name is 409, and the owner resolves it", async () => {
    const [a, b] = [
      await newList({ name: "both", owner: "agent:a" }),
      await newList({ name: "both", owner: "agent:b" }),
    ];
    const { body } = await post("chats.lists.show", { list: "both" });
    expect(body).toMatchObject({ status: 409, code: "chats.list_ambiguous" });
    expect(body.candidates).toEqual([
      { id: a, name: "both", owner: "agent:a" },
      { id: b, name: "both", owner: "agent:b" },
    ]);
    expect((await post("chats.lists.show", { list: "both", owner: "agent:b" })).body.list.id).toBe(b);
    await newList({ name: a });
    expect((await post("chats.lists.show", { list: a })).body.list.name).toBe("both");
  });

  it("is updated, archived and restored", async () => {
    const update = { list, name: `renamed ${list}`, description: "d", visibility: "team" };
    expect((await post("chats.lists.update", update)).body.list).toMatchObject({
      description: "d",
      visibility: "team",
    });
    expect((await post("chats.lists.update", { list, description: "" })).body.list).not.toHaveProperty("description");
    const chatId = await newChat();
    await add(chatId);
    expect((await post("chats.lists.archive", { list })).body.list).toHaveProperty("archivedAt");
    for (const id of ["add", "remove"]) {
      expect((await post(`chats.lists.${id}`, { list, chatId })).body.code).toBe("chats.list_archived");
    }
    expect((await members()).total).toBe(1);
    const archived = (await post("chats.lists.list", { archived: true })).body.lists;
    expect(archived.map(({ id }: { id: string }) => id)).toContain(list);
    expect((await post("chats.lists.unarchive", { list })).body.list).not.toHaveProperty("archivedAt");
  });
});

describe("access to a list", () => {
  let owner: Client;
  let other: Client;
  const listOf = async (visibility: string) =>
    (await owner.post("chats.lists.create", { name: `list ${++made}`, visibility })).body.list.id;
  beforeAll(async () => {
    owner = await fixture.client(["chats:write"], "owner");
    other = await fixture.client(["chats:write"], "other");
  });

  it("hides a private list and its name from all but its owner and admins", async () => {
    const id = await listOf("private");
    const { name } = (await owner.post("chats.lists.show", { list: id })).body.list;
    expect((await post("chats.lists.show", { list: id })).status).toBe(200);
    const chatId = await newChat();
    for (const ref of [id, name]) {
      for (const operation of ["show", "members", "update", "archive", "preview"]) {
        expect((await other.post(`chats.lists.${operation}`, { list: ref })).body.code).toBe("chats.list_not_found");
      }
      expect((await other.post("chats.lists.add", { list: ref, chatId })).status).toBe(404);
      expect((await other.post("chats.lists.recompute", { listId: ref })).status).toBe(404);
    }
    const seen = (await other.post("chats.lists.list", { limit: "500" })).body.lists.map(
      (one: { id: string }) => one.id,
    );
    expect(seen).not.toContain(id);
  });

  it.each(["team", "system"])("shows a %s list to all, but only its owner can change it", async (visibility) => {
    const id = await listOf(visibility);
    const chatId = await newChat();
    expect((await owner.post("chats.lists.add", { list: id, chatId })).status).toBe(200);
    expect((await other.post("chats.lists.members", { list: id })).body.total).toBe(1);
    for (const [operation, more] of [
      ["add", { chatId }],
      ["remove", { chatId }],
      ["archive", {}],
      ["update", {}],
    ] as const) {
      const { body } = await other.post(`chats.lists.${operation}`, { list: id, ...more });
      expect(body).toMatchObject({ status: 403, code: "chats.list_not_yours", owner: "agent:owner" });
    }
  });

  it("allows only admins to create lists and change cursors for others", async () => {
    const foreign = await owner.post("chats.lists.create", { name: "x", owner: "agent:other" });
    expect(foreign.body.code).toBe("chats.list_not_yours");
    const id = await listOf("team");
    const chatId = await newChat();
    await owner.post("chats.lists.add", { list: id, chatId });
    const read = { list: id, chatId, reader: "agent:owner" };
    expect((await other.post("chats.lists.read", read)).body.code).toBe("chats.reader_not_yours");
    expect((await post("chats.lists.read", read)).status).toBe(200);
  });
});

describe("the members of a list", () => {
  it("are added, reprioritized and removed manually, with one event per change", async () => {
    const chatId = await newChat();
    const first = (await add(chatId)).body;
    expect(first).toMatchObject({ changed: true, member: { chatId, source: "manual", priority: 0, state: "active" } });
    expect((await add(chatId)).body).toEqual({ ...first, changed: false });
    expect((await add(chatId, { priority: "3" })).body).toMatchObject({ changed: true, member: { priority: 3 } });
    expect((await members()).total).toBe(1);
    const remove = () => post("chats.lists.remove", { list, chatId });
    expect((await remove()).body).toMatchObject({ changed: true, member: { state: "removed" } });
    expect((await remove()).body).toEqual({ changed: false });
    expect(await members()).toMatchObject({ members: [], total: 0 });
    expect((await add("chat_0123456789abcdef01234567")).body.code).toBe("chats.chat_not_found");
  });

  it("are sorted by priority, then by their last message", async () => {
    const [a, b, c] = [await newChat(), await newChat(), await newChat()] as [string, string, string];
    for (const one of [c, a, b]) await add(one);
    expect(await order()).toEqual([c, b, a]);
    await send(a);
    expect(await order()).toEqual([a, c, b]);
    await add(b, { priority: "1" });
    await send(c);
    expect(await order()).toEqual([b, c, a]);
  });

  it("contain the chat, counts, last message and cursor", async () => {
    const chatId = await newChat({ title: "T" });
    await add(chatId, { priority: "2" });
    await send(chatId);
    const last = await send(chatId);
    const { chat } = (await post("chats.show", { chatId, fields: undefined })).body;
    const { lastMessage, messageCount, ...plain } = chat;
    expect(lastMessage.id).toBe(last);
    expect(await members({ reader: "agent:r" })).toEqual({
      list: (await post("chats.lists.show", { list: list })).body.list && expect.objectContaining({ id: list }),
      reader: "agent:r",
      members: [
        {
          chatId,
          source: "manual",
          addedAt: expect.any(Number),
          priority: 2,
          chat: plain,
          unreadCount: 2,
          messageCount,
          lastMessage,
          cursor: {},
        },
      ],
      total: 1,
      limit: 50,
      offset: 0,
    });
    expect((await members({ fields: "chatId,unreadCount" })).members).toEqual([{ chatId, unreadCount: 2 }]);
  });

  it("use the current agent as the default reader", async () => {
    const agent = await fixture.client(["*"], "me");
    const chatId = await newChat();
    await add(chatId);
    await send(chatId, "me");
    const { reader, members } = (await agent.post("chats.lists.members", { list })).body;
    expect({ reader, unread: members[0].unreadCount }).toEqual({ reader: "agent:me", unread: 0 });
  });

  it("are paged without loss, and a page after the end is empty with the total", async () => {
    const all: string[] = [];
    for (let n = 0; n < 7; n++) {
      all.unshift(await newChat());
      await add(all[0] as string);
    }
    const paged: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: { members: { chatId: string }[]; nextOffset?: number } = await members({
        limit: "3",
        offset: String(offset),
      });
      paged.push(...page.members.map(({ chatId }) => chatId));
      offset = page.nextOffset;
    }
    expect(paged).toEqual(all);
    expect(await members({ offset: "100" })).toMatchObject({ members: [], total: 7, offset: 100 });
  });

  it.each(["abc", "", " 50 ", "5.0", "0x10", "1e3", "+5", "٥", "NaN", "-1", "0", "501", "00050", 50, null])(
    "refuse the limit %j",
    async (limit) => {
      const { status, body } = await post("chats.lists.members", { list, limit });
      expect({ status, path: body.issues[0].path }).toEqual({ status: 400, path: "/limit" });
    },
  );
  it.each(["-1", "1.5", "1e3", "99999999999999999999", 0])("refuse the offset %j", async (offset) => {
    expect((await post("chats.lists.members", { list, offset })).status).toBe(400);
  });
  it.each(["", "nope", "chatId,", "chatId,chatId", "__proto__"])("refuse the fields %j", async (fields) => {
    expect((await post("chats.lists.members", { list, fields })).body.issues[0].path).toBe("/fields");
  });
  it.each(["main", "agent:", "robot:a", "agent:a b", "agent:../a"])("refuse the reader and owner %j", async (who) => {
    expect((await post("chats.lists.members", { list, reader: who })).status).toBe(400);
    expect((await post("chats.lists.members", { list, owner: who })).status).toBe(400);
  });
  it.each(titled([["../x"], ["a\r\nb"], ["\u0000"], [" x"], ["x".repeat(200)]]))(
    "answer 404 for a list named %s",
    async (_title, name) => {
      expect((await post("chats.lists.members", { list: name })).body.code).toBe("chats.list_not_found");
    },
  );

  it("include raw provider ids only for a key with chats:raw", async () => {
    const chatId = await newChat();
    await add(chatId);
    const said = { chatId, actorId: "c", clientMessageId: "raw", content: "hi", rawSenderId: "nick" };
    await post("chats.messages.ingest", said);
    await post("chats.lists.update", { list, visibility: "team" });
    const reader = await fixture.client(["chats:read"]);
    const refused = await reader.post("chats.lists.members", { list, includeRaw: true });
    expect(refused.body).toMatchObject({ status: 403, scope: "chats:raw" });
    expect(JSON.stringify((await reader.post("chats.lists.members", { list })).body)).not.toContain("nick");
    expect((await members({ includeRaw: true })).members[0].lastMessage.rawSenderId).toBe("nick");
  });
});

describe("reading", () => {
  const reader = "agent:r";
  let chatId: string;
  const unread = async () => (await members({ reader })).members[0].unreadCount;
  const read = async (more: object = {}) => (await post("chats.lists.read", { list, chatId, reader, ...more })).body;
  const delta = async (more: object = {}) => (await post("chats.lists.delta", { list, chatId, reader, ...more })).body;
  beforeEach(async () => {
    chatId = await newChat();
    await add(chatId);
  });

  it("counts new messages without deleted ones and the reader's own", async () => {
    const ids = [await send(chatId), await send(chatId, "r"), await send(chatId), await send(chatId)];
    expect(await unread()).toBe(3);
    await post("chats.messages.delete", { messageId: ids[0] });
    await post("chats.messages.delete", { messageId: ids[1] });
    expect(await unread()).toBe(2);
    expect(await read({ upTo: ids[2] })).toMatchObject({ cursor: { messageId: ids[2] }, unreadCount: 1 });
    await post("chats.messages.restore", { messageId: ids[0] });
    expect(await unread()).toBe(1);
    await post("chats.messages.delete", { messageId: ids[3] });
    expect(await unread()).toBe(0);
    await send(chatId, "r");
    await send(chatId);
    expect(await unread()).toBe(1);
    expect(await read()).toMatchObject({ unreadCount: 0 });
  });

  it("moves the cursor back only with back", async () => {
    const ids = [await send(chatId), await send(chatId), await send(chatId)];
    expect(await read()).toMatchObject({ cursor: { messageId: ids[2] }, unreadCount: 0 });
    expect(await read({ upTo: ids[0] })).toMatchObject({ cursor: { messageId: ids[2] }, unreadCount: 0 });
    expect(await read({ upTo: ids[0], back: true })).toMatchObject({ cursor: { messageId: ids[0] }, unreadCount: 2 });
  });

  it("has one cursor per list and reader", async () => {
    await send(chatId);
    await read();
    expect((await members({ reader: "agent:s" })).members[0].unreadCount).toBe(1);
    list = await newList();
    await add(chatId);
    expect(await unread()).toBe(1);
  });

  it("shows unread messages, oldest first, and the next cursor", async () => {
    const ids = [await send(chatId), await send(chatId), await send(chatId, "r")];
    const first = await delta({ limit: "2" });
    expect(first).toMatchObject({ cursor: {}, unreadCount: 2, nextCursor: { messageId: ids[1] } });
    expect(first.messages.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    await read({ upTo: first.nextCursor.messageId });
    expect(await delta()).toMatchObject({
      messages: [{ id: ids[2] }],
      unreadCount: 0,
      nextCursor: { messageId: ids[2] },
    });
    await read();
    expect((await delta()).messages).toEqual([]);
  });

  it("returns an empty cursor for an empty chat", async () => {
    expect(await read()).toEqual({ cursor: {}, unreadCount: 0 });
  });

  it("is 404 for a chat that is not on the list, and for a message of another chat", async () => {
    const other = await newChat();
    expect((await read({ chatId: other })).code).toBe("chats.member_not_found");
    expect((await delta({ chatId: other })).code).toBe("chats.member_not_found");
    expect((await read({ upTo: await send(other) })).code).toBe("chats.message_not_found");
  });
});
