import { verdictOf } from "@postern/channels/services";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Config } from "../../../plugins/channels-xmpp/src/config.ts";
import { xmpp } from "../../../plugins/channels-xmpp/src/kind.ts";
import { has } from "../../run/programs.ts";
import { rejection } from "../../run/rejection.ts";
import { createContext, soon, until } from "../channels/context.ts";
import { deafServer, features, type XmppServer, xmppServer } from "../channels/servers/xmpp-server.ts";

const tls = has("openssl");
const MESSAGE = "<message from='ada@localhost/x' to='bot@localhost' type='chat'";

async function opened(server: Pick<XmppServer, "service" | "ca">, config: Partial<Config> = {}, secret = "s3cret") {
  const { service, ca } = server;
  const around = createContext<Config>({ jid: "bot@localhost", service, ca, ...config }, { secret });
  onTestFinished(() => around.stop());
  return Object.assign(around, { link: await xmpp.open(around.context) });
}

describe.skipIf(!tls)("an XMPP adapter at a minimal server (needs openssl installed)", () => {
  it("logs in with a non-ASCII password, and sends and receives", async () => {
    const server = await xmppServer({ password: "pässwörd→" });
    const { received, link } = await opened(server, {}, "pässwörd→");
    const text = Buffer.from(`${MESSAGE} id='1'><body>Grüße 👋</body></message>`);
    // In pieces that split characters.
    for (const byte of text) server.deliver(Buffer.from([byte]));
    await until(() => received.length === 1);
    expect(received[0]).toMatchObject({ text: "Grüße 👋", id: "ada@localhost/x/1" });
    const { id } = await link.send({ place: "ada@localhost", text: "<&>", idempotencyKey: "1" }, soon());
    expect(server.heard.find((said) => said.startsWith("<message"))).toContain(`id="${id}"`);
    expect(await link.confirm?.({ place: "ada@localhost", text: "<&>", idempotencyKey: "1" }, soon())).toBe("unknown");
  });

  it("never sends a password in plain text, and logs in as no other account", async () => {
    const anonymous = await xmppServer({ mechanisms: ["ANONYMOUS", "DIGEST-MD5"] });
    const error = await rejection(opened(anonymous));
    expect(verdictOf(error)).toEqual({ word: "permanent" });
    expect(anonymous.heard.some((said) => said.startsWith("<auth"))).toBe(false);

    const mechanisms = features(
      "<mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism></mechanisms>",
    );
    const { port, heard } = await deafServer(mechanisms);
    const plain = await rejection(opened({ service: `xmpp://127.0.0.1:${port}`, ca: anonymous.ca }, { plain: true }));
    expect(verdictOf(plain)).toEqual({ word: "permanent" });
    expect(heard.join("")).not.toContain("<auth");
  });

  it("does not connect if STARTTLS is not offered or other data comes before it", async () => {
    const { ca } = await xmppServer();
    const none = await deafServer(features(""));
    const at = (port: number) => opened({ service: `xmpp://127.0.0.1:${port}`, ca });
    expect((await rejection(at(none.port))).message).toMatch(/does not offer STARTTLS/);
    const offer = features("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>");
    const injected = await deafServer(offer, "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/><message/>");
    expect((await rejection(at(injected.port))).message).toMatch(/did not start TLS/);
  });

  it("rejects a login challenge that would block the machine", async () => {
    const challenge = Buffer.from("r=other,s=AAAA,i=2000000000").toString("base64");
    const server = await xmppServer({
      mechanisms: ["SCRAM-SHA-256"],
      instead: `<challenge xmlns='urn:ietf:params:xml:ns:xmpp-sasl'>${challenge}</challenge>`,
    });
    expect((await rejection(opened(server))).message).toMatch(/invalid SCRAM challenge/);
  });
});

