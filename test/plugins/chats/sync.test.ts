import type { RecordName, Wire } from "@postern/kit/sync";
import { missingDependency } from "@postern/kit/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SHRINK_IN_TIME } from "../../run/shrink.ts";
import { expectNothing, expectSettled, type Side } from "../linked.ts";
import { open } from "./sync.ts";

type Linked = Awaited<ReturnType<typeof open>>;

let sent = 0;
const chatOn = async (side: Side, said: object = {}): Promise<string> =>
  (await side.post("chats.create", said)).chat.id;
const say = async (side: Side, chatId: string, content: string, actorId = "ann", more: object = {}): Promise<string> =>
  (await side.post("chats.messages.create", { chatId, content, actorId, clientMessageId: `m${++sent}`, ...more }))
    .messageId;
const textsOn = async (side: Side, chatId: string): Promise<string[]> =>
  (await side.post("chats.messages.list", { chatId })).messages.map(
    ({ content }: { content: { text?: string } }) => content.text ?? "",
  );
/** The same message has a different id on each gateway. */
const idOn = async (side: Side, chatId: string, clientMessageId: string): Promise<string> =>
  (await side.post("chats.messages.show", { chatId, clientMessageId })).message.id;

describe("chats on linked gateways", () => {
  it("are the same on both after all changes", async () => {
    const { a, b, settle, expectEqual } = await open();
    const chat = await chatOn(a, { title: "Release", kind: "room", channel: "irc", agentId: "main", tags: ["work"] });
    await settle();
    await b.post("chats.update", { chatId: chat, title: "Release 2", tags: [] });
    await settle();
    expect((await a.post("chats.show", { chatId: chat })).chat).toMatchObject({ title: "Release 2", tags: [] });
    await a.post("chats.archive", { chatId: chat });
    await settle();
    expect((await b.post("chats.list", { archived: true })).chats).toMatchObject([{ id: chat }]);
    await b.post("chats.unarchive", { chatId: chat });
    await settle();
    await expectEqual();
    expect(a.bySync()).toEqual(["chats.chat.updated", "chats.chat.unarchived"]);
    expect(b.bySync()).toEqual(["chats.chat.created", "chats.chat.archived"]);
    await expectSettled(b);
  });

  it("have the same messages and counts, with one event per message", async () => {
    const { a, b, settle, expectEqual } = await open();
    const chat = await chatOn(a, { title: "Talk" });
    await settle();
    await say(a, chat, "one");
    await say(a, chat, "two", "ben");
    await say(b, chat, "three");
    await settle();
    for (const side of [a, b]) {
      expect((await textsOn(side, chat)).sort()).toEqual(["one", "three", "two"]);
      expect((await side.post("chats.show", { chatId: chat })).chat).toMatchObject({ messageCount: 3 });
    }
    await b.post("chats.messages.update", { messageId: await idOn(b, chat, `m${sent}`), content: "drei" });
    await b.post("chats.messages.delete", { messageId: await idOn(b, chat, `m${sent - 1}`) });
    await settle();
    await expectEqual();
    expect((await a.post("chats.show", { chatId: chat })).chat).toMatchObject({ messageCount: 2 });
    expect((await textsOn(a, chat)).sort()).toEqual(["", "drei", "one"]);
    await a.post("chats.messages.restore", { messageId: await idOn(a, chat, `m${sent - 1}`) });
    await settle();
    await expectEqual();
    expect((await b.post("chats.show", { chatId: chat })).chat).toMatchObject({ messageCount: 3 });
    const types = [...a.bySync(), ...b.bySync()].filter((type) => type.startsWith("chats.message"));
    expect(types.sort()).toEqual([
      "chats.message.created",
      "chats.message.created",
      "chats.message.created",
      "chats.message.deleted",
      "chats.message.restored",
      "chats.message.updated",
    ]);
    const again = { actorId: "ann", chatId: chat, clientMessageId: `m${sent}`, content: "three" };
    expect((await a.post("chats.messages.create", again)).disposition).toBe("duplicate");
    await expectSettled(a);
    await expectSettled(b);
  });

  it("count unread messages and move up in lists like local chats", async () => {
    const { a, b, settle } = await open();
    const [old, recent] = [await chatOn(a, { title: "old" }), await chatOn(a, { title: "new" })];
    await say(a, old, "first");
    const { list } = await a.post("chats.lists.create", { name: "today", visibility: "team" });
    for (const chatId of [old, recent]) await a.post("chats.lists.add", { list: list.id, chatId });
    await settle();
    const shown = async (side: Side) =>
      (await side.post("chats.lists.members", { list: list.id, reader: "agent:r" })).members.map(
        ({ chat: { title }, unreadCount, messageCount }: never) => ({ title, unreadCount, messageCount }),
      );
    await b.post("chats.lists.read", { list: list.id, chatId: old, reader: "agent:r" });
    await say(a, old, "again");
    await say(a, old, "mine", "r");
    await settle();
    expect(await shown(b)).toEqual([
      { title: "old", unreadCount: 1, messageCount: 3 },
      { title: "new", unreadCount: 0, messageCount: 0 },
    ]);
    await say(a, recent, "now");
    await settle();
    expect((await shown(b))[0]).toEqual({ title: "new", unreadCount: 1, messageCount: 1 });
    await a.post("chats.messages.delete", { messageId: await idOn(a, recent, `m${sent}`) });
    await settle();
    expect((await shown(b))[0]).toEqual({ title: "new", unreadCount: 0, messageCount: 0 });
  });

  it("share manually added members of lists, but no members from selectors", async () => {
    const { a, b, settle, expectEqual } = await open();
    const [one, two] = [await chatOn(a, { tags: ["x"] }), await chatOn(a)];
    const selector = { match: "all", where: [{ field: "tag", op: "eq", value: "x" }] };
    const { list } = await a.post("chats.lists.create", { name: "mixed", mode: "hybrid", selector });
    await a.post("chats.lists.recompute", { listId: list.id });
    await a.post("chats.lists.add", { list: list.id, chatId: two, priority: "5" });
    await settle();
    const all = await expectEqual();
    expect(Object.keys(all).filter((name) => name.startsWith("member"))).toEqual([`member ${list.id} ${two}`]);
    expect((await b.post("chats.lists.members", { list: list.id })).total).toBe(1);
    await b.post("chats.lists.recompute", { listId: list.id });
    expect((await b.post("chats.lists.members", { list: list.id })).total).toBe(2);
    await b.post("chats.lists.remove", { list: list.id, chatId: one, exclude: true });
    await b.post("chats.lists.remove", { list: list.id, chatId: two });
    await settle();
    await expectEqual();
    expect((await a.post("chats.lists.members", { list: list.id })).total).toBe(0);
    expect((await a.post("chats.lists.recompute", { listId: list.id })).recompute).toMatchObject({ added: 0 });
    await a.post("chats.lists.remove", { list: list.id, chatId: one });
    await settle();
    expect(Object.keys(await expectEqual()).filter((name) => name.startsWith("member"))).toEqual([]);
    await expectNothing(b, b.domain, ["member", list.id, two], undefined);
  });

  it("resolve duplicate clientChatIds and list names by the lower id", async () => {
    const { a, b, settle, expectEqual } = await open();
    const [first, second] = [await chatOn(a, { clientChatId: "own" }), await chatOn(b, { clientChatId: "own" })];
    const lists = [];
    for (const side of [a, b])
      lists.push((await side.post("chats.lists.create", { name: "today", owner: "team:t" })).list.id);
    await settle();
    const all = await expectEqual();
    const [kept, lost] = [first, second].sort();
    expect(all[`chat ${kept}`]).toHaveProperty("clientChatId", "own");
    expect(all[`chat ${lost}`]).not.toHaveProperty("clientChatId");
    const [stays, yields] = lists.sort();
    expect(all[`list ${stays}`]).toMatchObject({ name: "today" });
    expect(all[`list ${yields}`]).toMatchObject({ name: `today ${yields.slice(-8)}` });
    for (const side of [a, b]) expect((await side.post("chats.create", { clientChatId: "own" })).chat.id).toBe(kept);
  });

  it("have one text and a new revision of a message that was changed on both", async () => {
    const { a, b, settle, expectEqual, conflicts } = await open();
    const chat = await chatOn(a);
    await say(a, chat, "one");
    await settle();
    const at = `m${sent}`;
    await a.post("chats.messages.update", { messageId: await idOn(a, chat, at), content: "mine" });
    await b.post("chats.messages.update", { messageId: await idOn(b, chat, at), content: "yours" });
    await settle();
    const all = await expectEqual();
    expect(all[`message ${chat} ${at}`]).toMatchObject({ text: "yours", revision: 3 });
    expect(conflicts.length).toBeGreaterThan(0);
  });

  it("merge the same message of two senders with correct counts", async () => {
    const { a, b, settle, expectEqual } = await open();
    const chat = await chatOn(a);
    await settle();
    await say(a, chat, "mine", "ann", { clientMessageId: "same" });
    await say(b, chat, "yours", "ben", { clientMessageId: "same" });
    await settle();
    expect((await expectEqual())[`message ${chat} same`]).toMatchObject({ text: "yours", actorId: "ben" });
    const { list } = await a.post("chats.lists.create", { name: "l" });
    await a.post("chats.lists.add", { list: list.id, chatId: chat });
    for (const [reader, unreadCount] of [
      ["agent:ann", 1],
      ["agent:ben", 0],
    ] as const)
      expect(await a.post("chats.lists.delta", { list: list.id, chatId: chat, reader })).toMatchObject({ unreadCount });
  });

  it("wait for the records they refer to, and report them", async () => {
    const { a, b } = await open();
    const chat = await chatOn(a);
    await say(a, chat, "one");
    const { list } = await a.post("chats.lists.create", { name: "l" });
    await a.post("chats.lists.add", { list: list.id, chatId: chat });
    const wanted = async (name: RecordName) => {
      const wire = await a.domain.read(a.store, name);
      return b.apply(name, wire).then(() => undefined, missingDependency);
    };
    expect(await wanted(["message", chat, `m${sent}`])).toEqual(["chat", chat]);
    expect(await wanted(["member", list.id, chat])).toEqual(["list", list.id]);
    expect(await wanted(["list", list.id])).toBeUndefined();
    expect(await wanted(["member", list.id, chat])).toEqual(["chat", chat]);
    expect(await wanted(["chat", chat])).toBeUndefined();
    expect(await wanted(["member", list.id, chat])).toBeUndefined();
    expect(await wanted(["message", chat, `m${sent}`])).toBeUndefined();
  });

  it("do not share the clientChatId of a chat with an instanceId", async () => {
    const { a, b, settle, expectEqual } = await open();
    const said = { channel: "irc", instanceId: "irc", clientChatId: "place.1" };
    const chat = await chatOn(a, said);
    await settle();
    const theirs = await chatOn(b, said);
    expect(theirs).not.toBe(chat);
    await b.post("chats.update", { chatId: chat, title: "Ours" });
    await settle();
    expect(Object.keys(await expectEqual())).toHaveLength(2);
    expect(await chatOn(a, said)).toBe(chat);
    expect(await chatOn(b, said)).toBe(theirs);
    expect((await a.post("chats.show", { chatId: chat })).chat).toMatchObject({ ...said, title: "Ours" });
  });

  it("contain no raw ids, no account and no position", async () => {
    const { a, settle, expectEqual } = await open();
    const chat = await chatOn(a, { channel: "irc", instanceId: "canary-account", clientChatId: "canary-own" });
    await a.post("chats.messages.ingest", {
      ...{ chatId: chat, actorId: "contact.7", clientMessageId: "irc.1", content: "hi", contactId: "c7" },
      ...{ rawSenderId: "canary!user@host", providerMessageId: "canary-1", rawProvenance: { secret: "canary" } },
    });
    await settle();
    const all = await expectEqual();
    expect(JSON.stringify(all)).not.toContain("canary");
    expect(all[`message ${chat} irc.1`]).toMatchObject({ origin: { contactId: "c7" } });
    expect(Object.keys(all[`message ${chat} irc.1`] as Wire)).not.toContain("number");
  });

  it("accept one message per chat in each commit", async () => {
    const { a, b } = await open();
    const [one, two] = [await chatOn(a), await chatOn(a)];
    for (const chat of [one, one, two]) await say(a, chat, "x");
    const names = Object.keys(await a.all()).map((name) => name.split(" ") as unknown as RecordName);
    const messages = names.filter(([kind]) => kind === "message");
    expect(new Set(messages.map((name) => b.domain.apart?.(name)))).toEqual(new Set([one, two]));
    for (const name of names.filter(([kind]) => kind === "chat"))
      await b.apply(name, await a.domain.read(a.store, name));
    await b.transact(async (ctx) => {
      for (const at of [0, 2]) {
        const name = messages.toSorted()[at] as RecordName;
        await b.domain.apply(ctx, name, await a.domain.read(a.store, name));
      }
    });
    expect((await b.post("chats.show", { chatId: one })).chat.messageCount).toBe(1);
    expect((await b.post("chats.show", { chatId: two })).chat.messageCount).toBe(1);
  });
});

