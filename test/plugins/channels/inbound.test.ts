import type { GatewayEvent } from "@postern/core";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openGateway } from "./environment.ts";
import { created, openChat } from "./inbound.ts";
import { message, startLoop } from "./loop/server.ts";

const room = { id: "#room", kind: "room", title: "Room" } as const;
const ann = { id: "ann", name: "Ann" };

describe("an incoming message", () => {
  it("is added to the chat of its place, with raw data for callers who may see it", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.post("agents.create", { id: "main" });
    await env.adapter(loop.port, { agent: "main" });
    const said = message("Is the build green?", { at: 1_763_712_000_000, provenance: { network: "loop.example" } });
    const { chatId, messageId } = created(await loop.deliver(said));
    const [chat] = await env.chats();
    expect(chat).toMatchObject({
      id: chatId,
      kind: "room",
      title: "Room",
      channel: "loop",
      instanceId: "loop",
      agentId: "main",
    });
    const [shown] = await env.messages(chat.id);
    expect(shown).toMatchObject({
      id: messageId,
      actorId: "loop~ann",
      content: { text: "Is the build green?" },
      providerTimestamp: 1_763_712_000_000,
    });
    expect(shown.rawSenderId).toBeUndefined();
    const { message: raw } = await env.post("chats.messages.show", { messageId, includeRaw: true });
    expect(raw).toMatchObject({
      rawSenderId: "ann",
      rawChatId: "#room",
      providerMessageId: said.id,
      rawProvenance: { network: "loop.example", senderName: "Ann" },
    });
    const place = { adapter: "loop", place: "#room", kind: "room", title: "Room", chatId };
    expect((await env.post("channels.places.show", { chatId })).place).toMatchObject(place);
    expect((await env.post("channels.places.list", { adapter: "loop" })).places).toMatchObject([place]);
  });

  it("reaches the agent of its adapter", async () => {
    const [env, loop] = [await openGateway(), await startLoop()];
    await env.post("agents.create", { id: "main" });
    await env.adapter(loop.port, { agent: "main" });
    const turns: GatewayEvent[] = [];
    env.gateway.on({ type: "agents.turn.ready", summary: "", data: {} as never }, (event) => void turns.push(event));
    await loop.deliver(message("Are you there?"));
    await until(() => expect(turns).toHaveLength(1));
    expect(turns[0]?.data).toMatchObject({ agentId: "main", messages: [{ content: { text: "Are you there?" } }] });
  });

  it("is stored once, even if it is delivered repeatedly and concurrently", async () => {
    const { env, loop } = await openChat();
    const said = message("Only once");
    const all = await Promise.all(Array.from({ length: 50 }, () => loop.deliver(said)));
    const other = { adapter: "loop", ...said };
    all.push(...(await Promise.all(Array.from({ length: 20 }, () => env.post("channels.messages.receive", other)))));
    expect(all.filter(({ disposition }) => disposition === "created")).toHaveLength(1);
    expect(all.filter(({ disposition }) => disposition === "duplicate")).toHaveLength(69);
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(1);
    const { chatId, messageId } = all[0] as { chatId: string; messageId: string };
    await env.post("chats.messages.delete", { messageId });
    await env.post("chats.archive", { chatId });
    expect(await loop.deliver(said)).toEqual({ disposition: "duplicate", chatId, messageId });
    expect((await env.post("chats.show", { chatId })).chat.archivedAt).toBeDefined();
  });

  it("updates the arrival time of its adapter", async () => {
    const { env, loop } = await openChat();
    expect((await env.show("loop")).lastInboundAt).toBeUndefined();
    await loop.deliver(message("Hi"));
    expect((await env.show("loop")).lastInboundAt).toBeGreaterThan(0);
  });

  it("is stored when it is acknowledged, even if the gateway stops right after", async () => {
    const { env, loop } = await openChat();
    const { messageId } = created(await loop.deliver(message("Kept")));
    await env.stop();
    const again = await openGateway({ storage: env.storage });
    expect((await again.post("chats.messages.show", { messageId })).message.content.text).toBe("Kept");
  });

  it("restores its archived chat", async () => {
    const { env, loop } = await openChat();
    const { chatId } = created(await loop.deliver(message("Bye")));
    await env.post("chats.archive", { chatId });
    expect(created(await loop.deliver(message("Hello again"))).chatId).toBe(chatId);
    expect((await env.post("chats.show", { chatId })).chat.archivedAt).toBeUndefined();
  });
});

