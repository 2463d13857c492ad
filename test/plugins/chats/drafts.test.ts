import chats, { messageCreated, messageDraft } from "@postern/chats";
import { testGateway } from "@postern/core/testing";
import { expect, it, onTestFinished } from "vitest";

async function opened() {
  const { admin, gateway, stop, advance } = await testGateway({ plugins: [chats()] });
  onTestFinished(stop);
  const events: object[] = [];
  gateway.on(messageDraft, ({ data: { draftId: _, ...data } }) => events.push(data));
  gateway.on(messageCreated, () => events.push({ created: true }));
  const post = async (id: string, body: object = {}) => {
    const reply = await admin.post(id, body);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  };
  const chatId: string = (await post("chats.create", {})).chat.id;
  return {
    admin,
    events,
    post,
    chatId,
    draft: (text: string, actorId = "main") => post("chats.drafts.update", { chatId, actorId, text }),
    drafts: async () => (await post("chats.drafts.list", { chatId })).drafts,
    advance,
  };
}

it("shows the newest text, and sends only what was added", async () => {
  const { draft, drafts, events, advance, chatId } = await opened();
  for (const text of ["The", "The build", "No, the build"]) {
    expect(await draft(text)).toEqual({ disposition: "updated" });
    await advance(100);
  }
  expect(await drafts()).toMatchObject([{ chatId, actorId: "main", text: "No, the build" }]);
  const of = { chatId, actorId: "main", ended: false };
  expect(events).toEqual([
    { ...of, offset: 0, text: "The" },
    { ...of, offset: 3, text: " build" },
    { ...of, offset: 0, text: "No, the build" },
  ]);
});

it("changes at most ten times a second for each author", async () => {
  const { draft, drafts, advance } = await opened();
  await draft("a");
  expect(await draft("ab")).toEqual({ disposition: "skipped" });
  expect(await draft("x", "other")).toEqual({ disposition: "updated" });
  expect((await drafts()).map(({ text }: { text: string }) => text)).toEqual(["a", "x"]);
  await advance(100);
  expect(await draft("abc")).toEqual({ disposition: "updated" });
});

it("is replaced by the next message of its author", async () => {
  const { draft, drafts, post, events, chatId } = await opened();
  await draft("Hel");
  await draft("Hi", "ann");
  await post("chats.messages.create", { chatId, actorId: "main", clientMessageId: "1", content: "Hello" });
  expect(await drafts()).toMatchObject([{ actorId: "ann" }]);
  expect(events.at(-1)).toEqual({ created: true });
});

it("can be removed, and is left out after five minutes without a change", async () => {
  const { draft, drafts, post, events, advance, chatId } = await opened();
  await draft("Hel");
  expect(await post("chats.drafts.remove", { chatId, actorId: "main" })).toEqual({ removed: true });
  expect(events.at(-1)).toEqual({ chatId, actorId: "main", offset: 0, text: "", ended: true });
  expect(await post("chats.drafts.remove", { chatId, actorId: "main" })).toEqual({ removed: false });
  await draft("Again");
  await advance(5 * 60_000);
  expect(await drafts()).toEqual([]);
});

it("is refused in chats that do not exist or are archived", async () => {
  const { admin, post, chatId } = await opened();
  const missing = { chatId: "chat_0123456789abcdef01234567", actorId: "main", text: "x" };
  expect(await admin.post("chats.drafts.update", missing)).toMatchObject({ status: 404 });
  await post("chats.archive", { chatId });
  expect(await admin.post("chats.drafts.update", { ...missing, chatId })).toMatchObject({
    status: 409,
    body: { code: "chats.chat_archived" },
  });
});
