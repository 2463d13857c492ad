import type { Server } from "node:http";
import type { Socket } from "node:net";

export interface Handshakes {
  /** Ends all that are under way: a server that closes would wait for them. */
  drain(): void;
}

/**
 * Keeps at most `limit` TLS handshakes under way, and ends the oldest for a new one. A connection counts as one among
 * `Connections` when its handshake is done, so without this bound anyone could hold as many as the system allows.
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
  // Another object than the one before, for the same connection.
  server.on("secureConnection", (socket: Socket) => underWay.delete(peerOf(socket)));
  return {
    drain() {
      for (const socket of underWay.values()) socket.destroy();
    },
  };
}

const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
