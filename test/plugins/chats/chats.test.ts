import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextMillisecond } from "../../run/until.ts";

let fixture: Awaited<ReturnType<typeof start>>;
const start = () => testGateway({ plugins: [chats()] });
beforeAll(async () => {
  fixture = await start();
});
afterAll(() => fixture.stop());

const post = (id: string, body?: unknown) => fixture.admin.post(id, body);
const make = async (body: object = {}) => (await post("chats.create", body)).body.chat;
const missing = "chat_0123456789abcdef01234567";

describe("a chat", () => {
  it("is created with the given fields only", async () => {
    const { status, body } = await post("chats.create", { title: "Release", agentId: "main", tags: ["work"] });
    expect(status).toBe(200);
    const { id, createdAt, ...rest } = body.chat;
    expect(id).toMatch(/^chat_[0-9a-f]{24}$/);
    expect(rest).toEqual({ kind: "dm", title: "Release", agentId: "main", tags: ["work"], updatedAt: createdAt });
    expect(body.disposition).toBe("created");
  });

  it("is created once per clientChatId, and a repeated call returns its current state", async () => {
    const asked = { title: "Once", clientChatId: "once" };
    const first = (await post("chats.create", asked)).body;
    await post("chats.update", { chatId: first.chat.id, title: "Twice" });
    const second = (await post("chats.create", asked)).body;
    expect(second).toMatchObject({ disposition: "duplicate", chat: { id: first.chat.id, title: "Twice" } });
  });

  it("refuses the same clientChatId for another chat", async () => {
    const { chat } = (await post("chats.create", { clientChatId: "mine" })).body;
    const { status, body } = await post("chats.create", { clientChatId: "mine", kind: "room" });
    expect({ status, ...body }).toMatchObject({ status: 409, code: "chats.chat_conflict", chatId: chat.id });
  });

  it("shows the number of messages and the last message", async () => {
    const { id: chatId } = await make();
    expect((await post("chats.show", { chatId })).body.chat).toMatchObject({ messageCount: 0 });
    for (const n of [1, 2]) {
      await post("chats.messages.create", { chatId, actorId: "a", clientMessageId: `m${n}`, content: `text ${n}` });
    }
    const { chat } = (await post("chats.show", { chatId })).body;
    expect(chat).toMatchObject({ messageCount: 2, lastMessage: { content: { text: "text 2" } } });
  });

  it("updates its title and tags, and removes an empty title", async () => {
    const { id: chatId } = await make({ title: "A", tags: ["x"] });
    const renamed = (await post("chats.update", { chatId, tags: ["y", "z"] })).body.chat;
    expect(renamed).toMatchObject({ title: "A", tags: ["y", "z"] });
    expect((await post("chats.update", { chatId, title: "" })).body.chat).not.toHaveProperty("title");
  });

  it("is archived and restored, with one event each", async () => {
    const { id: chatId } = await make();
    const archived = (await post("chats.archive", { chatId })).body.chat;
    expect(archived.archivedAt).toEqual(expect.any(Number));
    expect((await post("chats.archive", { chatId })).body.chat).toEqual(archived);
    expect((await post("chats.unarchive", { chatId })).body.chat).not.toHaveProperty("archivedAt");
  });

  it("is 404 if it does not exist", async () => {
    for (const id of ["show", "update", "archive", "unarchive"]) {
      const { status, body } = await post(`chats.${id}`, { chatId: missing });
      expect({ id, status, code: body.code }).toEqual({ id, status: 404, code: "chats.chat_not_found" });
    }
  });

  it("is not accessible with a key for another chat", async () => {
    const [mine, other] = [await make(), await make()];
    const narrow = await fixture.client([`chats:write@${mine.id}`]);
    expect((await narrow.post("chats.show", { chatId: mine.id })).status).toBe(200);
    expect((await narrow.post("chats.show", { chatId: other.id })).status).toBe(403);
    const { chats, total } = (await narrow.post("chats.list")).body;
    expect({ ids: chats.map(({ id }: { id: string }) => id), total }).toEqual({ ids: [mine.id], total: 1 });
  });
});

describe("the list of chats", () => {
  it("is sorted newest first, and filtered by single and combined fields", async () => {
    const here = await start();
    const call = (id: string, body?: unknown) => here.admin.post(id, body);
    const made: string[] = [];
    for (const [at, one] of [
      { channel: "irc", kind: "room", agentId: "a", tags: ["x", "y"] },
      { channel: "irc", kind: "dm", agentId: "b", tags: ["x"] },
      { channel: "xmpp", kind: "room", agentId: "a", tags: [] },
    ].entries()) {
      made.push((await call("chats.create", { ...one, title: String(at) })).body.chat.id);
      await nextMillisecond();
    }
    const titles = async (filter: object) =>
      (await call("chats.list", filter)).body.chats.map(({ title }: { title: string }) => Number(title));
    expect(await titles({})).toEqual([2, 1, 0]);
    expect(await titles({ channel: "irc" })).toEqual([1, 0]);
    expect(await titles({ agent: "a" })).toEqual([2, 0]);
    expect(await titles({ kind: "room" })).toEqual([2, 0]);
    expect(await titles({ tag: "x" })).toEqual([1, 0]);
    expect(await titles({ tag: "x", agent: "b", channel: "irc" })).toEqual([1]);
    expect(await titles({ tag: "none" })).toEqual([]);
    await call("chats.archive", { chatId: made[1] });
    expect(await titles({ channel: "irc" })).toEqual([0]);
    expect(await titles({ archived: true, tag: "x" })).toEqual([1]);
    const page = (await call("chats.list", { limit: "1", offset: "1", fields: "title" })).body;
    expect(page).toEqual({ chats: [{ title: "0" }], total: 2, limit: 1, offset: 1 });
    await here.stop();
  });
});
