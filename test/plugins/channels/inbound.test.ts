import type { Received } from "@postern/channels/services";
import type { GatewayEvent } from "@postern/core";
import { describe, expect, it } from "vitest";
import { until } from "../../run/until.ts";
import { openHouse } from "./house.ts";
import { message, startLoop } from "./loop/server.ts";

const room = { id: "#room", kind: "room", title: "Room" } as const;
const ann = { id: "ann", name: "Ann" };

async function openLine(more: Record<string, unknown> = {}) {
  const [house, loop] = [await openHouse(), await startLoop()];
  await house.adapter(loop.port, more);
  return { house, loop };
}

const created = (received: Received) => {
  expect(received.disposition).toBe("created");
  return received as { chatId: string; messageId: string };
};

describe("a message that comes in", () => {
  it("is in the chat of its place, with what the platform knows for those who may see it", async () => {
    const [house, loop] = [await openHouse(), await startLoop()];
    await house.post("agents.create", { id: "main" });
    await house.adapter(loop.port, { agent: "main" });
    const said = message("Is the build green?", { at: 1_763_712_000_000, provenance: { network: "loop.example" } });
    const { chatId, messageId } = created(await loop.tell(said));
    const [chat] = await house.chats();
    expect(chat).toMatchObject({
      id: chatId,
      kind: "room",
      title: "Room",
      channel: "loop",
      instanceId: "loop",
      agentId: "main",
    });
    const [shown] = await house.messages(chat.id);
    expect(shown).toMatchObject({
      id: messageId,
      actorId: "loop~ann",
      content: { text: "Is the build green?" },
      providerTimestamp: 1_763_712_000_000,
    });
    expect(shown.rawSenderId).toBeUndefined();
    const { message: raw } = await house.post("chats.messages.show", { messageId, includeRaw: true });
    expect(raw).toMatchObject({
      rawSenderId: "ann",
      rawChatId: "#room",
      providerMessageId: said.id,
      rawProvenance: { network: "loop.example", senderName: "Ann" },
    });
    const place = { adapter: "loop", place: "#room", kind: "room", title: "Room", chatId };
    expect((await house.post("channels.places.show", { chatId })).place).toMatchObject(place);
    expect((await house.post("channels.places.list", { adapter: "loop" })).places).toMatchObject([place]);
  });

  it("reaches the agent that the adapter names", async () => {
    const [house, loop] = [await openHouse(), await startLoop()];
    await house.post("agents.create", { id: "main" });
    await house.adapter(loop.port, { agent: "main" });
    const turns: GatewayEvent[] = [];
    house.gateway.on({ type: "agents.turn.ready", summary: "", data: {} as never }, (event) => void turns.push(event));
    await loop.tell(message("Are you there?"));
    await until(() => expect(turns).toHaveLength(1));
    expect(turns[0]?.data).toMatchObject({ agentId: "main", messages: [{ content: { text: "Are you there?" } }] });
  });

  it("is taken in once, however often and from wherever at once it is told", async () => {
    const { house, loop } = await openLine();
    const said = message("Only once");
    const all = await Promise.all(Array.from({ length: 50 }, () => loop.tell(said)));
    const other = { adapter: "loop", ...said };
    all.push(...(await Promise.all(Array.from({ length: 20 }, () => house.post("channels.messages.receive", other)))));
    expect(all.filter(({ disposition }) => disposition === "created")).toHaveLength(1);
    expect(all.filter(({ disposition }) => disposition === "duplicate")).toHaveLength(69);
    expect(new Set(all.map(({ messageId }) => messageId)).size).toBe(1);
    const { chatId, messageId } = all[0] as { chatId: string; messageId: string };
    await house.post("chats.messages.delete", { messageId });
    await house.post("chats.archive", { chatId });
    expect(await loop.tell(said)).toEqual({ disposition: "duplicate", chatId, messageId });
    expect((await house.post("chats.show", { chatId })).chat.archivedAt).toBeDefined();
  });

  it("is told at its adapter", async () => {
    const { house, loop } = await openLine();
    expect((await house.show("loop")).lastInboundAt).toBeUndefined();
    await loop.tell(message("Hi"));
    expect((await house.show("loop")).lastInboundAt).toBeGreaterThan(0);
  });

  it("is stored when its platform learns of it, also where the gateway stops right after", async () => {
    const { house, loop } = await openLine();
    const { messageId } = created(await loop.tell(message("Kept")));
    await house.stop();
    const again = await openHouse({ storage: house.storage });
    expect((await again.post("chats.messages.show", { messageId })).message.content.text).toBe("Kept");
  });

  it("takes its chat back from the archive: somebody is to notice that a person writes again", async () => {
    const { house, loop } = await openLine();
    const { chatId } = created(await loop.tell(message("Bye")));
    await house.post("chats.archive", { chatId });
    expect(created(await loop.tell(message("Hello again"))).chatId).toBe(chatId);
    expect((await house.post("chats.show", { chatId })).chat.archivedAt).toBeUndefined();
  });

  it("keeps the order of its place, in a flood of ten thousand", async () => {
    const { house, loop } = await openLine();
    const all = Array.from({ length: 10_000 }, (_, at) => loop.tell(message(`${at}`)));
    const { chatId } = created((await Promise.all(all))[0] as Received);
    const texts: string[] = [];
    for (let offset = 0; offset < 10_000; offset += 500) {
      const { messages } = await house.post("chats.messages.list", { chatId, limit: "500", offset: String(offset) });
      texts.push(...messages.map((shown: { content: { text: string } }) => shown.content.text));
    }
    const told = all.map((_, at) => `${at}`);
    expect([told, told.toReversed()]).toContainEqual(texts);
  });
});

