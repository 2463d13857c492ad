import type { Client } from "@xmpp/client";
import type { StanzaSocket } from "./socket.ts";

type Transport = Client["transports"][number];

/** A transport for one client over an open connection. It cannot connect anywhere else, or a second time. */
export async function transportOver(socket: StanzaSocket): Promise<Transport> {
  const { default: ConnectionTCP } = await import("@xmpp/connection-tcp");
  let isUsed = false;

  class OpenConnection extends ConnectionTCP {
    override socketParameters(): object | undefined {
      return isUsed ? undefined : {};
    }
  }
  // The library creates its socket with `new`. This returns the existing one.
  function Socket(): StanzaSocket {
    isUsed = true;
    return socket;
  }
  Object.assign(OpenConnection.prototype, { NS: "jabber:client", Socket });
  return OpenConnection as unknown as Transport;
}
