import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import chats, { messageCreated } from "@postern/chats";
import { type Client, testGateway } from "@postern/core/testing";
import lmdb from "@postern/storage-lmdb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

const stores = {
  memory: () => ({}),
  lmdb: () => ({ storage: lmdb({ path: mkdtempSync(join(tmpdir(), "postern-many-")) }) }),
};

interface Result {
  disposition: string;
  messageId: string;
  message: { id: string; sortKey: string; content: { text: string } };
}

describe.each(Object.entries(stores))("creating many messages on %s", (_name, store) => {
  let fixture: Awaited<ReturnType<typeof testGateway>>;
  let admin: Client;
  let chatId: string;
  beforeAll(async () => {
    fixture = await testGateway({ plugins: [chats()], ...store() });
    admin = fixture.admin;
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    chatId = (await admin.post("chats.create")).body.chat.id;
  });
  const messagesOf = (...ids: string[]) =>
    ids.map((clientMessageId) => ({ actorId: "ann", clientMessageId, content: `text of ${clientMessageId}` }));
  const numbered = (count: number, prefix = "m") =>
    messagesOf(...Array.from({ length: count }, (_, at) => `${prefix}${at}`));
  const send = (messages: unknown) => admin.post("chats.messages.create-many", { chatId, messages });
  const one = (clientMessageId: string) => {
    const [message] = messagesOf(clientMessageId);
    return admin.post("chats.messages.create", { chatId, ...message });
  };
  const list = async (more: object = {}) =>
    (await admin.post("chats.messages.list", { chatId, limit: "500", ...more })).body;
  const idsIn = ({ messages }: { messages: { clientMessageId: string }[] }) =>
    messages.map(({ clientMessageId }) => clientMessageId);

  it("creates 1,000 messages in their order, between those from before and after", async () => {
    await one("before");
    const { status, body } = await send(numbered(1_000));
    expect(status).toBe(200);
    await one("after");
    const results: Result[] = body.messages;
    expect(results.map(({ disposition }) => disposition)).toEqual(Array(1_000).fill("created"));
    const keys = results.map(({ message }) => message.sortKey);
    expect(new Set(keys).size).toBe(1_000);
    expect([...keys].sort()).toEqual(keys);
    const pages = [await list(), await list({ offset: "500" }), await list({ offset: "1000" })];
    expect(pages.flatMap(idsIn)).toEqual(["before", ...numbered(1_000).map((one) => one.clientMessageId), "after"]);
    expect(pages[0].total).toBe(1_002);
    const all = pages.flatMap(({ messages }) => messages.map(({ sortKey }: { sortKey: string }) => sortKey));
    expect([...all].sort()).toEqual(all);
  });

  it("answers each message as a single call would, and emits the same events", async () => {
    const received: { subject: string | undefined; data: unknown }[] = [];
    const end = fixture.gateway.on(messageCreated, ({ subject, data }) => received.push({ subject, data }));
    const { body } = await send(numbered(3));
    const emitted = body.messages.map(({ message }: Result) => ({ subject: message.id, data: { message } }));
    await expect.poll(() => received).toEqual(emitted);
    end();
    for (const { clientMessageId, message } of body.messages) {
      expect((await one(clientMessageId)).body).toMatchObject({ disposition: "duplicate", message });
      const { body: shown } = await admin.post("chats.messages.show", { messageId: message.id });
      expect(shown.message).toEqual(message);
    }
  });

  it("gives each message its own disposition", async () => {
    const { body: first } = await one("b");
    const { status, body } = await send(messagesOf("a", "b", "c", "a"));
    expect(status).toBe(200);
    const results: Result[] = body.messages;
    expect(results.map(({ disposition }) => disposition)).toEqual(["created", "duplicate", "created", "duplicate"]);
    expect(results[1]?.message).toEqual(first.message);
    expect(results[3]?.message).toEqual(results[0]?.message);
    expect(idsIn(await list())).toEqual(["b", "a", "c"]);
    const again = await send(messagesOf("a", "b", "c", "a"));
    expect(again.body.messages.map(({ disposition }: Result) => disposition)).toEqual(Array(4).fill("duplicate"));
    expect(again.body.messages.map(({ message }: Result) => message)).toEqual(results.map(({ message }) => message));
  });

  it("creates none of them if one is refused", async () => {
    await one("taken");
    const other = { actorId: "ann", clientMessageId: "taken", content: "other" };
    expect(await send([...messagesOf("x"), other])).toMatchObject({
      status: 409,
      body: { code: "chats.message_conflict" },
    });
    const twice = [...messagesOf("y"), { actorId: "ann", clientMessageId: "y", content: "other" }];
    expect(await send(twice)).toMatchObject({
      status: 400,
      body: { code: "gateway.invalid_input", issues: [{ path: "/messages/1/clientMessageId" }] },
    });
    expect(idsIn(await list())).toEqual(["taken"]);
    expect(await send([])).toMatchObject({ status: 400 });
    expect(await send(numbered(1_001))).toMatchObject({ status: 400 });
  });

  it("creates no message in an archived chat, but returns existing ones", async () => {
    await send(messagesOf("a", "b"));
    await admin.post("chats.archive", { chatId });
    expect(await send(messagesOf("a", "b"))).toMatchObject({ status: 200 });
    expect(await send(messagesOf("a", "b", "c"))).toMatchObject({ status: 409, body: { code: "chats.chat_archived" } });
  });

  it("lets messages of one commit be changed, deleted, restored and read one by one", async () => {
    const results: Result[] = (await send(numbered(5))).body.messages;
    const [m0, m1, m2, m3] = results.map(({ messageId }) => messageId);
    const { body: made } = await admin.post("chats.lists.create", { name: `read ${chatId}` });
    const ref = { list: made.list.id, chatId };
    await admin.post("chats.lists.add", ref);
    const read = (more: object) => admin.post("chats.lists.read", { ...ref, ...more });
    expect((await read({ upTo: m2 })).body).toMatchObject({ unreadCount: 2, cursor: { messageId: m2 } });
    expect((await read({ upTo: m0 })).body).toMatchObject({ unreadCount: 2, cursor: { messageId: m2 } });
    expect((await read({ upTo: m0, back: true })).body).toMatchObject({ unreadCount: 4, cursor: { messageId: m0 } });
    const delta = (await admin.post("chats.lists.delta", { ...ref, limit: "2" })).body;
    expect(idsIn(delta)).toEqual(["m1", "m2"]);
    expect(delta.nextCursor.messageId).toBe(m2);
    await admin.post("chats.messages.delete", { messageId: m3 });
    await admin.post("chats.messages.delete", { messageId: m0 });
    expect((await admin.post("chats.lists.delta", ref)).body).toMatchObject({ unreadCount: 3 });
    expect((await admin.post("chats.messages.restore", { messageId: m3 })).body.message.id).toBe(m3);
    expect((await admin.post("chats.lists.delta", ref)).body).toMatchObject({ unreadCount: 4 });
    const changed = await admin.post("chats.messages.update", { messageId: m1, content: "changed" });
    expect(changed.body.message).toMatchObject({ id: m1, revision: 2 });
    expect((await read({})).body).toMatchObject({ unreadCount: 0, cursor: { messageId: results[4]?.messageId } });
  });

  it("lists the messages before and after one of the same commit", async () => {
    const results: Result[] = (await send(numbered(5))).body.messages;
    await one("later");
    const keyOf = (at: number) => results[at]?.message.sortKey;
    expect(idsIn(await list({ after: keyOf(1) }))).toEqual(["m2", "m3", "m4", "later"]);
    expect(idsIn(await list({ after: keyOf(0), before: keyOf(3) }))).toEqual(["m1", "m2"]);
    expect(idsIn(await list({ before: keyOf(0) }))).toEqual([]);
    expect(idsIn(await list({ after: keyOf(4) }))).toEqual(["later"]);
  });

  it("keeps one order when single messages and several arrive together", async () => {
    const calls = Array.from({ length: 20 }, (_, n) => (n % 2 ? one(`s${n}`) : send(numbered(20, `b${n}.`))));
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
    const all = await list();
    expect(all.total).toBe(10 + 10 * 20);
    const keys = all.messages.map(({ sortKey }: { sortKey: string }) => sortKey);
    expect(new Set(keys).size).toBe(210);
    expect([...keys].sort()).toEqual(keys);
    const ids = idsIn(all);
    for (let n = 0; n < 20; n += 2) {
      const start = ids.indexOf(`b${n}.0`);
      expect(ids.slice(start, start + 20)).toEqual(numbered(20, `b${n}.`).map((one) => one.clientMessageId));
    }
  });

  it("plans without writing", async () => {
    await one("a");
    const input = { chatId, messages: messagesOf("a", "b") };
    const { body } = await admin.post("chats.messages.create-many", input, { "x-dry-run": "true" });
    expect(body).toMatchObject({ dryRun: true, plan: { dispositions: ["duplicate", "created"] } });
    expect(idsIn(await list())).toEqual(["a"]);
  });
});
