import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface Handshakes {
  /** Closes all that are in progress: a closing server would wait for them. */
  drain(): void;
}

/**
 * Limits the TLS handshakes in progress to `limit`, and closes the oldest for a new one. A connection is counted by
 * `Connections` only after its handshake, so without this limit a client could hold any number.
 */
export function createHandshakes(server: Server, limit: number): Handshakes {
  const underWay = new Map<string, Socket>();
  server.on("connection", (socket: Socket) => {
    const [oldest] = underWay.size >= limit ? underWay.values() : [];
    oldest?.destroy();
    const peer = peerOf(socket);
    underWay.set(peer, socket);
    socket.once("close", () => {
      if (underWay.get(peer) === socket) underWay.delete(peer);
    });
  });
  // The event has another socket object for the same connection.
  server.on("secureConnection", (socket: Socket) => underWay.delete(peerOf(socket)));
  return {
    drain() {
      for (const socket of underWay.values()) socket.destroy();
    },
  };
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
