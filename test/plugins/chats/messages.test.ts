import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { titled } from "../../run/titled.ts";

let fixture: Awaited<ReturnType<typeof start>>;
const start = () => testGateway({ plugins: [chats()] });
beforeAll(async () => {
  fixture = await start();
});
afterAll(() => fixture.stop());

const post = (id: string, body?: unknown) => fixture.admin.post(id, body);
let chatId: string;
let sent = 0;
beforeEach(async () => {
  chatId = (await post("chats.create", { channel: "irc", instanceId: "one", agentId: "main" })).body.chat.id;
});
const send = (content = "hello", more: object = {}) =>
  post("chats.messages.create", { chatId, actorId: "ann", clientMessageId: `m${++sent}`, content, ...more });
const list = async (more: object = {}) => (await post("chats.messages.list", { chatId, ...more })).body;

describe("creating a message", () => {
  it("returns exactly the documented fields", async () => {
    const { status, body } = await send("hello", { clientMessageId: "first" });
    expect(status).toBe(200);
    const { createdAt, id, sortKey } = body.message;
    expect(id).toBe(`msg_${chatId.slice(5)}${sortKey}`);
    expect(sortKey).toMatch(/^[0-9a-f]{14}$/);
    expect(body).toEqual({
      clientMessageId: "first",
      disposition: "created",
      messageId: id,
      message: {
        id,
        chatId,
        actorId: "ann",
        actorType: "actor",
        clientMessageId: "first",
        content: { text: "hello" },
        createdAt,
        ingestedAt: createdAt,
        updatedAt: createdAt,
        revision: 1,
        sortKey,
        state: "created",
        agentId: "main",
        channel: "irc",
        instanceId: "one",
      },
    });
  });

  it("emits one event with the message", async () => {
    const received: unknown[] = [];
    const { messageCreated } = await import("@postern/chats");
    const end = fixture.gateway.on(messageCreated, (event) => received.push(event));
    const { message } = (await send()).body;
    await send("hello", { clientMessageId: message.clientMessageId });
    end();
    expect(received).toEqual([expect.objectContaining({ subject: message.id, data: { message } })]);
  });

  it("returns the stored message for a repeated call, even after a change or deletion", async () => {
    const again = () => send("hello", { clientMessageId: "same" });
    const { messageId, message } = (await again()).body;
    expect((await again()).body).toEqual({ clientMessageId: "same", disposition: "duplicate", messageId, message });
    await post("chats.messages.update", { messageId, content: "changed" });
    expect((await again()).body).toMatchObject({ disposition: "duplicate", message: { content: { text: "changed" } } });
    await post("chats.messages.delete", { messageId });
    expect((await again()).body).toMatchObject({
      disposition: "duplicate",
      message: { state: "deleted", content: {} },
    });
    expect((await list()).total).toBe(1);
  });

  it.each([{ content: "other" }, { actorId: "bob" }])("refuses the same clientMessageId with %o", async (other) => {
    const { messageId, message } = (await send("hello", { clientMessageId: "taken" })).body;
    const { status, body } = await send("hello", { clientMessageId: "taken", ...other });
    expect({ status, ...body }).toMatchObject({ status: 409, code: "chats.message_conflict", messageId });
    expect((await post("chats.messages.show", { messageId })).body.message).toEqual(message);
  });

  it("allows the same clientMessageId in two chats", async () => {
    const first = await send("hello", { clientMessageId: "both" });
    const other = (await post("chats.create")).body.chat.id;
    const second = await send("hello", { clientMessageId: "both", chatId: other });
    expect(second.body.disposition).toBe("created");
    expect(second.body.messageId).not.toBe(first.body.messageId);
  });

  it("is 404 in an unknown chat and 409 in an archived one, except for repeated calls", async () => {
    const { messageId } = (await send("hello", { clientMessageId: "before" })).body;
    await post("chats.archive", { chatId });
    expect((await send()).body).toMatchObject({ status: 409, code: "chats.chat_archived", chatId });
    const again = await send("hello", { clientMessageId: "before" });
    expect(again.body).toMatchObject({ disposition: "duplicate", messageId });
    const unknown = await send("hello", { chatId: "chat_0123456789abcdef01234567" });
    expect(unknown.body).toMatchObject({ status: 404, code: "chats.chat_not_found" });
  });

  it("accepts a million escaped emoji (12 MB), but not one more", async () => {
    const escaped = "\\ud83d\\ude00".repeat(1_000_000);
    const body = (content: string) =>
      `{"chatId":"${chatId}","actorId":"ann","clientMessageId":"big","content":"${content}"}`;
    const { status, body: answer } = await post("chats.messages.create", body(escaped));
    expect(status).toBe(200);
    expect(answer.message.content.text === "😀".repeat(1_000_000)).toBe(true);
    const { messageId } = answer;
    const shown = (await post("chats.messages.show", { messageId })).body.message.content.text;
    expect(shown === "😀".repeat(1_000_000)).toBe(true);
    const refused = await post("chats.messages.create", body(`${escaped}a`).replace('"big"', '"bigger"'));
    expect(refused.body).toMatchObject({ status: 400, code: "gateway.invalid_input", issues: [{ path: "/content" }] });
    expect((await list({ fields: "id" })).total).toBe(1);
  });

  it.each(["\u0000", "\ud800", "__proto__", "\u0001\u0002", " ", "‮‏", "a\r\nb"])(
    "stores %j as it was sent",
    async (text) => {
      const { messageId } = (await send(text)).body;
      expect((await post("chats.messages.show", { messageId })).body.message.content).toEqual({ text });
    },
  );

  it.each(
    titled(
      [
        ["actorId", ""],
        ["actorId", "-a"],
        ["actorId", "a b"],
        ["actorId", "a".repeat(129)],
        ["actorId", "a\r\nx"],
        ["clientMessageId", "../x"],
        ["clientMessageId", "a%00"],
        ["clientMessageId", " a"],
        ["chatId", "chat_1"],
        ["chatId", "CHAT_0123456789abcdef01234567"],
        ["content", ""],
        ["content", 5],
        ["content", null],
      ],
      1,
    ),
  )("refuses %s as %s and stores nothing", async (_title, field, value) => {
    const { status, body } = await send("hello", { [field]: value });
    expect(status).toBe(400);
    expect(body.issues[0].path).toBe(`/${field}`);
    expect((await list()).total).toBe(0);
  });
});

