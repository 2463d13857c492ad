import type { Inbound, Link } from "@postern/channels/services";
import { verdictOf } from "@postern/channels/services";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-xmpp/src/config.ts";
import { xmpp } from "../../../plugins/channels-xmpp/src/kind.ts";
import { has } from "../../run/programs.ts";
import { rejection } from "../../run/rejection.ts";
import { createContext, type Surroundings, soon, until } from "../channels/context.ts";
import { relay } from "../channels/servers/programs.ts";
import { DOMAIN, type Prosody, ROOMS, startProsody } from "../channels/servers/prosody.ts";
import { xml, xmppPerson } from "../channels/servers/xmpp-person.ts";

const real = has("prosody");
let server: Prosody;

beforeAll(async () => {
  if (real) server = await startProsody();
});
afterAll(() => server?.stop());

let count = 0;
/** An account that is unique to this test. */
function account(name: string): string {
  const own = `${name}${++count}`;
  server.register(own);
  return own;
}
const someRoom = () => `room${++count}@${ROOMS}`;
const person = () => xmppPerson(server.port, account("ada"));

type Opened = Surroundings<Config> & { link: Link; jid: string };

async function opened(
  config: Partial<Config> & { name?: string } = {},
  options: { secret?: string; before?: Surroundings<Config>; prepare?: (around: Surroundings<Config>) => void } = {},
): Promise<Opened> {
  const { name = account("bot"), ...more } = config;
  const jid = `${name}@${DOMAIN}`;
  const around = createContext<Config>(
    { jid, service: `xmpp://127.0.0.1:${server.port}`, plain: true, retryEvery: 1_000, ...more },
    { secret: options.secret ?? name, ...(options.before && { before: options.before }) },
  );
  options.prepare?.(around);
  onTestFinished(() => around.stop());
  const link = await xmpp.open(around.context);
  return Object.assign(around, { link, jid });
}

const texts = (received: readonly Inbound[]) => received.map((inbound) => "text" in inbound && inbound.text);

