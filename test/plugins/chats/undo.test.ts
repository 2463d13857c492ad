import chats from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import service from "@postern/service";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectUndone, undoable } from "../../run/undo.ts";

async function opened() {
  const { admin, stop } = await testGateway({ plugins: [chats(), service()] });
  onTestFinished(stop);
  const post = async (id: string, input: object = {}) => (await admin.post(id, input)).body;
  const { chat } = await post("chats.create", { title: "Tea", tags: ["a"] });
  const { list } = await post("chats.lists.create", { name: "today" });
  const ids = { chatId: chat.id as string, list: list.id as string };
  const send = async (clientMessageId: string) =>
    (await post("chats.messages.create", { ...ids, list: undefined, actorId: "ann", clientMessageId, content: "Hi" }))
      .messageId as string;
  return {
    ...{ admin, post, ids, send },
    chat: async () => (await post("chats.show", { chatId: ids.chatId })).chat,
    list: async () => (await post("chats.lists.show", { list: ids.list })).list,
    members: async () => (await post("chats.lists.members", { list: ids.list })).members,
    message: async (messageId: string) => (await post("chats.messages.show", { messageId })).message,
  };
}
type Opened = Awaited<ReturnType<typeof opened>>;

describe("undoing", () => {
  it.each<[string, (test: Opened) => object | Promise<object>, (test: Opened) => Promise<unknown>]>([
    [
      "chats.archive",
      ({ ids }) => ({ chatId: ids.chatId }),
      async ({ chat }) => (await chat()).archivedAt === undefined,
    ],
    [
      "chats.update",
      ({ ids }) => ({ chatId: ids.chatId, title: "", tags: [] }),
      async ({ chat }) => (({ title, tags }) => ({ title, tags }))(await chat()),
    ],
    [
      "chats.lists.archive",
      ({ ids }) => ({ list: ids.list }),
      async ({ list }) => (await list()).archivedAt === undefined,
    ],
    [
      "chats.lists.update",
      ({ ids }) => ({ list: "today", name: "later", description: "x", visibility: ids.list && "team" }),
      async ({ list }) => (({ name, description, visibility }) => ({ name, description, visibility }))(await list()),
    ],
    [
      "chats.lists.add",
      ({ ids }) => ids,
      async ({ members }) => (await members()).map(({ chatId }: { chatId: string }) => chatId),
    ],
    [
      "chats.lists.remove",
      async ({ post, ids }) => {
        await post("chats.lists.add", { ...ids, priority: "7" });
        return { ...ids, exclude: true };
      },
      async ({ members }) => (await members()).map(({ priority }: { priority: number }) => priority),
    ],
    [
      "chats.lists.read",
      async ({ post, ids, send }) => {
        await post("chats.lists.add", ids);
        await send("m1");
        await post("chats.lists.read", ids);
        await send("m2");
        return { ...ids, reader: undefined };
      },
      async ({ members }) => (await members()).map(({ unreadCount }: { unreadCount: number }) => unreadCount),
    ],
  ])("%s restores the earlier state, and undoing the undo reapplies the change", async (operation, prepare, look) => {
    const test = await opened();
    const input = await prepare(test);
    await expectUndone(test.admin, operation, input, () => look(test));
  });

  it("of a creation archives or deletes the new thing", async () => {
    const { admin, post, chat, list, message, ids } = await opened();
    const made = await undoable(admin, "chats.create", { title: "x" });
    await made.undo();
    expect((await post("chats.show", { chatId: made.body.chat.id })).chat.archivedAt).toEqual(expect.any(Number));
    const listed = await undoable(admin, "chats.lists.create", { name: "x" });
    await listed.undo();
    expect((await post("chats.lists.show", { list: listed.body.list.id })).list.archivedAt).toEqual(expect.any(Number));
    const sent = { chatId: ids.chatId, actorId: "ann", clientMessageId: "m1", content: "Hi" };
    const { body, undo } = await undoable(admin, "chats.messages.create", sent);
    const { redo } = await undo();
    expect((await message(body.messageId)).state).toBe("deleted");
    await redo();
    expect((await message(body.messageId)).state).toBe("created");
    expect([(await chat()).archivedAt, (await list()).archivedAt]).toEqual([undefined, undefined]);
  });

  it("of a message gives back its text, and the message itself", async () => {
    const { admin, send, message } = await opened();
    const messageId = await send("m1");
    const changed = await undoable(admin, "chats.messages.update", { messageId, content: "Bye" });
    await changed.undo();
    expect((await message(messageId)).content.text).toBe("Hi");
    const removed = await undoable(admin, "chats.messages.delete", { messageId });
    await removed.undo();
    expect(await message(messageId)).toMatchObject({ content: { text: "Hi" } });
  });

  it("is not possible where nothing was changed", async () => {
    const { post, ids } = await opened();
    const before = (await post("service.undo.list")).total;
    await post("chats.unarchive", { chatId: ids.chatId });
    await post("chats.lists.remove", ids);
    expect((await post("service.undo.list")).total).toBe(before);
  });
});
