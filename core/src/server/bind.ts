import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

const REASONS: Record<string, string> = {
  EADDRINUSE: "the port is already in use",
  EADDRNOTAVAIL: "this machine does not have that address",
  EACCES: "this user is not permitted to use that port",
  ENOTFOUND: "the host name is unknown",
  ERR_SOCKET_BAD_PORT: "a port must be a number from 0 to 65535",
};

/** Connections that the operating system queues until they are accepted. Others retry after a second. */
const MAX_WAITING = 4_096;

/** Listens, or fails with a one-line message and Node's code. Never uses another port or address instead. */
export function bind(server: Server, host: string, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException) => {
      const { code = "" } = cause;
      const message = `Cannot listen on ${host} port ${port}: ${REASONS[code] ?? cause.message}`;
      reject(Object.assign(new Error(message, { cause }), { code }));
    };
    server.once("error", fail);
    try {
      server.listen({ host, port, backlog: MAX_WAITING }, () => {
        server.off("error", fail);
        resolve(server.address() as AddressInfo);
      });
    } catch (error) {
      fail(error as NodeJS.ErrnoException);
    }
  });
}