describe("the messages of a chat", () => {
  it("are sorted in the order they were received, independent of the clock", async () => {
    let now = 1_800_000_000_000;
    const here = await testGateway({ plugins: [chats()], now: () => now });
    const chat = (await here.admin.post("chats.create")).body.chat.id;
    const keys: string[] = [];
    for (const n of [1, 2, 3]) {
      now -= 3_600_000;
      const one = { chatId: chat, actorId: "a", clientMessageId: `m${n}`, content: "x" };
      keys.push((await here.admin.post("chats.messages.create", one)).body.message.sortKey);
    }
    expect([...keys].sort()).toEqual(keys);
    expect(new Set(keys).size).toBe(3);
    await here.stop();
  });

  it("are paged by sortKey from both ends", async () => {
    for (const n of [1, 2, 3, 4, 5]) await send(`text ${n}`);
    const texts = async (more: object) =>
      (await list(more)).messages.map((one: { content: { text: string } }) => one.content.text.slice(-1)).join("");
    const keys = (await list()).messages.map((one: { sortKey: string }) => one.sortKey);
    expect(await texts({})).toBe("12345");
    expect(await texts({ order: "desc", limit: "2" })).toBe("54");
    expect(await texts({ after: keys[1] })).toBe("345");
    expect(await texts({ before: keys[3], order: "desc" })).toBe("321");
    expect(await texts({ after: keys[0], before: keys[4] })).toBe("234");
    expect(await texts({ after: "1fffffffffffff" })).toBe("");
    expect(await list({ after: keys[1], limit: "1", fields: "sortKey" })).toEqual({
      messages: [{ sortKey: keys[2] }],
      total: 3,
      limit: 1,
      offset: 0,
      nextOffset: 1,
    });
  });

  it("are found by id, and by chat and clientMessageId", async () => {
    const { message, messageId } = (await send("hello", { clientMessageId: "find.me" })).body;
    expect((await post("chats.messages.show", { messageId })).body).toEqual({ message });
    expect((await post("chats.messages.show", { chatId, clientMessageId: "find.me" })).body).toEqual({ message });
    expect((await post("chats.messages.show", { chatId, clientMessageId: "no" })).body.status).toBe(404);
    for (const half of [{}, { chatId }, { clientMessageId: "x" }, { messageId, chatId }]) {
      expect((await post("chats.messages.show", half)).status).toBe(400);
    }
  });
});

