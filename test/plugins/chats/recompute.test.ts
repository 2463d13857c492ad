import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let fixture: Awaited<ReturnType<typeof start>>;
const start = () => testGateway({ plugins: [chats()], now: () => now });
let now = 1_800_000_000_000;
beforeEach(async () => {
  fixture = await start();
});
afterEach(() => fixture.stop());

const post = (id: string, body?: unknown) => fixture.admin.post(id, body);
const newChat = async (body: object = {}) => (await post("chats.create", body)).body.chat.id as string;
const tagged = { match: "all", where: [{ field: "tag", op: "eq", value: "work" }] };
const newList = async (selector: object = tagged, mode = "hybrid") =>
  (await post("chats.lists.create", { name: "l", mode, selector })).body.list.id as string;
const recompute = async (listId: string) => {
  const { list: _, ...counts } = (await post("chats.lists.recompute", { listId })).body.recompute;
  return counts;
};
const onList = async (list: string) =>
  (await post("chats.lists.members", { list, limit: "500" })).body.members.map((one: { chatId: string }) => one.chatId);

describe("recompute", () => {
  it("returns the list and the counts", async () => {
    const listId = await newList();
    const { list, recompute } = (await post("chats.lists.recompute", { listId })).body;
    expect(list.id).toBe(listId);
    expect(recompute.list).toEqual(list);
  });

  it("adds and keeps matching chats, and removes chats that no longer match", async () => {
    const [a, b] = [await newChat({ tags: ["work"] }), await newChat({ tags: ["work"] })];
    await newChat();
    const list = await newList();
    expect(await recompute(list)).toEqual({ added: 2, eligible: 2, kept: 0, preserved: 0, removed: 0 });
    await post("chats.update", { chatId: a, tags: [] });
    expect(await recompute(list)).toEqual({ added: 0, eligible: 1, kept: 1, preserved: 0, removed: 1 });
    expect(await onList(list)).toEqual([b]);
  });

  it("keeps manually added chats, and never adds excluded chats", async () => {
    const [hand, both, out] = [await newChat(), await newChat({ tags: ["work"] }), await newChat({ tags: ["work"] })];
    const list = await newList();
    for (const chatId of [hand, both]) await post("chats.lists.add", { list, chatId });
    await post("chats.lists.remove", { list, chatId: out, exclude: true });
    expect(await recompute(list)).toEqual({ added: 0, eligible: 2, kept: 0, preserved: 2, removed: 0 });
    await post("chats.update", { chatId: both, tags: [] });
    expect(await recompute(list)).toEqual({ added: 0, eligible: 1, kept: 0, preserved: 2, removed: 0 });
    expect((await onList(list)).sort()).toEqual([hand, both].sort());
    await post("chats.lists.remove", { list, chatId: out });
    expect(await recompute(list)).toMatchObject({ added: 1 });
  });

  it("excludes a chat added by the selector, and removes the exclusion", async () => {
    const chatId = await newChat({ tags: ["work"] });
    const list = await newList(tagged, "dynamic");
    await recompute(list);
    const excluded = await post("chats.lists.remove", { list, chatId, exclude: true });
    expect(excluded.body).toMatchObject({ changed: true, member: { state: "excluded", source: "selector" } });
    expect(await recompute(list)).toEqual({ added: 0, eligible: 1, kept: 0, preserved: 0, removed: 0 });
    expect((await post("chats.lists.remove", { list, chatId })).body.changed).toBe(true);
    expect(await recompute(list)).toMatchObject({ added: 1 });
  });

  it("turns a chat added by the selector into a manually added one", async () => {
    const chatId = await newChat({ tags: ["work"] });
    const list = await newList();
    await recompute(list);
    expect((await post("chats.lists.add", { list, chatId })).body).toMatchObject({ changed: true });
    await post("chats.update", { chatId, tags: [] });
    expect(await recompute(list)).toEqual({ added: 0, eligible: 0, kept: 0, preserved: 1, removed: 0 });
  });

  it("sorts added chats by their last message", async () => {
    const [a, b] = [await newChat({ tags: ["work"] }), await newChat({ tags: ["work"] })];
    await post("chats.messages.create", { chatId: a, actorId: "x", clientMessageId: "m", content: "t" });
    const list = await newList();
    await recompute(list);
    expect(await onList(list)).toEqual([a, b]);
  });

  it("is refused for a static, archived, unknown or ambiguous list", async () => {
    const byHand = (await post("chats.lists.create", { name: "s" })).body.list.id;
    const list = await newList();
    await post("chats.lists.archive", { list });
    expect((await post("chats.lists.recompute", { listId: byHand })).body.code).toBe("chats.list_not_dynamic");
    expect((await post("chats.lists.recompute", { listId: list })).body.code).toBe("chats.list_archived");
    expect((await post("chats.lists.recompute", { listId: "nope" })).body.code).toBe("chats.list_not_found");
    for (const owner of ["agent:a", "agent:b"]) await post("chats.lists.create", { name: "two", owner });
    expect((await post("chats.lists.recompute", { listId: "two" })).body.code).toBe("chats.list_ambiguous");
    const chatId = await newChat();
    await post("chats.lists.unarchive", { list });
    const dynamic = (await post("chats.lists.create", { name: "d", mode: "dynamic", selector: tagged })).body.list.id;
    expect((await post("chats.lists.add", { list: dynamic, chatId })).body.code).toBe("chats.list_dynamic");
  });

  it("counts correctly while it runs twice and members change", async () => {
    const all: string[] = [];
    for (let n = 0; n < 60; n++) all.push(await newChat({ tags: n % 2 ? ["work"] : [] }));
    const list = await newList();
    const calls: Promise<unknown>[] = [];
    for (let n = 0; n < 20; n++) {
      calls.push(post("chats.lists.recompute", { listId: list }));
      calls.push(post("chats.lists.add", { list, chatId: all[n] }));
      calls.push(post("chats.lists.remove", { list, chatId: all[n + 20], exclude: n % 3 === 0 }));
      calls.push(post("chats.update", { chatId: all[n + 40], tags: n % 2 ? [] : ["work"] }));
    }
    const statuses = (await Promise.all(calls)).map((reply) => (reply as { status: number }).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const before = await onList(list);
    expect((await post("chats.lists.members", { list })).body.total).toBe(before.length);
    const { added, kept, preserved } = await recompute(list);
    const after = await onList(list);
    expect(after.length).toBe(added + kept + preserved);
    expect((await post("chats.lists.show", { list })).body.list.memberCount).toBe(after.length);
  });
});

describe("preview", () => {
  it("shows the changes of a recompute for each chat, without changing anything", async () => {
    const [a, b] = [await newChat({ tags: ["work"] }), await newChat({ tags: ["work"] })];
    const list = await newList();
    await recompute(list);
    const c = await newChat({ tags: ["work"] });
    await post("chats.update", { chatId: a, tags: [] });
    const { body } = await post("chats.lists.preview", { list: "l" });
    expect(body).toMatchObject({ recompute: { added: 1, eligible: 2, kept: 1, preserved: 0, removed: 1 }, total: 3 });
    expect(new Map(body.chats.map((one: { chatId: string; change: string }) => [one.chatId, one.change]))).toEqual(
      new Map([
        [a, "removed"],
        [b, "kept"],
        [c, "added"],
      ]),
    );
    expect((await onList(list)).sort()).toEqual([a, b].sort());
    expect({ ...(await recompute(list)), list: body.list }).toEqual(body.recompute);
  });
});

describe("a selector", () => {
  const matched = async (selector: object) => {
    const list = await newList(selector, "dynamic");
    const { body } = await post("chats.lists.preview", { list, limit: "500" });
    const titles = await Promise.all(
      body.chats.map(
        async ({ chatId }: { chatId: string }) => (await post("chats.show", { chatId })).body.chat.title[0],
      ),
    );
    return titles.sort().join("");
  };
  const one = (field: string, op: string, value: unknown) => ({ match: "all", where: [{ field, op, value }] });

  it.each([
    [one("channel", "eq", "irc"), "ab"],
    [one("channel", "ne", "irc"), "c"],
    [one("channel", "in", ["irc", "xmpp"]), "abc"],
    [one("channel", "contains", "MP"), "c"],
    [one("kind", "eq", "room"), "bc"],
    [one("agentId", "eq", "main"), "a"],
    [one("agentId", "ne", "main"), "bc"],
    [one("instanceId", "eq", "i1"), "b"],
    [one("tag", "eq", "x"), "ab"],
    [one("tag", "ne", "x"), "c"],
    [one("tag", "in", ["y", "z"]), "bc"],
    [one("title", "contains", "THREE"), "c"],
    [one("title", "eq", "b two"), "b"],
    [one("actorId", "eq", "ann"), "a"],
    [one("actorId", "ne", "ann"), "bc"],
    [one("lastActivity", "after", 1_900_000_000_000), "b"],
    [one("lastActivity", "before", "2029-01-01T00:00:00Z"), "ac"],
    [one("archived", "eq", true), "d"],
    [one("archived", "ne", true), "abc"],
    [{ match: "all", where: [...one("channel", "eq", "irc").where, ...one("tag", "eq", "y").where] }, "b"],
    [{ match: "any", where: [...one("channel", "eq", "xmpp").where, ...one("agentId", "eq", "main").where] }, "ac"],
    [{ match: "any", where: [...one("channel", "eq", "irc").where, ...one("archived", "eq", true).where] }, "abd"],
    [one("tag", "eq", "nothing"), ""],
  ])("%j matches %s", async (selector, found) => {
    const a = await newChat({ title: "a one", channel: "irc", agentId: "main", tags: ["x"] });
    const b = await newChat({ title: "b two", channel: "irc", kind: "room", instanceId: "i1", tags: ["x", "y"] });
    await newChat({ title: "c three", channel: "xmpp", kind: "room", tags: ["z"] });
    const d = await newChat({ title: "d four", channel: "irc", tags: ["x", "y"], agentId: "main" });
    await post("chats.archive", { chatId: d });
    await post("chats.messages.create", { chatId: a, actorId: "ann", clientMessageId: "1", content: "x" });
    const gone = { chatId: b, actorId: "ann", clientMessageId: "1", content: "x" };
    const { messageId } = (await post("chats.messages.create", gone)).body;
    await post("chats.messages.delete", { messageId });
    now = 1_900_000_000_001;
    await post("chats.messages.create", { chatId: b, actorId: "bob", clientMessageId: "2", content: "x" });
    now = 1_800_000_000_000;
    expect(await matched(selector)).toBe(found);
  });

  it.each([
    [{ match: "all", where: [] }, "/selector/where"],
    [{ match: "none", where: tagged.where }, "/selector/match"],
    [{ ...tagged, more: 1 }, "/selector/more"],
    [one("nope", "eq", "x"), "/selector/where/0/field"],
    [one("tag", "like", "x"), "/selector/where/0/op"],
    [one("lastActivity", "eq", 1), "/selector/where/0/op"],
    [one("tag", "eq", 1), "/selector/where/0/value"],
    [one("tag", "eq", ""), "/selector/where/0/value"],
    [one("tag", "in", "x"), "/selector/where/0/value"],
    [one("tag", "in", []), "/selector/where/0/value"],
    [one("tag", "eq", { a: 1 }), "/selector/where/0/value"],
    [one("archived", "eq", "yes"), "/selector/where/0/value"],
    [one("lastActivity", "after", "soon"), "/selector/where/0/value"],
    [{ match: "any", where: one("tag", "ne", "x").where }, "/selector/where"],
  ])("%j is refused at %s", async (selector, path) => {
    const list = await newList();
    for (const [id, body] of [
      ["create", { name: "bad", mode: "dynamic", selector }],
      ["update", { list, selector }],
    ] as const) {
      const { status, body: answer } = await post(`chats.lists.${id}`, body);
      expect({ status, path: answer.issues[0].path }).toEqual({ status: 400, path });
    }
  });

  it("is required for dynamic lists, and refused for static lists", async () => {
    expect((await post("chats.lists.create", { name: "d", mode: "dynamic" })).body.issues[0].path).toBe("/selector");
    expect((await post("chats.lists.create", { name: "s", selector: tagged })).body.issues[0].path).toBe("/selector");
  });
});