describe("the worst that a platform can say", () => {
  it.each([
    ["lone surrogates", "half \ud800 and \udc00 of a character"],
    ["a NUL and other control characters", "a\u0000b\u001b[31mc\u202e"],
    ["white space alone", " \n\t "],
    ["a million code points", "\u{1F4A5}".repeat(1_000_000)],
  ])("%s survive", async (_name, text) => {
    const { house, loop } = await openLine();
    const { messageId } = created(await loop.tell(message(text)));
    expect((await house.post("chats.messages.show", { messageId })).message.content.text).toBe(text);
  });

  it("a text that is too long is cut, and that is told", async () => {
    const { house, loop } = await openLine();
    const text = "\u{1F4A5}".repeat(1_000_001);
    const { messageId } = created(await loop.tell(message(text)));
    const { message: raw } = await house.post("chats.messages.show", { messageId, includeRaw: true });
    expect([...raw.content.text]).toHaveLength(1_000_000);
    expect(raw.rawProvenance).toMatchObject({ cutFrom: text.length });
  });

  it.each([
    ["spaces and marks", "Ann O'Neil <ann@example.org>"],
    ["letters of all kinds", "Ånn \u{1F469}"],
    ["a NUL and half a character", "\u0000\ud800"],
    ["thousands of letters", "x".repeat(5_000)],
    ["nothing", ""],
    ["an agent's name", "../main"],
  ])("ids of %s are people whom chats can name, each their own", async (_name, id) => {
    const { house, loop } = await openLine();
    const { chatId } = created(await loop.tell(message("One", { sender: { id } })));
    created(await loop.tell(message("Two", { sender: { id } })));
    created(await loop.tell(message("Three", { sender: { id: `${id}.` } })));
    const actors: string[] = (await house.messages(chatId)).map(({ actorId }: { actorId: string }) => actorId);
    expect(new Set(actors).size).toBe(2);
    for (const actor of actors) expect(actor).toMatch(/^loop~[A-Za-z0-9._~-]{1,123}$/);
  });

  it("ids that differ only where they are long are different messages", async () => {
    const { loop } = await openLine();
    const long = "m".repeat(4_000);
    const [one, two] = [
      await loop.tell(message("a", { id: `${long}1` })),
      await loop.tell(message("b", { id: `${long}2` })),
    ];
    expect(one.messageId).not.toBe(two.messageId);
    expect((await loop.tell(message("a", { id: `${long}1` }))).disposition).toBe("duplicate");
  });

  it("a provenance without end is left out, and that is told", async () => {
    const { house, loop } = await openLine();
    const { messageId } = created(await loop.tell(message("Hi", { provenance: { all: "x".repeat(100_000) } })));
    const { message: raw } = await house.post("chats.messages.show", { messageId, includeRaw: true });
    expect(raw.rawProvenance.leftOut).toMatch(/^\d+ characters$/);
  });

  it.each([
    ["without a name", "", "/place/id must NOT have fewer than 1 characters"],
    ["with one that is too long", "x".repeat(2_000), "/place/id must NOT have more than 1024 characters"],
  ])("a place %s is ignored for good, and hurts nobody", async (_name, id, reason) => {
    const { loop } = await openLine();
    expect(await loop.tell(message("?", { place: { ...room, id } }))).toEqual({ disposition: "ignored", reason });
    created(await loop.tell(message("All is well")));
  });

  it("nothing to say is ignored with that reason", async () => {
    const { loop } = await openLine();
    expect(await loop.tell(message(""))).toEqual({ disposition: "ignored", reason: "It has no text" });
  });
});