/** Random actions of users: the gateway, the chat and the message. */
type Step = (linked: Linked, state: { chats: string[]; list: string }) => Promise<unknown>;
const at = fc.nat({ max: 20 });
const sideOf = ({ a, b }: Linked, isA: boolean): Side => (isA ? a : b);
const step = fc.oneof(
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      async (linked, { chats }) => {
        const chat = chats[n % chats.length];
        if (chat)
          await sideOf(linked, isA).admin.post("chats.messages.create", {
            ...{ chatId: chat, actorId: n % 2 ? "ann" : "ben", content: `text ${n}`, clientMessageId: `c${n % 5}` },
          });
      },
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom("update", "delete", "restore")).map(
    ([isA, n, verb]): Step =>
      async (linked, { chats }) => {
        const side = sideOf(linked, isA);
        const query = { chatId: chats[n % chats.length], clientMessageId: `c${n % 5}` };
        const { status, body } = await side.admin.post("chats.messages.show", query);
        if (status !== 200) return;
        const content = verb === "update" ? { content: `changed ${n}` } : {};
        await side.admin.post(`chats.messages.${verb}`, { messageId: body.message.id, ...content });
      },
  ),
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      async (linked, { chats }) => {
        const { status, body } = await sideOf(linked, isA).admin.post("chats.create", { clientChatId: `own${n % 3}` });
        if (status === 200) chats.push(body.chat.id);
      },
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom("archive", "unarchive", "update")).map(
    ([isA, n, verb]): Step =>
      async (linked, { chats }) => {
        const more = verb === "update" ? { title: `title ${n}` } : {};
        await sideOf(linked, isA).admin.post(`chats.${verb}`, { chatId: chats[n % chats.length], ...more });
      },
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom("add", "remove")).map(
    ([isA, n, verb]): Step =>
      async (linked, { chats, list }) => {
        const more = verb === "add" ? { priority: String(n % 3) } : { exclude: n % 2 === 0 };
        await sideOf(linked, isA).admin.post(`chats.lists.${verb}`, { list, chatId: chats[n % chats.length], ...more });
      },
  ),
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      async (linked) => {
        await sideOf(linked, isA).admin.post("chats.lists.create", { name: `name ${n % 2}`, owner: "team:t" });
      },
  ),
  fc.boolean().map(
    (shuffled): Step =>
      ({ settle }) =>
        settle({ shuffled }),
  ),
);

it("both gateways are equal, including counts, after random concurrent changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), fc.boolean(), async (steps, shuffled) => {
      const linked = await open();
      const { a, b, settle, expectEqual } = linked;
      const state = { chats: [await chatOn(a)], list: (await a.post("chats.lists.create", { name: "l" })).list.id };
      await settle();
      for (const one of steps) await one(linked, state);
      await settle({ shuffled });
      const all = await expectEqual();
      for (const side of [a, b]) {
        await expectSettled(side);
        for (const chatId of state.chats) {
          const { status, body } = await side.admin.post("chats.show", { chatId });
          if (status !== 200) continue;
          const own = Object.entries(all).filter(([name]) => name.startsWith(`message ${chatId} `));
          expect(body.chat.messageCount).toBe(own.filter(([, wire]) => wire.deletedAt === undefined).length);
        }
        const { total } = await side.post("chats.lists.members", { list: state.list });
        const members = Object.entries(all).filter(([name]) => name.startsWith(`member ${state.list}`));
        expect(total).toBe(members.filter(([, wire]) => !wire.excluded).length);
        await side.stop();
      }
    }),
    { ...SHRINK_IN_TIME, numRuns: 25 },
  );
});