describe("extreme platform data", () => {
  it.each([
    ["lone surrogates", "half \ud800 and \udc00 of a character"],
    ["a NUL and other control characters", "a\u0000b\u001b[31mc\u202e"],
    ["only white space", " \n\t "],
    ["a million code points", "\u{1F4A5}".repeat(1_000_000)],
  ])("is stored: %s", async (_name, text) => {
    const { env, loop } = await openChat();
    const { messageId } = created(await loop.deliver(message(text)));
    expect((await env.post("chats.messages.show", { messageId })).message.content.text).toBe(text);
  });

  it("has a text that is too long truncated, with a note", async () => {
    const { env, loop } = await openChat();
    const text = "\u{1F4A5}".repeat(1_000_001);
    const { messageId } = created(await loop.deliver(message(text)));
    const { message: raw } = await env.post("chats.messages.show", { messageId, includeRaw: true });
    expect([...raw.content.text]).toHaveLength(1_000_000);
    expect(raw.rawProvenance).toMatchObject({ cutFrom: text.length });
  });

  it.each([
    ["spaces and punctuation", "Ann O'Neil <ann@example.org>"],
    ["non-ASCII characters", "Ånn \u{1F469}"],
    ["a NUL and a lone surrogate", "\u0000\ud800"],
    ["thousands of characters", "x".repeat(5_000)],
    ["nothing", ""],
    ["an agent's name", "../main"],
  ])("maps ids of %s to different valid actor names", async (_name, id) => {
    const { env, loop } = await openChat();
    const { chatId } = created(await loop.deliver(message("One", { sender: { id } })));
    created(await loop.deliver(message("Two", { sender: { id } })));
    created(await loop.deliver(message("Three", { sender: { id: `${id}.` } })));
    const actors: string[] = (await env.messages(chatId)).map(({ actorId }: { actorId: string }) => actorId);
    expect(new Set(actors).size).toBe(2);
    for (const actor of actors) expect(actor).toMatch(/^loop~[A-Za-z0-9._~-]{1,123}$/);
  });

  it("keeps long ids apart that differ only at the end", async () => {
    const { loop } = await openChat();
    const long = "m".repeat(4_000);
    const [one, two] = [
      await loop.deliver(message("a", { id: `${long}1` })),
      await loop.deliver(message("b", { id: `${long}2` })),
    ];
    expect(one.messageId).not.toBe(two.messageId);
    expect((await loop.deliver(message("a", { id: `${long}1` }))).disposition).toBe("duplicate");
  });

  it("drops an endless provenance with a note", async () => {
    const { env, loop } = await openChat();
    const { messageId } = created(await loop.deliver(message("Hi", { provenance: { all: "x".repeat(100_000) } })));
    const { message: raw } = await env.post("chats.messages.show", { messageId, includeRaw: true });
    expect(raw.rawProvenance.leftOut).toMatch(/^\d+ characters$/);
  });

  it.each([
    ["without an id", "", "/place/id must NOT have fewer than 1 characters"],
    ["with an id that is too long", "x".repeat(2_000), "/place/id must NOT have more than 1024 characters"],
  ])("from a place %s is ignored permanently without side effects", async (_name, id, reason) => {
    const { loop } = await openChat();
    expect(await loop.deliver(message("?", { place: { ...room, id } }))).toEqual({ disposition: "ignored", reason });
    created(await loop.deliver(message("All is well")));
  });

  it("is ignored with a reason if it has no text", async () => {
    const { loop } = await openChat();
    expect(await loop.deliver(message(""))).toEqual({ disposition: "ignored", reason: "The message has no text" });
  });
});