describe("a change that comes in", () => {
  const edit = (of: string, text: string, more: object = {}) =>
    ({ type: "edit", id: `e-${Math.random()}`, of, text, place: room, sender: ann, ...more }) as const;
  const removal = (of: string, more: object = {}) =>
    ({ type: "delete", id: `d-${Math.random()}`, of, place: room, sender: ann, ...more }) as const;
  const reaction = (of: string, emoji: string, more: object = {}) =>
    ({ type: "reaction", id: `r-${Math.random()}`, of, emoji, place: room, sender: ann, ...more }) as const;

  it("is an edit and then a deletion of the message, each once", async () => {
    const { house, loop } = await openLine();
    const { messageId, chatId } = created(await loop.tell(message("Gren", { id: "m1" })));
    const correction = edit("m1", "Green");
    expect(await loop.tell(correction)).toEqual({ disposition: "changed", chatId, messageId });
    expect(await loop.tell(correction)).toEqual({ disposition: "duplicate", chatId, messageId });
    const shown = async () => (await house.post("chats.messages.show", { messageId })).message;
    expect(await shown()).toMatchObject({ state: "updated", revision: 2, content: { text: "Green" } });
    expect(await loop.tell(removal("m1"))).toMatchObject({ disposition: "changed" });
    expect(await shown()).toMatchObject({ state: "deleted", content: {} });
    expect(await loop.tell(removal("m1"))).toEqual({ disposition: "ignored", reason: "The message is deleted" });
    expect(await loop.tell(edit("m1", "late"))).toEqual({ disposition: "ignored", reason: "The message is deleted" });
    // What came from the platform does not go back to it.
    await house.say(chatId, "Bye");
    await loop.got(1);
    expect(loop.changes).toEqual([]);
  });

  it("that a later one has overtaken is ignored", async () => {
    const { house, loop } = await openLine();
    const { messageId } = created(await loop.tell(message("1", { id: "m1", at: 1_000 })));
    await loop.tell(edit("m1", "3", { at: 3_000 }));
    expect(await loop.tell(edit("m1", "2", { at: 2_000 }))).toMatchObject({ disposition: "ignored" });
    expect((await house.post("chats.messages.show", { messageId })).message.content.text).toBe("3");
  });

  it("of a message that is not known is ignored, whatever it is", async () => {
    const { loop } = await openLine();
    const reason = "The message is not known here";
    for (const change of [edit("m9", "x"), removal("m9"), reaction("m9", "+1")])
      expect(await loop.tell(change)).toEqual({ disposition: "ignored", reason });
  });

  it("is a reaction, which is given and taken back", async () => {
    const { house, loop } = await openLine();
    const told: string[] = [];
    for (const past of ["added", "removed"])
      house.gateway.on(
        { type: `channels.reaction.${past}`, summary: "", data: {} as never },
        () => void told.push(past),
      );
    const { messageId, chatId } = created(await loop.tell(message("Done", { id: "m1" })));
    expect(await loop.tell(reaction("m1", "🎉"))).toMatchObject({ disposition: "changed", messageId });
    expect(await loop.tell(reaction("m1", "🎉"))).toMatchObject({ disposition: "ignored" });
    await loop.tell(reaction("m1", "👍", { sender: { id: "bob" } }));
    const list = async (input: object) => (await house.post("channels.reactions.list", input)).reactions;
    expect(await list({ messageId })).toMatchObject([
      { emoji: "👍", actorId: "loop~bob" },
      { emoji: "🎉", actorId: "loop~ann", chatId, adapter: "loop" },
    ]);
    await loop.tell(reaction("m1", "🎉", { removed: true }));
    expect(await loop.tell(reaction("m1", "🎉", { removed: true }))).toMatchObject({ disposition: "ignored" });
    for (const input of [{ messageId }, { chatId }, {}]) expect(await list(input)).toMatchObject([{ emoji: "👍" }]);
    await until(() => expect(told).toEqual(["added", "added", "removed"]));
  });

  it("finds messages that went out from here, too", async () => {
    const { house, loop } = await openLine();
    const { chatId } = created(await loop.tell(message("Hello?")));
    const messageId = await house.say(chatId, "Hello, Ann");
    await house.sees(messageId, { status: "done" });
    expect(await loop.tell(reaction("out-1", "❤"))).toMatchObject({ disposition: "changed", messageId });
    expect(await loop.tell(message("Hello, Ann", { id: "out-1" }))).toMatchObject({
      disposition: "duplicate",
      messageId,
    });
    expect(await loop.tell(removal("out-1"))).toMatchObject({ disposition: "changed", messageId });
    await house.say(chatId, "Next");
    await loop.got(2);
    expect(loop.changes).toEqual([]);
  });
});

