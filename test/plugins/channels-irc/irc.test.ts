import type { Inbound, Link } from "@postern/channels/services";
import { verdictOf } from "@postern/channels/services";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-irc/src/config.ts";
import { irc } from "../../../plugins/channels-irc/src/kind.ts";
import { has } from "../../run/programs.ts";
import { rejection } from "../../run/rejection.ts";
import { createContext, type Surroundings, soon, until } from "../channels/context.ts";
import { person } from "../channels/servers/irc-person.ts";
import { type Ngircd, startNgircd } from "../channels/servers/ngircd.ts";
import { relay } from "../channels/servers/programs.ts";

const real = has("ngircd");
let server: Ngircd;
let guarded: Ngircd;

beforeAll(async () => {
  if (!real) return;
  server = await startNgircd();
  guarded = await startNgircd({ password: "open sesame" });
});
afterAll(async () => {
  await server?.stop();
  await guarded?.stop();
});

let count = 0;
/** Nicks that are unique to this test. */
const named = (name: string) => `${name}${++count}`;

async function opened(
  config: Partial<Config>,
  options: { secret?: string; prepare?: (around: Surroundings<Config>) => void } = {},
): Promise<Surroundings<Config> & { link: Link; nick: string }> {
  const nick = config.nick ?? named("bot");
  const around = createContext<Config>(
    { host: "127.0.0.1", port: server?.port, tls: false, nick, retryEvery: 1_000, ...config },
    options,
  );
  options.prepare?.(around);
  onTestFinished(() => around.stop());
  const link = await irc.open(around.context);
  return Object.assign(around, { link, nick });
}

const texts = (received: readonly Inbound[]) => received.map((inbound) => "text" in inbound && inbound.text);

