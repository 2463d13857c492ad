import { once } from "node:events";
import { connect } from "node:net";
import { xml } from "@xmpp/client";
import { onTestFinished } from "vitest";
import type { Element } from "../../../../plugins/channels-xmpp/src/element.ts";
import { createClient, start } from "../../../../plugins/channels-xmpp/src/library.ts";
import { StanzaSocket } from "../../../../plugins/channels-xmpp/src/socket.ts";
import { until } from "../context.ts";
import { DOMAIN } from "./prosody.ts";

/** A person on an XMPP server, with the name as password. */
export interface XmppPerson {
  readonly jid: string;
  /** Received messages. */
  readonly messages: Element[];
  readonly stanzas: Element[];
  send(element: Element): Promise<void>;
  say(to: string, text: string, ...more: Element[]): Promise<string>;
  enter(room: string): Promise<void>;
  /** The texts received from an address, in order. */
  heard(from: string): string[];
  hears(text: string): Promise<Element>;
  /** Resolves when the server has processed everything that was sent. */
  heardOut(): Promise<void>;
  leave(): Promise<void>;
}

let ids = 0;

export async function xmppPerson(port: number, name: string): Promise<XmppPerson> {
  const tcp = connect(port, "127.0.0.1");
  await once(tcp, "connect");
  tcp.on("error", () => {});
  const socket = new StanzaSocket(tcp);
  const credentials = { username: name, password: name };
  const client = await createClient({ domain: DOMAIN, credentials, timeout: 15_000 }, socket);
  const messages: Element[] = [];
  const stanzas: Element[] = [];
  const rooms = new Set<string>();
  client.on("error", () => {});
  client.on("stanza", (stanza) => {
    stanzas.push(stanza);
    if (stanza.is("message")) messages.push(stanza);
  });
  await start(client);
  // Contacts are notified only to clients that have requested the roster.
  await client.iqCaller.get(xml("query", { xmlns: "jabber:iq:roster" }));
  await client.send(xml("presence", {}));
  // Before the server knows the presence, messages go only to the archive.
  await until(() => stanzas.some((one) => one.is("presence") && String(one.attrs.from).startsWith(`${name}@`)));
  onTestFinished(() => void tcp.destroy());
  const send = (element: Element) => client.send(element);
  return {
    jid: `${name}@${DOMAIN}`,
    messages,
    stanzas,
    send,
    async say(to, text, ...more) {
      const id = `say-${++ids}`;
      await send(
        xml("message", { to, id, type: rooms.has(to) ? "groupchat" : "chat" }, xml("body", {}, text), ...more),
      );
      return id;
    },
    async enter(room) {
      rooms.add(room);
      await send(
        xml(
          "presence",
          { to: `${room}/${name}` },
          xml("x", { xmlns: "http://jabber.org/protocol/muc" }, xml("history", { maxstanzas: "0" })),
        ),
      );
      const joined = () => stanzas.find((one) => one.is("presence") && one.attrs.from === `${room}/${name}`);
      await until(joined, `${name} in ${room}`);
      const status = joined()?.getChild("x", "http://jabber.org/protocol/muc#user")?.getChildren("status") ?? [];
      if (!status.some(({ attrs }) => attrs.code === "201")) return;
      const defaults = xml("x", { xmlns: "jabber:x:data", type: "submit" });
      await client.iqCaller.set(xml("query", { xmlns: "http://jabber.org/protocol/muc#owner" }, defaults), room);
    },
    heard: (from) =>
      messages.flatMap((message) => {
        const text = message.getChildText("body");
        return String(message.attrs.from).startsWith(from) && text ? [text] : [];
      }),
    async hears(text) {
      await until(() => messages.some((message) => message.getChildText("body") === text), `"${text}" at ${name}`);
      return messages.find((message) => message.getChildText("body") === text) as Element;
    },
    async heardOut() {
      await client.iqCaller.get(xml("ping", { xmlns: "urn:xmpp:ping" }));
    },
    async leave() {
      await client.stop().catch(() => {});
    },
  };
}

export { xml };