describe.skipIf(!tls)("an XMPP adapter in a room that has forgotten it (needs openssl installed)", () => {
  const room = "help@rooms.localhost";
  const entered = (heard: readonly string[]) => heard.filter((said) => said.includes(`to="${room}/bot"><x`)).length;

  it("notices this with a ping and rejoins", async () => {
    const server = await xmppServer({ forgetful: room });
    const { link, troubles, trouble } = await opened(server, { rooms: [room] });
    expect(entered(server.heard)).toBe(1);
    await link.ping?.(soon());
    await until(() => entered(server.heard) === 2);
    await until(() => troubles.length > 0 && trouble() === undefined);
    expect(troubles).toEqual([`The adapter is no longer in the room ${room}`]);
  });

  it("notices this when it sends a message, which it can then send again", async () => {
    const server = await xmppServer({ forgetful: room });
    const { link } = await opened(server, { rooms: [room] });
    const error = await rejection(link.send({ place: room, text: "x", idempotencyKey: "1" }, soon()));
    expect(verdictOf(error)).toEqual({ word: "not-sent", retryIn: 1_000 });
    await until(() => entered(server.heard) === 2);
  });
});

describe.skipIf(!tls)("an XMPP adapter in a room that it created (needs openssl installed)", () => {
  it("reports that the server refuses to open it, and sends nothing there", async () => {
    const room = "new@rooms.localhost";
    const server = await xmppServer({ created: room });
    const { link, trouble } = await opened(server, { rooms: [room] });
    expect(trouble()).toBe(`The room ${room} was created but stays locked for others: feature-not-implemented`);
    const error = await rejection(link.send({ place: room, text: "x", idempotencyKey: "1" }, soon()));
    expect(verdictOf(error)).toEqual({ word: "not-sent", retryIn: 60_000 });
  });
});

describe.skipIf(!tls)("an XMPP adapter at a misbehaving server (needs openssl installed)", () => {
  it("continues after invalid stanzas", async () => {
    const server = await xmppServer();
    const { received } = await opened(server);
    server.deliver("<message/>", "<presence/>", "<iq/>", "<iq type='result' id='never'/>", "<frob xmlns='urn:none'/>");
    server.deliver(
      Buffer.concat([
        Buffer.from(`${MESSAGE} id='a'><body>`),
        Buffer.from([0xff, 0xc3]),
        Buffer.from("</body></message>"),
      ]),
    );
    server.deliver(`${MESSAGE} id='b'>${"<a>".repeat(20_000)}${"</a>".repeat(20_000)}<body>deep</body></message>`);
    server.deliver("<iq type='get' id='x' from='evil@localhost'>", "<q xmlns='urn:none'>", "<a>".repeat(20_000));
    server.deliver("</a>".repeat(20_000), "</q></iq>");
    server.deliver(`${MESSAGE} id='c'><body>end</body></message>`);
    await until(() => received.length === 3);
    expect(received.map((inbound) => "text" in inbound && inbound.text)).toEqual(["\uFFFD\uFFFD", "deep", "end"]);
  });

  it("ends a connection with an endless stanza", async () => {
    const server = await xmppServer();
    const { link } = await opened(server);
    server.deliver(`${MESSAGE}><body>`, "x".repeat(1_200_000));
    expect((await link.closed).reason).toMatch(/a stanza of more than 1048576 bytes/);
  });

  it("ends a connection with invalid XML", async () => {
    for (const nonsense of ["</nothing>", "<a></b>", "<message><body></message>"]) {
      const server = await xmppServer();
      const { link } = await opened(server);
      server.deliver(nonsense);
      expect((await link.closed).reason).toMatch(/invalid XML|closed the connection/);
    }
  });

  it("does not follow a redirect to another server", async () => {
    const server = await xmppServer();
    const { link } = await opened(server);
    const other = "<see-other-host xmlns='urn:ietf:params:xml:ns:xmpp-streams'>evil.example.org</see-other-host>";
    server.deliver(`<stream:error>${other}</stream:error>`);
    expect((await link.closed).reason).toMatch(/redirects to another server/);
  });

  it("reports the reason with which the server ends a connection", async () => {
    const server = await xmppServer();
    const { link } = await opened(server);
    const ns = "xmlns='urn:ietf:params:xml:ns:xmpp-streams'";
    server.deliver(
      `<stream:error><system-shutdown ${ns}/><text ${ns}>Back at noon</text></stream:error></stream:stream>`,
    );
    expect(await link.closed).toEqual({ reason: "The server ended the connection: system-shutdown: Back at noon" });
  });
});
