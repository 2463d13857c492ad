import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Client } from "@xmpp/client";
import { transportOver } from "./connection.ts";
import type { Element } from "./element.ts";
import { type Credentials, LOGINS, type Mechanism, mechanismFor } from "./login.ts";
import { NS } from "./names.ts";
import type { StanzaSocket } from "./socket.ts";

const ACKS = 5_000;

export interface ClientSetting {
  readonly domain: string;
  readonly resource?: string;
  /** Read when the login starts. */
  readonly credentials: Credentials;
  /** Milliseconds. */
  readonly timeout: number;
}

/** An XMPP client over an open connection, with SASL mechanisms that do not block the process. */
export async function createClient(
  { domain, resource, credentials, timeout }: ClientSetting,
  socket: StanzaSocket,
): Promise<Client> {
  const { client: create, xml } = await import("@xmpp/client");
  const userAgent = xml("user-agent", { id: randomUUID() });
  const client = create({
    service: `xmpp://${domain}`,
    domain,
    resource,
    timeout,
    credentials: (authenticate, offered, _fast, entity) =>
      authenticate(credentials, mechanismFor(offered, entity.isSecure()), userAgent),
  });
  client.reconnect.stop();
  client.transports = [await transportOver(socket)];
  // Missing in the library's types.
  const { saslFactory } = client as Client & { saslFactory: { use(name: string, mechanism: Mechanism): void } };
  for (const { name, ownName, mechanism } of LOGINS) {
    saslFactory.use(name, mechanism);
    saslFactory.use(ownName, mechanism);
  }
  client.on("element", (element) => {
    socket.finished();
    // The library would connect to the other server and log in there, which the transport prevents.
    if (element.is("error", NS.stream) && element.getChild("see-other-host"))
      socket.fail(new Error("The server redirects to another server, which is not supported"));
  });
  return client;
}

/**
 * Logs in and waits until stream management is enabled. If stanzas are sent earlier, the library counts them wrongly,
 * and the server ends the connection.
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