describe.skipIf(!real)("an XMPP adapter at prosody (needs prosody installed)", () => {
  it("receives private messages and messages in its rooms", async () => {
    const room = someRoom();
    const ada = await person();
    await ada.enter(room);
    const { received, jid } = await opened({ rooms: [room] });
    await ada.say(room, "Good morning");
    await until(() => received.length === 1);
    await ada.say(jid, "Just for you: ümläut 👋 <&>");
    await until(() => received.length === 2);
    expect(received).toEqual([
      expect.objectContaining({
        type: "message",
        place: { id: room, kind: "room", title: room.split("@")[0] },
        sender: expect.objectContaining({ name: ada.jid.split("@")[0] }),
        text: "Good morning",
      }),
      expect.objectContaining({
        place: { id: ada.jid, kind: "dm", title: ada.jid.split("@")[0] },
        sender: { id: ada.jid, name: ada.jid.split("@")[0] },
        text: "Just for you: ümläut 👋 <&>",
      }),
    ]);
  });

  it("opens a room that it created, so that others can join", async () => {
    const room = someRoom();
    const { received, trouble, logged } = await opened({ rooms: [room] });
    const ada = await person();
    await ada.enter(room);
    await ada.say(room, "hello");
    await until(() => received.length === 1);
    expect(trouble()).toBeUndefined();
    expect(logged).toContainEqual(
      expect.objectContaining({ level: "info", message: `The adapter created the room ${room}` }),
    );
  });

  it("says that a room is not open yet if its creator has not configured it", async () => {
    const room = someRoom();
    const ada = await person();
    const muc = xml("x", { xmlns: "http://jabber.org/protocol/muc" });
    await ada.send(xml("presence", { to: `${room}/ada` }, muc));
    await ada.heardOut();
    const { trouble } = await opened({ rooms: [room] });
    await until(trouble);
    expect(trouble()).toBe(`Cannot join ${room}: the room does not exist, or its owner has not opened it yet`);
  });

  it("sends to a person and in a room, with the ids that others use, and ignores its echoes", async () => {
    const room = someRoom();
    const ada = await person();
    await ada.enter(room);
    const { link, received } = await opened({ rooms: [room] });
    const sent = await link.send({ place: ada.jid, text: "Hello you\u0000\uD800", idempotencyKey: "1" }, soon());
    const there = await link.send({ place: room, text: "Hello all", idempotencyKey: "2" }, soon());
    const heard = await ada.hears("Hello you");
    expect(heard.attrs).toMatchObject({ id: sent.id, type: "chat" });
    const said = await ada.hears("Hello all");
    expect(there.id).toBe(`${room}/${said.getChild("stanza-id")?.attrs.id}`);
    await ada.say(room, "end");
    await until(() => received.length > 0);
    expect(texts(received)).toEqual(["end"]);
  });

  it("receives corrections, retractions and reactions only from the author", async () => {
    const room = someRoom();
    const ada = await person();
    const bob = await person();
    await ada.enter(room);
    await bob.enter(room);
    const { received, jid, link } = await opened({ rooms: [room] });
    const correct = (id: string) => xml("replace", { xmlns: "urn:xmpp:message-correct:0", id });
    const react = (id: string, ...emoji: string[]) =>
      xml("reactions", { xmlns: "urn:xmpp:reactions:0", id }, ...emoji.map((one) => xml("reaction", {}, one)));
    const first = await ada.say(jid, "Helo");
    await ada.say(jid, "Hello", correct(first));
    await ada.send(xml("message", { to: jid, type: "chat", id: "r1" }, react(first, "👍", "🎉")));
    await ada.send(xml("message", { to: jid, type: "chat", id: "r2" }, react(first, "🎉")));
    await ada.send(
      xml(
        "message",
        { to: jid, type: "chat", id: "d" },
        xml("retract", { xmlns: "urn:xmpp:message-retract:1", id: first }),
      ),
    );
    await until(() => received.length === 6);
    const [message, ...changes] = received;
    expect(changes).toEqual([
      expect.objectContaining({ type: "edit", of: message?.id, text: "Hello" }),
      expect.objectContaining({ type: "reaction", of: message?.id, emoji: "👍" }),
      expect.objectContaining({ type: "reaction", of: message?.id, emoji: "🎉" }),
      expect.objectContaining({ type: "reaction", of: message?.id, emoji: "👍", removed: true }),
      expect.objectContaining({ type: "delete", of: message?.id }),
    ]);
    expect(new Set(received.map(({ id }) => id)).size).toBe(6);

    const said = await ada.say(room, "mine");
    await until(() => received.length === 7);
    await bob.say(room, "not yours", correct(said));
    await ada.say(room, "end");
    await until(() => texts(received).includes("end"));
    expect(texts(received.slice(6))).toEqual(["mine", "end"]);

    const { id } = await link.send({ place: ada.jid, text: "like me", idempotencyKey: "3" }, soon());
    await ada.send(xml("message", { to: jid, type: "chat", id: "r3" }, react(String(id), "❤️")));
    await until(() => received.at(-1)?.type === "reaction");
    expect(received.at(-1)).toMatchObject({ of: id, emoji: "❤️" });
  });

  it("finds a message from before a restart to apply a change to it", async () => {
    const name = account("bot");
    const ada = await person();
    const before = await opened({ name });
    const first = await ada.say(before.jid, "Helo");
    await until(() => before.received.length === 1);
    await before.link.close();
    const { received, jid } = await opened({ name }, { before });
    await ada.say(jid, "Hello", xml("replace", { xmlns: "urn:xmpp:message-correct:0", id: first }));
    await until(() => received.length === 2);
    expect(received[1]).toMatchObject({ type: "edit", of: received[0]?.id, text: "Hello" });
  });

  it("edits and deletes its messages", async () => {
    const room = someRoom();
    const ada = await person();
    await ada.enter(room);
    const name = account("bot");
    const before = await opened({ name, rooms: [room] });
    const { id: reported } = await before.link.send({ place: ada.jid, text: "Helo", idempotencyKey: "1" }, soon());
    const { id: said } = await before.link.send({ place: room, text: "Helo all", idempotencyKey: "2" }, soon());
    await before.link.close();
    // The next connection has nothing of it in memory.
    const { link } = await opened({ name, rooms: [room] }, { before });
    await link.edit?.({ place: ada.jid, of: String(reported), text: "Hello" }, soon());
    await link.edit?.({ place: room, of: String(said), text: "Hello all" }, soon());
    await link.remove?.({ place: room, of: String(said) }, soon());
    const replaced = (text: string) => ada.hears(text).then((one) => one.getChild("replace")?.attrs.id);
    const idOf = (text: string) => ada.hears(text).then(({ attrs }) => attrs.id);
    expect(await replaced("Hello")).toBe(await idOf("Helo"));
    expect(await replaced("Hello all")).toBe(await idOf("Helo all"));
    await until(() => ada.messages.some((one) => one.getChild("retract")));
    const error = await rejection(link.edit?.({ place: ada.jid, of: "never", text: "x" }, soon()) ?? Promise.resolve());
    expect(verdictOf(error)).toEqual({ word: "refused" });
  });

  it("reads missed messages after a restart, in order, in pages, and each once", async () => {
    const room = someRoom();
    const name = account("bot");
    const ada = await person();
    await ada.enter(room);
    const before = await opened({ name, rooms: [room] });
    await ada.say(before.jid, "seen");
    await ada.say(room, "seen there");
    await until(() => before.received.length === 2);
    await before.link.close();
    const missed = Array.from({ length: 55 }, (_, index) => `missed ${index}`);
    for (const text of missed) {
      await ada.say(before.jid, text);
      await ada.say(room, text);
    }
    await ada.say(room, "last");
    await ada.hears("last");
    const { received, jid, again } = await opened({ name, rooms: [room] }, { before });
    await ada.say(jid, "now");
    await ada.say(room, "now");
    await until(() => received.length === 2 + 2 * 55 + 1 + 2);
    const inPlace = (place: string) => texts(received.filter((inbound) => inbound.place.id === place));
    expect(inPlace(ada.jid)).toEqual(["seen", ...missed, "now"]);
    expect(inPlace(room)).toEqual(["seen there", ...missed, "last", "now"]);
    expect(again).toEqual([]);
  });

  it("reads nothing from before its first connection", async () => {
    const name = account("bot");
    const ada = await person();
    await ada.say(`${name}@${DOMAIN}`, "before");
    await ada.heardOut();
    const { received, jid } = await opened({ name });
    await ada.say(jid, "after");
    await until(() => received.length > 0);
    expect(texts(received)).toEqual(["after"]);
  });

  it("confirms whether a message with unknown outcome was sent", async () => {
    const ada = await person();
    const room = someRoom();
    await ada.enter(room);
    const { link } = await opened({ rooms: [room] });
    for (const place of [ada.jid, room]) {
      const message = { place, text: "sent", idempotencyKey: `a ${place}` };
      const { id } = await link.send(message, soon());
      expect(await link.confirm?.(message, soon())).toEqual({ sent: true, id });
      expect(await link.confirm?.({ ...message, idempotencyKey: "other" }, soon())).toEqual({ sent: false });
    }
  });

  it("reports messages that the server rejects", async () => {
    const { link } = await opened();
    const reported = async (place: string, text = "hello") => {
      const error = await rejection(link.send({ place, text, idempotencyKey: "x" }, soon()));
      return { word: verdictOf(error)?.word };
    };
    expect(await reported(`nobody-at-all@${DOMAIN}`)).toEqual({ word: "refused" });
    expect(await reported("no address")).toEqual({ word: "refused" });
    expect(await reported(`a'/><evil@${DOMAIN}`)).toEqual({ word: "refused" });
    expect(await reported(`ada@${DOMAIN}`, "\u0000\u0001")).toEqual({ word: "refused" });
  });

  it("is degraded while it cannot join a room, and rejoins after a kick", async () => {
    const room = someRoom();
    const ada = await person();
    await ada.enter(room);
    const admin = (what: Record<string, string>) =>
      ada.send(
        xml(
          "iq",
          { to: room, type: "set", id: "admin" },
          xml(
            "query",
            { xmlns: "http://jabber.org/protocol/muc#admin" },
            xml("item", what, xml("reason", {}, "be quiet")),
          ),
        ),
      );
    const { trouble, troubles, jid, link, received } = await opened({ rooms: [room], nick: "Bot" });
    await admin({ nick: "Bot", role: "none" });
    await until(() => troubles.length > 0);
    expect(troubles[0]).toMatch(/^Kicked from room\d+@rooms\.localhost.*: be quiet$/);
    await ada.say(room, "while you were out");
    await until(() => received.length === 1);
    expect(trouble()).toBeUndefined();
    await admin({ jid, affiliation: "outcast" });
    await until(() => trouble()?.startsWith("Banned") || trouble()?.startsWith("Cannot"));
    const error = await rejection(link.send({ place: room, text: "x", idempotencyKey: "1" }, soon()));
    expect(verdictOf(error)).toEqual({ word: "not-sent", retryIn: 1_000 });
    await until(() => trouble()?.startsWith(`Cannot join ${room}`));
    await admin({ jid, affiliation: "none" });
    await until(() => trouble() === undefined);
  });

  it("reads messages after a kick that came before it knew the room's archive", async () => {
    const room = someRoom();
    const ada = await person();
    await ada.enter(room);
    let release = () => {};
    const later = new Promise<void>((resolve) => (release = resolve));
    const { troubles, received } = await opened(
      { rooms: [room], nick: "Bot" },
      {
        prepare({ context }) {
          const { recall } = context;
          const slow: typeof recall = async (name) => {
            if (name.endsWith(room)) await later;
            return recall(name);
          };
          Object.assign(context, { recall: slow });
        },
      },
    );
    await ada.send(
      xml(
        "iq",
        { to: room, type: "set", id: "kick" },
        xml("query", { xmlns: "http://jabber.org/protocol/muc#admin" }, xml("item", { nick: "Bot", role: "none" })),
      ),
    );
    await until(() => troubles.length > 0);
    await ada.say(room, "while you were out");
    await ada.hears("while you were out");
    release();
    await until(() => received.length > 0);
    expect(texts(received)).toEqual(["while you were out"]);
  });

  it("uses another nick if its own is in use", async () => {
    const room = someRoom();
    const ada = await person();
    await ada.enter(room);
    const nick = ada.jid.split("@")[0] ?? "";
    const { trouble, link } = await opened({ rooms: [room], nick });
    await until(trouble);
    expect(trouble()).toBe(`The nick ${nick} is in use in ${room}; the adapter uses ${nick}_`);
    await link.send({ place: room, text: "still here", idempotencyKey: "1" }, soon());
    expect((await ada.hears("still here")).attrs.from).toBe(`${room}/${nick}_`);
  });

  it("uses STARTTLS or direct TLS, only with a trusted certificate", async () => {
    const name = account("bot");
    const secure = { name, plain: false };
    for (const service of [`xmpp://localhost:${server.port}`, `xmpps://localhost:${server.tlsPort}`]) {
      const { link } = await opened({ ...secure, service, ca: server.ca });
      await link.ping?.(soon());
      await link.close();
      const error = await rejection(opened({ ...secure, service }));
      expect(error.message).toMatch(
        /^Certificate of localhost is (self-signed|signed by an unknown authority).*\. Set ca to the certificate of the signing authority\.$/,
      );
      expect(verdictOf(error)).toEqual({ word: "permanent" });
    }
  });

  it("says within seconds that the server uses no TLS, or expects TLS", async () => {
    const began = performance.now();
    const said = async (service: string, plain: boolean) => {
      const error = await rejection(opened({ name: "x", service, plain, ca: server.ca }));
      return error.message;
    };
    expect(await said(`xmpps://localhost:${server.port}`, false)).toBe(
      `localhost answered without TLS on port ${server.port}. Use an xmpp:// service, which starts TLS later.`,
    );
    const direct = /The server expects TLS on this port. Use an xmpps:\/\/ service.$/;
    for (const plain of [true, false]) expect(await said(`xmpp://localhost:${server.tlsPort}`, plain)).toMatch(direct);
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  it("fails permanently without revealing the password if it is wrong", async () => {
    const error = await rejection(opened({}, { secret: "hunter2" }));
    expect(verdictOf(error)).toEqual({ word: "permanent", isSecretRejected: true });
    expect(error.message).toMatch(/rejected the login/);
    expect(error.message).not.toContain("hunter2");
  });

  it("connects without TLS only on this machine and its network", async () => {
    const error = await rejection(opened({ name: "x", service: "xmpp://192.0.2.1" }));
    expect(verdictOf(error)).toEqual({ word: "permanent" });
  });

  it("accepts all presence subscriptions if configured", async () => {
    const ada = await person();
    const { jid } = await opened({ acceptSubscriptions: true });
    await ada.send(xml("presence", { to: jid, type: "subscribe" }));
    await until(() => ada.stanzas.some((one) => one.is("presence") && one.attrs.type === "subscribed"));
  });

  it("reports that another connection replaced it", async () => {
    const name = account("bot");
    const { link } = await opened({ name });
    await opened({ name });
    expect(await link.closed).toEqual({
      reason: "Another connection replaced this one with the same resource postern-test",
    });
  });

  it("detects a dead connection that was not closed, and misses nothing", async () => {
    const between = await relay(server.port);
    onTestFinished(() => between.stop());
    const ada = await person();
    const name = account("bot");
    const before = await opened({ name, service: `xmpp://127.0.0.1:${between.port}` });
    await before.link.ping?.(soon());
    between.silence();
    await expect(before.link.ping?.(soon(500))).rejects.toThrow("The server did not answer in time");
    const message = { place: ada.jid, text: "lost?", idempotencyKey: "1" };
    const error = await rejection(before.link.send(message, soon(500)));
    expect(verdictOf(error)).toBeUndefined();
    await ada.say(before.jid, "are you there?");
    await before.link.close();
    expect(await before.link.closed).toEqual({ reason: "Closed" });
    between.speak();
    const { received, link } = await opened({ name }, { before });
    await until(() => received.length === 1);
    expect(texts(received)).toEqual(["are you there?"]);
    expect(await link.confirm?.(message, soon())).toEqual({ sent: false });
  });

  it("retries what cannot be stored, and leaves later stanzas unacknowledged", async () => {
    let refusals = 2;
    const ada = await person();
    const around = await opened();
    around.store = () => {
      if (refusals-- > 0) throw new Error("The disk is full");
    };
    await ada.say(around.jid, "one");
    await ada.say(around.jid, "two");
    await until(() => around.received.length === 2);
    expect(around.troubles[0]).toBe("Incoming events cannot be stored: The disk is full");
    expect(around.trouble()).toBeUndefined();
    expect(texts(around.received)).toEqual(["one", "two"]);
  });

  it("continues after invalid stanzas", async () => {
    const ada = await person();
    const room = someRoom();
    await ada.enter(room);
    const { received, jid, logged } = await opened({ rooms: [room] });
    const deep = (depth: number) => {
      let element = xml("a", {});
      for (let i = 0; i < depth; i++) element = xml("a", {}, element);
      return element;
    };
    await ada.send(xml("message", { to: jid, type: "frobnicate", id: "1" }, xml("x", { xmlns: "urn:none" })));
    await ada.send(xml("message", { to: jid, type: "chat", id: "2" }, deep(200)));
    await ada.send(
      xml(
        "message",
        { to: jid, type: "chat", id: "3" },
        xml(
          "result",
          { xmlns: "urn:xmpp:mam:2", queryid: "x", id: "y" },
          xml(
            "forwarded",
            { xmlns: "urn:xmpp:forward:0" },
            xml("message", { from: "evil@example.org" }, xml("body", {}, "forged")),
          ),
        ),
      ),
    );
    await ada.send(
      xml(
        "message",
        { to: jid, type: "chat", id: "4" },
        xml("received", { xmlns: "urn:xmpp:carbons:2" }),
        xml("body", {}, "forged"),
      ),
    );
    await ada.send(
      xml(
        "message",
        { to: jid, type: "chat", id: "5" },
        xml("stanza-id", { xmlns: "urn:xmpp:sid:0", by: jid, id: "forged" }),
        xml("body", {}, "end"),
      ),
    );
    await until(() => received.length > 0);
    expect(texts(received)).toEqual(["end"]);
    expect(received[0]?.id).not.toContain("forged");
    const boss = xml("item", { jid: "boss@localhost", affiliation: "owner" });
    const claim = xml("x", { xmlns: "http://jabber.org/protocol/muc#user" }, boss);
    await ada.say(room, "I am the boss", claim, xml("occupant-id", { xmlns: "urn:xmpp:occupant-id:0", id: "boss" }));
    await until(() => received.length === 2);
    expect(received[1]?.sender.id).not.toContain("boss");
    expect(logged.filter(({ level }) => level !== "debug")).toEqual([]);
  });
});