describe("an incoming change", () => {
  const edit = (of: string, text: string, more: object = {}) =>
    ({ type: "edit", id: `e-${Math.random()}`, of, text, place: room, sender: ann, ...more }) as const;
  const removal = (of: string, more: object = {}) =>
    ({ type: "delete", id: `d-${Math.random()}`, of, place: room, sender: ann, ...more }) as const;
  const reaction = (of: string, emoji: string, more: object = {}) =>
    ({ type: "reaction", id: `r-${Math.random()}`, of, emoji, place: room, sender: ann, ...more }) as const;

  it("edits and then deletes the message, each once", async () => {
    const { env, loop } = await openChat();
    const { messageId, chatId } = created(await loop.deliver(message("Gren", { id: "m1" })));
    const correction = edit("m1", "Green");
    expect(await loop.deliver(correction)).toEqual({ disposition: "changed", chatId, messageId });
    expect(await loop.deliver(correction)).toEqual({ disposition: "duplicate", chatId, messageId });
    const shown = async () => (await env.post("chats.messages.show", { messageId })).message;
    expect(await shown()).toMatchObject({ state: "updated", revision: 2, content: { text: "Green" } });
    expect(await loop.deliver(removal("m1"))).toMatchObject({ disposition: "changed" });
    expect(await shown()).toMatchObject({ state: "deleted", content: {} });
    expect(await loop.deliver(removal("m1"))).toEqual({ disposition: "ignored", reason: "The message is deleted" });
    expect(await loop.deliver(edit("m1", "late"))).toEqual({
      disposition: "ignored",
      reason: "The message is deleted",
    });
    // Changes that came from the platform are not sent back to it.
    await env.say(chatId, "Bye");
    await loop.got(1);
    expect(loop.changes).toEqual([]);
  });

  it("is ignored if a later one was already received", async () => {
    const { env, loop } = await openChat();
    const { messageId } = created(await loop.deliver(message("1", { id: "m1", at: 1_000 })));
    await loop.deliver(edit("m1", "3", { at: 3_000 }));
    expect(await loop.deliver(edit("m1", "2", { at: 2_000 }))).toMatchObject({ disposition: "ignored" });
    expect((await env.post("chats.messages.show", { messageId })).message.content.text).toBe("3");
  });

  it("of any type is ignored if its message is unknown", async () => {
    const { loop } = await openChat();
    const reason = "The message is unknown";
    for (const change of [edit("m9", "x"), removal("m9"), reaction("m9", "+1")])
      expect(await loop.deliver(change)).toEqual({ disposition: "ignored", reason });
  });

  it("adds and removes a reaction", async () => {
    const { env, loop } = await openChat();
    const reported: string[] = [];
    for (const past of ["added", "removed"])
      env.gateway.on(
        { type: `channels.reaction.${past}`, summary: "", data: {} as never },
        () => void reported.push(past),
      );
    const { messageId, chatId } = created(await loop.deliver(message("Done", { id: "m1" })));
    expect(await loop.deliver(reaction("m1", "🎉"))).toMatchObject({ disposition: "changed", messageId });
    expect(await loop.deliver(reaction("m1", "🎉"))).toMatchObject({ disposition: "ignored" });
    await loop.deliver(reaction("m1", "👍", { sender: { id: "bob" } }));
    const list = async (input: object) => (await env.post("channels.reactions.list", input)).reactions;
    expect(await list({ messageId })).toMatchObject([
      { emoji: "👍", actorId: "loop~bob" },
      { emoji: "🎉", actorId: "loop~ann", chatId, adapter: "loop" },
    ]);
    await loop.deliver(reaction("m1", "🎉", { removed: true }));
    expect(await loop.deliver(reaction("m1", "🎉", { removed: true }))).toMatchObject({ disposition: "ignored" });
    for (const input of [{ messageId }, { chatId }, {}]) expect(await list(input)).toMatchObject([{ emoji: "👍" }]);
    await until(() => expect(reported).toEqual(["added", "added", "removed"]));
  });

  it("also applies to messages sent from here", async () => {
    const { env, loop } = await openChat();
    const { chatId } = created(await loop.deliver(message("Hello?")));
    const messageId = await env.say(chatId, "Hello, Ann");
    await env.hasEntry(messageId, { status: "done" });
    expect(await loop.deliver(reaction("out-1", "❤"))).toMatchObject({ disposition: "changed", messageId });
    expect(await loop.deliver(message("Hello, Ann", { id: "out-1" }))).toMatchObject({
      disposition: "duplicate",
      messageId,
    });
    expect(await loop.deliver(removal("out-1"))).toMatchObject({ disposition: "changed", messageId });
    await env.say(chatId, "Next");
    await loop.got(2);
    expect(loop.changes).toEqual([]);
  });
});

describe("channels.messages.receive", () => {
  const said = { adapter: "loop", ...message("Hi") };

  it("reports missing fields and unknown adapters", async () => {
    const { env } = await openChat();
    const { text: _, ...silent } = said;
    const reply = await env.admin.post("channels.messages.receive", { ...silent, type: "edit" });
    expect(reply.body.issues.map(({ path }: { path: string }) => path)).toEqual(["/of", "/text"]);
    const other = await env.admin.post("channels.messages.receive", { ...said, adapter: "nobody" });
    expect(other).toMatchObject({ status: 404, body: { code: "channels.adapter_not_found" } });
    await env.post("channels.adapters.disable", { id: "loop" });
    const disabled = await env.admin.post("channels.messages.receive", said);
    expect(disabled).toMatchObject({ status: 409, body: { code: "channels.adapter_disabled" } });
  });
});

describe("a place", () => {
  it("is opened to write first, opened only once, and closed", async () => {
    const { env, loop } = await openChat();
    const open = { adapter: "loop", place: "bob", kind: "dm", title: "Bob" };
    const { place, disposition } = await env.post("channels.places.open", open);
    expect(disposition).toBe("created");
    expect(await env.post("channels.places.open", open)).toEqual({ place, disposition: "duplicate" });
    await env.say(place.chatId, "Hello, Bob");
    await loop.got(1);
    expect(loop.sent).toMatchObject([{ place: "bob", text: "Hello, Bob" }]);
    const bob = { place: { id: "bob", kind: "dm" as const }, sender: { id: "bob", name: "Bob" } };
    expect((await loop.deliver(message("Hi", bob))).chatId).toBe(place.chatId);

    await env.post("channels.places.close", { chatId: place.chatId });
    const gone = await env.admin.post("channels.places.show", { chatId: place.chatId });
    expect(gone).toMatchObject({ status: 404, body: { code: "channels.place_not_found" } });
    await env.say(place.chatId, "Nobody hears this");
    const next = created(await loop.deliver(message("Still there?", bob)));
    expect(next.chatId).not.toBe(place.chatId);
    expect((await env.post("chats.show", { chatId: next.chatId })).chat.title).toBe("Bob");
    await env.say(next.chatId, "Yes");
    await loop.got(2);
    expect(loop.texts()).toEqual(["Hello, Bob", "Yes"]);
  });
});