describe.skipIf(!real)("an IRC adapter at ngIRCd (needs ngircd installed)", () => {
  it("receives channel and private messages", async () => {
    const { received, nick } = await opened({ channels: ["#Help"] });
    const ada = await person(server.port, named("Ada"), { channels: ["#help"] });
    ada.say("#help", "Good morning");
    ada.say(nick, "Just for you: ümläut 👋");
    await until(() => received.length === 2);
    const folded = ada.nick.toLowerCase();
    expect(received).toEqual([
      expect.objectContaining({
        type: "message",
        place: { id: "#help", kind: "room", title: expect.stringMatching(/^#help$/i) },
        sender: { id: folded, name: ada.nick },
        text: "Good morning",
      }),
      expect.objectContaining({
        place: { id: folded, kind: "dm", title: ada.nick },
        text: "Just for you: ümläut 👋",
      }),
    ]);
    expect(received[0]?.id).not.toBe(received[1]?.id);
  });

  it("sends to a channel and a person, and does not receive its own messages", async () => {
    const { link, received, nick } = await opened({ channels: ["#talk"] });
    const ada = await person(server.port, named("ada"), { channels: ["#talk"] });
    await link.send({ place: "#talk", text: "Hello all", idempotencyKey: "1" }, soon());
    await link.send({ place: ada.nick, text: "Hello you", idempotencyKey: "2" }, soon());
    expect(await ada.hears(/Hello all/)).toContain(`:${nick}!`);
    expect(await ada.hears(/Hello you/)).toContain(`PRIVMSG ${ada.nick} `);
    ada.say("#talk", "done");
    await until(() => received.length > 0);
    expect(texts(received)).toEqual(["done"]);
  });

  it("reads actions as text without colors, and ignores other CTCP requests", async () => {
    const { received, nick } = await opened({ channels: ["#looks"] });
    const ada = await person(server.port, named("ada"), { channels: ["#looks"] });
    ada.say("#looks", "\u0001ACTION waves\u0001");
    ada.say(nick, "\u0001VERSION\u0001");
    ada.write(`NOTICE ${nick} :not for programs`);
    ada.say("#looks", "\u0002bold\u000f \u000304,01red\u0003 and \u001fmore\u001f");
    ada.say("#looks", "\u0002\u0002");
    ada.say("#looks", "end");
    await until(() => texts(received).includes("end"));
    expect(texts(received)).toEqual([`* ${ada.nick} waves`, "bold red and more", "end"]);
    expect(received[1]?.provenance).toMatchObject({
      raw: "\u0002bold\u000f \u000304,01red\u0003 and \u001fmore\u001f",
    });
    expect(ada.lines.filter((line) => line.includes("VERSION"))).toEqual([]);
  });

  it("receives notices if configured", async () => {
    const { received, nick } = await opened({ notices: true });
    const ada = await person(server.port, named("ada"));
    ada.write(`NOTICE ${nick} :for programs`);
    await until(() => received.length === 1);
    expect(texts(received)).toEqual(["for programs"]);
  });

  it("sends each line separately, never splits characters, and cannot be made to send commands", async () => {
    const { link, nick } = await opened({ channels: ["#long"], flood: { burst: 100, every: 0 } });
    const ada = await person(server.port, named("ada"), { channels: ["#long"] });
    const send = (text: string) => link.send({ place: "#long", text, idempotencyKey: text.slice(0, 9) }, soon());
    await send("one\r\nQUIT :gone\n\n\u0000JOIN #evil\rthree");
    await send("/me bows");
    await send(`${"🏳️‍🌈".repeat(200)}`);
    await send("end");
    await ada.hears(/ :?end$/);
    const heard = ada.heard(nick);
    expect(heard.slice(0, 4)).toEqual(["one", "QUIT :gone", "JOIN #evil", "three"]);
    expect(heard[4]).toBe("\u0001ACTION bows\u0001");
    const rainbows = heard.slice(5, -1);
    expect(rainbows.length).toBeGreaterThan(5);
    expect(rainbows.join("")).toBe("🏳️‍🌈".repeat(200));
    for (const line of rainbows) expect(line).toMatch(/^(🏳️‍🌈)+$/u);
  });

  it("reports messages that the server rejects", async () => {
    const { link } = await opened({ channels: ["#mine"] });
    const reported = async (place: string, text = "hello") => {
      const error = await link.send({ place, text, idempotencyKey: "x" }, soon()).catch((thrown: Error) => thrown);
      return { word: verdictOf(error)?.word, reason: (error as Error).message };
    };
    expect(await reported("nobodyhere")).toEqual({ word: "refused", reason: expect.stringMatching(/no such nick/i) });
    expect(await reported("#elsewhere")).toMatchObject({ word: "refused" });
    expect(await reported("two,names")).toMatchObject({ word: "refused" });
    expect(await reported("a b")).toMatchObject({ word: "refused" });
    expect(await reported("#mine", "\n\n")).toMatchObject({ word: "refused" });
  });

  it("uses another nick if its own is in use, reports it, and takes its own when it is free", async () => {
    const ada = await person(server.port, named("taken"));
    const { trouble, link } = await opened({ nick: ada.nick });
    await until(trouble);
    expect(trouble()).toBe(`The nick ${ada.nick} is in use; the adapter uses ${ada.nick}_`);
    ada.write("QUIT");
    await until(() => trouble() === undefined);
    const bob = await person(server.port, named("bob"));
    await link.send({ place: bob.nick, text: "here", idempotencyKey: "1" }, soon());
    expect(await bob.hears(/here/)).toContain(`:${ada.nick}!`);
  });

  it("is degraded while it cannot join a channel, and sends there later", async () => {
    const { trouble, link } = await opened({ channels: ["#closed", "#open"] });
    await until(trouble);
    expect(trouble()).toMatch(/^Cannot join #closed: /);
    const error = await link
      .send({ place: "#closed", text: "hello", idempotencyKey: "1" }, soon())
      .catch((thrown: unknown) => thrown);
    expect(verdictOf(error)).toEqual({ word: "not-sent", retryIn: 1_000 });
    const admin = await person(server.port, named("op"));
    admin.write("OPER admin admin", "MODE #closed -i");
    await until(() => trouble() === undefined);
    await link.send({ place: "#closed", text: "hello", idempotencyKey: "1" }, soon());
  });

  it("rejoins after a kick", async () => {
    const channel = `#${named("kick")}`;
    const ada = await person(server.port, named("ada"), { channels: [channel] });
    const { trouble, nick, troubles } = await opened({ channels: [channel] });
    ada.write(`KICK ${channel} ${nick} :be quiet`);
    await until(() => troubles.length > 0);
    expect(troubles).toEqual([`Kicked from ${channel} by ${ada.nick}: be quiet`]);
    await until(() => trouble() === undefined);
  });

  it("reports the reason with which the server ends a connection", async () => {
    const { link, nick } = await opened({});
    const admin = await person(server.port, named("op"));
    admin.write("OPER admin admin", `KILL ${nick} :no bots here`);
    expect(await link.closed).toEqual({ reason: expect.stringContaining("no bots here") });
  });

  it("connects with TLS only to a server with a trusted certificate", async () => {
    const { received, nick } = await opened({ host: "localhost", port: server.tlsPort, tls: true, ca: server.ca });
    const ada = await person(server.port, named("ada"));
    ada.say(nick, "secret");
    await until(() => received.length === 1);
    const error = await opened({ host: "localhost", port: server.tlsPort, tls: true }).catch((thrown) => thrown);
    expect(error.message).toMatch(
      /^Certificate of localhost is (self-signed|signed by an unknown authority).*\. Set ca to the certificate of the signing authority\.$/,
    );
    expect(verdictOf(error)).toEqual({ word: "permanent" });
  });

  it("says within seconds that the server uses no TLS, or expects TLS", async () => {
    const secure = { host: "localhost", tls: true, ca: server.ca };
    const began = performance.now();
    const plain = await rejection(opened({ ...secure, port: server.port }));
    expect(plain.message).toBe(
      `localhost answered without TLS on port ${server.port}. Set tls to false, or use its port for TLS.`,
    );
    const expected = await rejection(opened({ port: server.tlsPort, tls: false }));
    expect(expected.message).toMatch(/The server expects TLS on this port. Set tls to true.$/);
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  it("sends the server's password, and fails permanently if it is wrong", async () => {
    const { link } = await opened({ port: guarded.port, login: "password" }, { secret: "open sesame" });
    await link.ping?.(soon());
    const error = await opened({ port: guarded.port, login: "password" }, { secret: "wrong" }).catch(
      (thrown) => thrown,
    );
    expect(verdictOf(error)).toEqual({ word: "permanent", isSecretRejected: true });
    expect(error.message).toMatch(/rejected the password/);
    expect(error.message).not.toContain("wrong");
  });

  it("fails if the server does not support SASL", async () => {
    const error = await opened({ login: "sasl" }, { secret: "x" }).catch((thrown) => thrown);
    expect(verdictOf(error)).toEqual({ word: "permanent" });
    expect(error.message).toMatch(/does not support SASL/);
  });

  it("does not connect to a remote server without TLS unless configured", async () => {
    const error = await opened({ host: "192.0.2.1" }).catch((thrown) => thrown);
    expect(error.message).toMatch(/connect with TLS, or set plain to true/);
    expect(verdictOf(error)).toEqual({ word: "permanent" });
  });

  it("connects if the server is available at only one of several addresses", async () => {
    const { link } = await opened({ host: "localhost" });
    await link.ping?.(soon());
  });

  it("detects a dead connection that was not closed", async () => {
    const between = await relay(server.port);
    onTestFinished(() => between.stop());
    const { link } = await opened({ port: between.port });
    await link.ping?.(soon());
    between.silence();
    await expect(link.ping?.(soon(500))).rejects.toThrow("The server did not answer in time");
    const sent = link.send({ place: "#x", text: "hello", idempotencyKey: "1" }, soon(500));
    await expect(sent).rejects.toThrow();
    await link.close();
    expect(await link.closed).toEqual({ reason: "Closed" });
  });

  it("reports an unknown outcome if the connection breaks while sending a line", async () => {
    const between = await relay(server.port);
    onTestFinished(() => between.stop());
    const { link } = await opened({ port: between.port });
    const ada = await person(server.port, named("ada"));
    between.silence();
    const sent = link.send({ place: ada.nick, text: "hello", idempotencyKey: "1" }, soon()).catch((thrown) => thrown);
    setTimeout(() => between.cut(), 100);
    const error = await sent;
    expect(error.message).toMatch(/before it answered/);
    expect(verdictOf(error)).toBeUndefined();
    const after = await link
      .send({ place: ada.nick, text: "x", idempotencyKey: "2" }, soon())
      .catch((thrown) => thrown);
    expect(verdictOf(after)).toEqual({ word: "not-sent" });
  });

  it("loses nothing of a flood, in order, while the store is slow", async () => {
    let slow = 0;
    const { received, link, nick } = await opened(
      { channels: ["#flood"] },
      {
        prepare: (around) => {
          around.store = async () => void (++slow % 50 === 0 && (await new Promise((done) => setTimeout(done, 1))));
        },
      },
    );
    const ada = await person(server.port, named("ada"), { channels: ["#flood"] });
    const all = Array.from({ length: 10_000 }, (_, index) => `message ${index}`);
    for (let i = 0; i < all.length; i += 500)
      ada.write(...all.slice(i, i + 500).map((text) => `PRIVMSG #flood :${text}`));
    await until(() => received.length >= 5_000, "half of them");
    await link.ping?.(soon());
    ada.say(nick, "end");
    await until(() => received.length === all.length + 1, "all of them");
    expect(texts(received).filter((text) => text !== "end")).toEqual(all);
  });

  it("retries and reports events that cannot be stored", async () => {
    let refusals = 2;
    const around = await opened({ channels: ["#store"] });
    around.store = () => {
      if (refusals-- > 0) throw new Error("The disk is full");
    };
    const ada = await person(server.port, named("ada"), { channels: ["#store"] });
    ada.say("#store", "one");
    ada.say("#store", "two");
    await until(() => around.received.length === 2);
    expect(around.troubles[0]).toBe("Incoming events cannot be stored: The disk is full");
    expect(around.trouble()).toBeUndefined();
    expect(texts(around.received)).toEqual(["one", "two"]);
  });

  it("reads text that is not UTF-8 as Latin-1", async () => {
    const { received, nick } = await opened({});
    const ada = await person(server.port, named("ada"));
    ada.bytes(Buffer.concat([Buffer.from(`PRIVMSG ${nick} :gr`), Buffer.from([0xfc, 0xdf]), Buffer.from("e")]));
    await until(() => received.length === 1);
    expect(texts(received)).toEqual(["grüße"]);
  });
});