describe("changing a message", () => {
  it("increases the revision, hides a deleted message and restores it", async () => {
    const { messageId } = (await send("one")).body;
    const does = async (id: string, more: object = {}) =>
      (await post(`chats.messages.${id}`, { messageId, ...more })).body.message;
    expect(await does("update", { content: "two" })).toMatchObject({ revision: 2, state: "updated" });
    expect(await does("delete")).toMatchObject({ revision: 3, state: "deleted", content: {} });
    expect(await does("delete")).toMatchObject({ revision: 3 });
    expect(await does("restore")).toMatchObject({ revision: 4, state: "updated", content: { text: "two" } });
    expect(await does("restore")).toMatchObject({ revision: 4 });
  });

  it("refuses a stale revision and names the current one", async () => {
    const { messageId } = (await send("one")).body;
    await post("chats.messages.update", { messageId, content: "two", expectedRevision: "1" });
    for (const [id, more] of [
      ["update", { content: "three" }],
      ["delete", {}],
      ["restore", {}],
    ] as const) {
      const { body } = await post(`chats.messages.${id}`, { messageId, expectedRevision: "1", ...more });
      expect(body).toMatchObject({ status: 409, code: "chats.revision_mismatch", expected: 1, current: 2 });
    }
  });

  it("refuses a deleted message and an archived chat", async () => {
    const { messageId } = (await send("one")).body;
    await post("chats.messages.delete", { messageId });
    const update = await post("chats.messages.update", { messageId, content: "two" });
    expect(update.body).toMatchObject({ status: 409, code: "chats.message_deleted", messageId });
    await post("chats.archive", { chatId });
    expect((await post("chats.messages.restore", { messageId })).body.code).toBe("chats.chat_archived");
  });

  it("is 404 for an unknown id", async () => {
    const messageId = `msg_${chatId.slice(5)}1fffffffffffff`;
    for (const [id, more] of [
      ["show", {}],
      ["update", { content: "x" }],
      ["delete", {}],
      ["restore", {}],
    ] as const) {
      expect((await post(`chats.messages.${id}`, { messageId, ...more })).body.code).toBe("chats.message_not_found");
    }
  });
});

describe("provider data of a message", () => {
  const raw = { rawChatId: "#c", rawSenderId: "nick", rawProvenance: { network: "n" }, providerMessageId: "p1" };
  const taken = async () => {
    const said = { chatId, actorId: "c.7", clientMessageId: `i${++sent}`, content: "hi", messageType: "text", ...raw };
    return (await post("chats.messages.ingest", said)).body;
  };

  it("is returned only on request, and only to a key with chats:raw", async () => {
    const { messageId, message } = await taken();
    expect(message).toMatchObject({ messageType: "text" });
    expect(Object.keys(message)).not.toEqual(expect.arrayContaining(["rawChatId"]));
    const shown = (await post("chats.messages.show", { messageId, includeRaw: true })).body.message;
    expect(shown).toEqual({ ...message, ...raw });
    const reader = await fixture.client(["chats:read"]);
    for (const [id, body] of [
      ["chats.messages.show", { messageId }],
      ["chats.messages.list", { chatId }],
    ] as const) {
      expect((await reader.post(id, { ...body, includeRaw: true })).body).toMatchObject({
        status: 403,
        scope: "chats:raw",
      });
      expect(JSON.stringify((await reader.post(id, body)).body)).not.toMatch(/nick|rawChatId|p1/);
    }
    const both = await fixture.client(["chats:read", `chats:raw@${chatId}`]);
    expect((await both.post("chats.messages.show", { messageId, includeRaw: true })).status).toBe(200);
  });
});
