import { setImmediate } from "node:timers/promises";
import type { Client } from "@xmpp/client";
import type { Element } from "./element.ts";
import { LOGINS } from "./login.ts";
import { NS } from "./names.ts";
import type { StanzaSocket } from "./socket.ts";

/** What is private in the library, and needed to give it a connection that stands. */
interface Inside {
  connect(): Promise<void>;
  _findTransport(service: string): { prototype: { Parser: unknown; Socket: unknown } };
  _attachSocket(socket: StanzaSocket): void;
  _status(status: string): void;
  _onSeeOtherHost(error: unknown): void;
  Transport: unknown;
  Parser: unknown;
  saslFactory: { _mechs: typeof LOGINS };
}

const ACKS = 5_000;

/** Gives the library a connection that stands already, and ways to log in that do not stop everything else. */
export function adopt(client: Client, socket: StanzaSocket): void {
  const inside = client as unknown as Inside;
  const Transport = inside._findTransport("xmpp://localhost");
  client.reconnect.stop();
  client.on("element", () => socket.finished());
  inside.saslFactory._mechs = LOGINS;
  inside.connect = async () => {
    inside.Transport = Transport;
    inside.Parser = Transport.prototype.Parser;
    inside._status("connecting");
    inside._attachSocket(socket);
    socket.begin();
    inside._status("connect");
  };
  // Nobody sends this adapter, with its password, to another server.
  inside._onSeeOtherHost = () => socket.fail(new Error("The server wants one to go to another"));
}

/**
 * Logs in. The library counts wrongly, and the server then ends the connection, if something is sent before both have
 * begun to count stanzas: so that is waited for.
 */
export async function start(client: Client): Promise<void> {
  let offered = false;
  let begun = () => {};
  const counting = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const hear = (element: Element) => {
    if (element.is("features")) offered = element.getChild("sm", NS.acks) !== undefined;
    else if (element.is("enabled", NS.acks) || element.is("failed", NS.acks)) begun();
  };
  client.on("nonza", hear);
  let late: NodeJS.Timeout | undefined;
  try {
    await client.start();
    if (!offered) return;
    late = setTimeout(begun, ACKS);
    await counting;
    await setImmediate();
  } finally {
    clearTimeout(late);
    client.off("nonza", hear);
  }
}
