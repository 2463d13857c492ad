import type { Client } from "@xmpp/client";
import type { StanzaSocket } from "./socket.ts";

type Transport = Client["transports"][number];

/** The transport of one client, over a connection that is open already: it leads nowhere else, and not a second time. */
export async function transportOver(socket: StanzaSocket): Promise<Transport> {
  const { default: ConnectionTCP } = await import("@xmpp/connection-tcp");
  let isUsed = false;

  class OpenConnection extends ConnectionTCP {
    override socketParameters(): object | undefined {
      return isUsed ? undefined : {};
    }
  }
  // The library creates its sockets with `new`; this one exists.
  function Socket(): StanzaSocket {
    isUsed = true;
    return socket;
  }
  Object.assign(OpenConnection.prototype, { NS: "jabber:client", Socket });
  return OpenConnection as unknown as Transport;
}