describe("channels.messages.receive", () => {
  const said = { adapter: "loop", ...message("Hi") };

  it("says what is missing, and which adapter there is not", async () => {
    const { house } = await openLine();
    const { text: _, ...silent } = said;
    const reply = await house.admin.post("channels.messages.receive", { ...silent, type: "edit" });
    expect(reply.body.issues.map(({ path }: { path: string }) => path)).toEqual(["/of", "/text"]);
    const other = await house.admin.post("channels.messages.receive", { ...said, adapter: "nobody" });
    expect(other).toMatchObject({ status: 404, body: { code: "channels.adapter_not_found" } });
    await house.post("channels.adapters.disable", { id: "loop" });
    const disabled = await house.admin.post("channels.messages.receive", said);
    expect(disabled).toMatchObject({ status: 409, body: { code: "channels.adapter_disabled" } });
  });
});

describe("a place", () => {
  it("is opened to write first, once, and closed", async () => {
    const { house, loop } = await openLine();
    const open = { adapter: "loop", place: "bob", kind: "dm", title: "Bob" };
    const { place, disposition } = await house.post("channels.places.open", open);
    expect(disposition).toBe("created");
    expect(await house.post("channels.places.open", open)).toEqual({ place, disposition: "duplicate" });
    await house.say(place.chatId, "Hello, Bob");
    await loop.got(1);
    expect(loop.sent).toMatchObject([{ place: "bob", text: "Hello, Bob" }]);
    const bob = { place: { id: "bob", kind: "dm" as const }, sender: { id: "bob", name: "Bob" } };
    expect((await loop.tell(message("Hi", bob))).chatId).toBe(place.chatId);

    await house.post("channels.places.close", { chatId: place.chatId });
    const gone = await house.admin.post("channels.places.show", { chatId: place.chatId });
    expect(gone).toMatchObject({ status: 404, body: { code: "channels.place_not_found" } });
    await house.say(place.chatId, "Nobody hears this");
    const next = created(await loop.tell(message("Still there?", bob)));
    expect(next.chatId).not.toBe(place.chatId);
    expect((await house.post("chats.show", { chatId: next.chatId })).chat.title).toBe("Bob");
    await house.say(next.chatId, "Yes");
    await loop.got(2);
    expect(loop.texts()).toEqual(["Hello, Bob", "Yes"]);
  });
});
